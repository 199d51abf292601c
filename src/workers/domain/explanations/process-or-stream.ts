import type { Pattern } from '../pattern.js';

export const PROCESS_OR_STREAM: Pattern = {
  id: 'process-or-stream',
  title: 'Process, worker or stream failed',
  text: 'A process that the program started ended with an error: the command failed, was killed, or printed more than its buffer holds. The exit code and its error output tell the reason.',
  suggestion:
    'Read the error output (stderr) and exit code, run the same command by hand in the same place, and raise maxBuffer or use spawn for long output.',
  examples: [
    'spawn ffmpeg ENOENT',
    'Channel closed',
    'Input buffer contains unsupported image format',
    'Premature close',
    'incorrect header check',
  ],
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
  cases: [
    {
      when: /filename must|absolute path/i,
      text: 'The path of the worker script is not usable: it must be an absolute path, a file URL, or a relative path that begins with a dot.',
      suggestion:
        "Write new Worker(new URL('./worker.js', import.meta.url)), and check that the build copies this file.",
      examples: ['The filename must be an absolute path'],
    },
    {
      when: /spawn|^\w{1,10} not found$|Cannot find ff/,
      text: 'The command (a child process) could not be started: the program is not installed, not on the PATH of this process, not executable, or its working directory does not exist.',
      suggestion:
        'Install the program where the app runs (also in the container image), give its full path, and check that the cwd option exists.',
      examples: ['spawn ffmpeg ENOENT'],
    },
    {
      when: /Channel closed|IPC/,
      text: 'The channel (IPC) to the other process is already closed: that process has exited or was disconnected, and a message was still sent to it.',
      suggestion:
        'Check process.connected before you send, stop sending on the exit event, and find out from its exit code why the process ended.',
      examples: ['Channel closed'],
    },
    {
      when: /[Bb]rowser|Target|^Page|Session|[Ff]rame|Execution context|Chrome|Executable|Protocol error|Node is|page has been/,
      text: 'The automated browser could not be used: it is not installed or did not start, or the page or frame was closed, crashed or navigated away while the code worked on it.',
      suggestion:
        'Install the browser with its system libraries, await each step before you close the page, and look elements up again after a navigation.',
      examples: ['Target closed'],
    },
    {
      when: /image|[Vv]ips|jpe?g|png|webp|heif|tiff|svg|gif|SOS|SOI|MIME|extract_area|for \w+ but received/i,
      text: 'The image could not be processed: the file is missing, empty or damaged, or its format is not a supported image format, whatever its extension says.',
      suggestion:
        'Check the first bytes and the size of the file, refuse uploads that are no images, and install support for formats such as HEIC if you need them.',
      examples: ['Input buffer contains unsupported image format'],
    },
    {
      when: /header check|data check|length check|gzip|zlib|Z_\w|block|distance|end of file|inflate|deflate|brotli|zstd|compress|length\/|literal|window size|unexpected EOF|BROTLI|bit length|code lengths/i,
      text: 'The compressed data (gzip or the like) could not be unpacked: it is truncated, damaged, or was never in that format.',
      suggestion:
        'Check that the download is complete and the file is really compressed in this way; a client that has already decompressed the response is a common cause.',
      examples: ['incorrect header check', 'unexpected end of file'],
    },
    {
      when: /zip|tar|archive|central directory|local file|relative path|FILE_ENDED/i,
      text: 'The archive (zip or tar) could not be read: the file is truncated, damaged, encrypted, or not in this format at all, such as an HTML error page saved as a zip file.',
      suggestion:
        'Check the size and first bytes of the file, download it again, and wait until it is fully written before you open it.',
      examples: ['end of central directory record signature not found'],
    },
    {
      when: /null values/,
      text: 'null was written to a stream, but in streams null means the end of the data and is not allowed as a value.',
      suggestion: 'Skip empty values, or wrap them in an object, and call end() to finish the stream.',
      examples: ['May not write null values to stream'],
    },
    {
      when: /Premature close|prematurely|ended unexpectedly|closed unexpectedly|before/i,
      text: 'The stream was closed too early, before all data had come through: the other side dropped the connection, or one part of the pipeline was destroyed.',
      suggestion:
        'Look for the first error on either side, use pipeline() so that errors reach you, and treat a client that leaves during a download as normal.',
      examples: ['Premature close'],
    },
    {
      when: /locked|reader|writer|Invalid state|enqueue|getReader|cancel|released/i,
      text: 'A web stream is used in a state that does not allow it: it is locked by a reader, or already closed or errored, and the code still reads, writes or closes it.',
      suggestion:
        'Use one reader at a time and release it, stop enqueueing after close or cancel, and use tee() if two parts must read.',
      examples: ['Invalid state: Controller is already closed'],
    },
    {
      when: /stream|write after|pipe|not implemented|Readable|Writable/i,
      text: 'The code writes to or reads from a stream that has already ended, was closed or destroyed, or does not implement this direction.',
      suggestion:
        'Stop writing after end() and on the close event, connect streams with pipeline(), and check for two parts that finish the same stream.',
      examples: ['write after end', 'Cannot call write after a stream was destroyed'],
    },
    {
      when: /[Ww]orker|Task queue/,
      text: 'A worker stopped or could not be used: it crashed, ran out of memory, was terminated, or its script could not be loaded.',
      suggestion:
        'Listen to the error and exit events of the worker, look for the first error in its output, and limit its memory and the size of its tasks.',
      examples: ['Worker terminated unexpectedly'],
    },
  ],
};
