import { FILE_PERMISSION_CASES, FILE_SYSTEM_CASES, PROCESS_CASES } from '../cases/system.js';
import type { Pattern } from '../pattern.js';

/** Files, processes and streams. */
export const SYSTEM_PATTERNS: readonly Pattern[] = [
  {
    id: 'response-used-twice',
    title: 'Response or body used twice',
    text: 'Something that can be used only once was used again: the response was already sent and the code then set a header or answered a second time (often a missing `return` after the first answer), or the body of a request or response was read twice, although its stream is already consumed or locked.',
    suggestion:
      'Answer exactly once on every path and return right after it (also in callbacks and error handlers); read a body once and keep the result, or `clone()` the response before the first read.',
    match: [
      /(?:^|: )(?:Cannot|Can't|Can not) (?:\w+ )?(?:set|append|remove|write|render|send|modify|delete) (?:the )?(?:\w+ )?headers? (?:information )?(?:after (?:they are|they have been|it is) sent|- headers already sent|after)/i,
      /\bERR_HTTP_HEADERS_SENT\b|\bFST_ERR_REP_ALREADY_SENT\b|\bERR_STREAM_ALREADY\w+/,
      /(?:^|: )(?:Reply (?:was )?already sent(?=$|[.,:!]| did)|Response (?:has |was )?already (?:been )?(?:sent|ended|finished)(?=$|[.,:!])|The response (?:has|was) already(?: been)? (?:sent|ended|finished|committed)(?=$|[.,:!])|Headers (?:have )?already (?:been )?sent(?=$|[.!\n])|headers already sent(?=$|[.!\n]| by \())/i,
      /^http: (?:multiple response\.WriteHeader|superfluous response)|\bafter the response has been committed\b/,
      /(?:^|: )(?:[Bb]ody (?:is unusable|used already|stream already read|is disturbed|stream is locked)|[Bb]ody (?:has already been|already|is already) (?:read|consumed|used)(?=$|[.,:!\n]))/,
      /(?:^|: )(?:Response|Request)(?:\.\w+)?:? (?:body object should not be disturbed|body is already used|body is locked|Body has already been|body has already been|[Bb]ody (?:is )?already)/,
      /(?:^|: )(?:Cannot (?:clone a (?:disturbed|used)|construct a Request with a Request object that has already)|Response\.clone|Request\.clone|Already read$|Input request contains used body|Request object that has already been used)/,
      /^(?:stream is not readable|Body already consumed|Response has already been (?:read|consumed)|Cannot read body|Invalid state: The (?:reader|stream) is)(?=$|\n|\.| )/,
      /^Can't (?:render|send) .{1,40} twice$/,
    ],
    examples: [
      'Cannot set headers after they are sent to the client',
      'Body is unusable: Body has already been read',
      'body used already for: https://api.example.com/v1',
    ],
  },
  {
    id: 'process-or-stream',
    title: 'Process, worker or stream failed',
    text: 'A process that the program started ended with an error: the command failed, was killed, or printed more than its buffer holds. The exit code and its error output tell the reason.',
    suggestion:
      'Read the error output (stderr) and exit code, run the same command by hand in the same place, and raise maxBuffer or use spawn for long output.',
    match: [
      /(?:^|: )spawn(?:Sync)? (?:\S[^\n]{0,200} )?E(?:NOENT|ACCES|PERM|2BIG|AGAIN|BADF|MFILE|NOTDIR|INVAL|FTYPE|UNKNOWN|TXTBSY|BUSY)\b/,
      /(?:^|: )spawn(?:Sync)? (?:UNKNOWN|\S{1,200} UNKNOWN)|(?:^|: )kill E(?:SRCH|PERM|INVAL)\b/,
      /(?:^|: )Command (?:failed(?:: | with (?:exit code|E[A-Z]+|signal)|\n)|was killed with|"[^"]{1,200}" (?:exited|failed))/,
      /^Channel closed$|\bERR_IPC_(?:CHANNEL_CLOSED|DISCONNECTED)\b|^IPC channel is (?:already|not)/,
      /(?:^|: )(?:The worker script or module filename must|The filename must be an absolute path|Worker (?:terminated|exited|stopped|crashed|failed|process (?:exited|terminated|died))(?: (?:unexpectedly|due to|before|with (?:exit )?(?:code|signal)|\(|:)|:|$|\n)|Worker (?:has been terminated|is not running|instance not running|initialization failure|thread exited)(?=$|[:.\n]))/,
      /^(?:Jest worker encountered|A (?:jest )?worker process has|Call retries were exceeded|Terminating worker thread|The worker (?:has been terminated|thread exited)|Task queue is at limit|process\.\w+\(\) is not supported in workers)\b/,
      /(?:^|: )Input (?:buffer contains unsupported image|file (?:is missing|contains unsupported image)|Buffer is empty|image exceeds pixel limit)/,
      /^(?:Vips\w+: |vips\w+: |\w*(?:jpeg|png|webp|heif|tiff|svg|gif)load(?:_buffer|_source)?: |extract_area: |[Uu]nsupported image (?:type|format)|[Ii]nvalid SOS parameters|SOI not found|Could not find MIME for Buffer|Invalid (?:PNG|JPEG|image) (?:file|data|signature)|Corrupt JPEG|premature end of JPEG|unrecognised content at end of stream)/i,
      /^Expected (?:positive |valid |one of|integer|number)[^\n]{0,100} for \w+ but received /,
      /(?:^|: )(?:Failed to launch the browser process|Failed to launch (?:chrome|browser)|Could not find (?:(?:Chrome|Chromium|Firefox|Chrome Headless Shell) \(|browser revision|expected browser)|Tried to find the browser|Browser was not found at the configured)/,
      /(?:^|: )Executable doesn't exist at |(?:^|: )(?:Target|Page|Browser|Session|Navigating frame)(?: page, context or browser)? (?:has been |was )?(?:closed|crashed|detached)(?=$|[.!\n])/,
      /(?:^|: )(?:Protocol error \(|Execution context (?:was destroyed|is not available)|Requesting main frame too early|Attempted to use detached Frame|Node is (?:detached from document|either not clickable)|Most likely the page has been closed|Target closed(?=$|\.)|Session closed\. Most likely)/,
      /(?:^|: )(?:ffmpeg|ffprobe|convert|git|npm|yarn|pnpm|python3?|node|bash|sh|docker) (?:exited with (?:code|status)|was killed with signal|process exited|not found)|^Cannot find (?:ffmpeg|ffprobe)/,
      /^(?:[Pp]rocess (?:exited|terminated|completed|finished) with (?:exit )?(?:code|status|signal)|Child process (?:exited|terminated|closed|died|killed)\b|process exited with code|exited with code \d|exit status \d+$|Exit code: \d|(?:std(?:out|err) )?maxBuffer (?:length )?exceeded|Segmentation fault|signal: killed|Subprocess )/,
      /(?:^|: )(?:write after end|Cannot (?:call \w+ after a stream was destroyed|pipe, not readable|pipe to a (?:closed|destroyed)|write to (?:a )?(?:closed|destroyed) stream)|stream\.(?:push|unshift)\(\) after|May not write null values|Premature close(?=$|\n|\.)|The stream (?:was destroyed|is not|has been|is in)|_(?:read|write|transform)\(\) (?:method )?is not implemented|The _\w+\(\) method is not implemented|Writable stream closed prematurely|Cannot read from a closed|stream (?:ended unexpectedly|closed (?:prematurely|unexpectedly))|Stream (?:closed|ended|was destroyed) (?:prematurely|unexpectedly|before)|not implemented: stream|Readable(?:Stream)? (?:is locked|was|reader))/,
      /(?:^|: )(?:Invalid state: |(?:The )?(?:Readable|Writable|Transform)?[Ss]tream (?:is|has been|was) (?:already )?(?:locked|closed|errored|cancell?ed)|Cannot (?:close|enqueue|error|abort|cancel|get a reader|create a reader)|This (?:readable stream )?(?:reader|writer) has been released|ReadableStream(?:DefaultReader)? |Failed to execute '(?:enqueue|close|getReader|getWriter|pipeTo|pipeThrough|tee|cancel)' on ')/,
      /^(?:unexpected end of file|incorrect (?:header|data|length) check|invalid (?:block type|distance(?:s? (?:too far back|set|code))?|stored block lengths|code lengths set|literal\/length code|literal\/lengths set|bit length repeat|window size)|unknown compression method|too many length or distance symbols|header crc mismatch|buffer error|need dictionary|Decompression failed|Compression failed|not in gzip format|Bad gzip|unexpected EOF|Input (?:stream )?ended)(?=$|[\n.:!])/i,
      /\bZ_(?:DATA|BUF|MEM|STREAM|VERSION)_ERROR\b|\bERR_(?:BROTLI|ZSTD|_ERROR_FORMAT)\w*|^(?:zlib|gzip|brotli|zstd|inflate|deflate)(?::| (?:binding|error|header))/i,
      /(?:^|: )(?:[Ee]nd of central directory record signature not found|[Ii]nvalid or unsupported zip format|Can't find end of central directory|Corrupted zip|invalid central directory file header|invalid (?:relative path|local file header)|ADM-ZIP: |FILE_ENDED|TAR_\w+|Invalid tar header|Unrecognized archive format|not a valid (?:zip|gzip|tar) |Encrypted zip|Bad archive|invalid zip (?:data|file)|Unexpected end of (?:archive|zip|gzip|data))/i,
    ],
    matchTyped: [/^(?:IllegalOperationError|Error): Channel closed$/, /^(?:TargetCloseError|ProtocolError): /],
    cases: PROCESS_CASES,
    examples: [
      'spawn ffmpeg ENOENT',
      'Channel closed',
      'Input buffer contains unsupported image format',
      'Premature close',
      'incorrect header check',
    ],
  },
  {
    id: 'file-not-found',
    title: 'File or directory not found',
    text: 'The program asked for a file or directory (folder) that does not exist at this path. The file is missing, was deleted or moved, its parent directory was never created, or a relative path is resolved from another working directory than expected.',
    suggestion:
      'Check the path in the message, build paths from the module or a configured folder rather than the working directory, and create directories (with `recursive: true`) before you write into them.',
    match: [
      /(?:^|: )ENOENT(?=: no such file|, | no such|$|\))|\(ENOENT: no such file/,
      /^A requested file or directory could not be found/,
      /(?:^|: )(?:\[Errno 2\] |\(os error 2\)|no such file or directory(?=$|\n|:|,| \(os| @))/i,
      /\bNo such file or directory \(os error 2\)|\bThe system cannot find the (?:file|path) specified/,
      /(?:^|: )Could not find (?:file|a part of the path) '[^']+'/,
      /(?:^|: )(?:File|Path|Directory) (?:not found|does not exist)(?:: | at |=|, )['"]?(?:\.{0,2}\/|[A-Z]:\\|[\w-]+\/)\S/i,
      /^No such file or directory\b|^failed to open stream: No such file|\(No such file or directory\)$/,
      /^(?:File|Entry) not found: \S+\.\w{1,5}$|^uv_cwd$/,
    ],
    matchTyped: [
      /^(?:FileNotFoundError|FileNotFoundException|DirectoryNotFoundException|NoSuchFileException): /,
      /^NotFoundError: (?:A requested file|The requested file)/,
    ],
    examples: [
      "ENOENT: no such file or directory, open '/srv/app/config/production.json'",
      'A requested file or directory could not be found at the time an operation was processed.',
    ],
  },
  {
    id: 'file-permission',
    title: 'Not permitted by the file system',
    text: 'The process has no permission to read or write this file or directory: it belongs to another user, or its access rights do not allow it.',
    suggestion:
      'Check owner and access rights of the path (ls -l) and the user the process runs as, and write only to directories meant for it.',
    match: [
      /(?:^|: )E(?:ACCES|PERM|ROFS)(?=: [a-z]|, |$|\))|\((?:EACCES: perm|EPERM: oper|EROFS: read)/,
      /(?:^|: )Access to this API has been restricted/,
      /(?:^|: )\[Errno (?:1|13|30)\] |\bPermission denied \(os error 13\)|\bERR_ACCESS_DENIED\b/,
      /^(?:open|stat|mkdir|read|write|unlink|fork\/exec|rename|remove|chmod) \S+: (?:permission denied|operation not permitted|read-only file system|Access is denied\.)/,
      /(?:^|: )(?:permission denied, \w+ '|operation not permitted, \w+|Read-only file system(?=$|:)|failed to open stream: Permission denied)/,
      /^Access to the path '[^']+' is denied/,
      /^Access is denied\. \(os error 5\)/,
      /\(Permission denied\)$/,
      /^Requires (?:read|write|net|env|run|ffi|sys) access to /,
    ],
    matchTyped: [/^(?:PermissionError|UnauthorizedAccessException): /],
    cases: FILE_PERMISSION_CASES,
    examples: [
      "EACCES: permission denied, open '/etc/shadow'",
      "EPERM: operation not permitted, unlink 'C:\\Users\\dev\\app\\node_modules\\.cache\\a.js'",
      'Access to this API has been restricted',
    ],
  },
  {
    id: 'file-system',
    title: 'File system limit or conflict',
    text: 'The file system refused the operation on this file or directory; the code in front of the message (such as EIO or EAGAIN) names the reason.',
    suggestion:
      'Check what lies at the path and whether the disk or network share works, and look into the log of the system.',
    match: [
      /(?:^|: )E(?:BUSY|XDEV|MFILE|NFILE|NOTDIR|ISDIR|EXIST|NOTEMPTY|NOSPC|LOOP|NAMETOOLONG|FBIG|IO|INVAL|DQUOT|BADF|TXTBSY|NODEV|MLINK|FAULT|SPIPE|AGAIN|NXIO|STALE|OPNOTSUPP|NOTSUP|NOSYS|OVERFLOW)(?=: [a-zA-Z]|, [a-z]|$|\))/,
      /(?:^|: )(?:\w+ )?E(?:NOSPC|MFILE|NFILE|DQUOT)(?=$|[\s:,)])/,
      /(?:^|: )(?:No space left on device|[Dd]isk quota exceeded|Disk is full|There is not enough space on the disk|[Tt]oo many open files(?=$|[:,.\n]| in system| \(os)|database or disk is full)/i,
      /\bNo space left on device\b|\bSystem limit for number of file watchers reached\b|\[Errno (?:28|24|17|20|21|39|16|18|122)\]/,
      /\breturned E(?:ISDIR|EXIST|NOTDIR|NOTEMPTY|INVAL) \(/,
      /^(?:Path is a directory|Target already exists|Recursive option not enabled|Cannot copy '[^']+' to a subdirectory of self|Directory handle was closed|Invalid cross-device link|src and dest cannot be the same|Cannot overwrite (?:non-)?directory)/,
      /\(os error (?:17|20|21|24|28|39)\)$/,
      /^The process cannot access the file because it is being used by another process|^(?:file|directory) (?:already exists|not empty), \w+ '/,
    ],
    cases: FILE_SYSTEM_CASES,
    examples: [
      'ENOSPC: no space left on device, write',
      "EMFILE: too many open files, open '/etc/hostname'",
      "EXDEV: cross-device link not permitted, rename '/tmp/upload_abc' -> '/data/uploads/a.png'",
    ],
  },
];
