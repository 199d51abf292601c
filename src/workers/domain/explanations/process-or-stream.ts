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
    'IPC channel is already disconnected',
    'Input buffer contains unsupported image format',
    'Premature close',
    'incorrect header check',
  ],
  counterexamples: [
    'Container 44 already in use by shipper Maersk',
    'Merge conflict between the two choirs',
    'Worker 7 exited with injuries',
    'Worker exited unexpectedly through gate 4',
    'Invalid state: New Texas',
    'Object has been destroyed by fire, claim 114',
    'Worker terminated: contract of J. Smith ended',
    'Worker exited: shift of hall 2 ended',
    'Command failed: dog did not sit',
    'Segmentation fault of customer cluster 4',
    'Exit code 3 of escape room not found',
    'Stream closed: trout season ends',
  ],
  signs: {
    classes: [
      'CalledProcessError',
      'ShellError',
      'ExecaError',
      'ExecException',
      'ProcessFailedException',
      'ProcessError',
      'ExitError',
      'FailedProcessError',
      'ToolError',
    ],
  },
  match: [
    /^Channel closed$|^IPC channel is (?:already|not)|^Child process (?:exited|terminated|closed|died|killed)\b|(?:std(?:out|err) )?maxBuffer (?:length )?exceeded|^Subprocess (?:failed|exited)|(?:^|: )spawn(?:Sync)? (?:UNKNOWN|\S{1,200} (?:UNKNOWN|EFTYPE|EINVAL|EBUSY|ETXTBSY))\b|(?:^|: )Command (?:failed(?: with (?:exit code|E[A-Z]+|signal)|:[^\n]{1,400}\n)|was killed with|"[^"]{1,200}" (?:exited|failed))|(?:^|: )Input (?:buffer contains unsupported image|file (?:is missing|contains unsupported image)|Buffer is empty|image exceeds pixel limit)/,
    /(?:^|: )(?:The worker script or module filename must|The filename must be an absolute path|Worker (?:terminated|exited|stopped|crashed|failed|process (?:exited|terminated|died))(?: (?:unexpectedly(?=\.?$|\n)|due to|before|with (?:exit )?(?:code|signal)|\()|$|\n)|Worker (?:has been terminated|is not running|instance not running|initialization failure|thread exited)(?=$|[:.\n]))/,
    /^(?:Jest worker encountered|A (?:jest )?worker process has|Call retries were exceeded|Terminating worker thread|The worker (?:has been terminated|thread exited)|Task queue is at limit|process\.\w+\(\) is not supported in workers)\b|^Expected (?:positive |valid |one of|integer|number)[^\n]{0,100} for \w+ but received /,
    /^(?:Vips\w+: |vips\w+: |\w*(?:jpeg|png|webp|heif|tiff|svg|gif)load(?:_buffer|_source)?: |extract_area: |[Uu]nsupported image (?:type|format)|[Ii]nvalid SOS parameters|SOI not found|Could not find MIME for Buffer|Invalid (?:PNG|JPEG|image) (?:file|data|signature)|Corrupt JPEG|premature end of JPEG|unrecognised content at end of stream)/i,
    /(?:^|: )(?:Failed to launch the browser process|Failed to launch (?:chrome|browser)|Could not find (?:(?:Chrome|Chromium|Firefox|Chrome Headless Shell) \(|browser revision|expected browser)|Tried to find the browser|Browser was not found at the configured)|(?:^|: )Executable doesn't exist at |(?:^|: )(?:Target|Page|Browser|Session|Navigating frame)(?: page, context or browser)? (?:has been |was )?(?:closed|crashed|detached)(?=$|[.!\n])/,
    /(?:^|: )(?:Protocol error \(|Execution context (?:was destroyed|is not available)|Requesting main frame too early|Attempted to use detached Frame|Node is (?:detached from document|either not clickable)|Most likely the page has been closed|Target closed(?=$|\.)|Session closed\. Most likely)|(?:^|: )(?:ffmpeg|ffprobe|convert|git|npm|yarn|pnpm|python3?|node|bash|sh|docker) (?:exited with (?:code|status)|was killed with signal|process exited|not found)|^Cannot find (?:ffmpeg|ffprobe)/,
    /(?:^|: )(?:write after end(?=$|[.:;,(\n])|Cannot (?:call \w+ after a stream was destroyed|pipe, not readable|pipe to a (?:closed|destroyed)|write to (?:a )?(?:closed|destroyed) stream)|stream\.(?:push|unshift)\(\) after|May not write null values|Premature close(?=$|\n|\.)|The stream (?:was destroyed|is not|has been|is in)|_(?:read|write|transform)\(\) (?:method )?is not implemented|The _\w+\(\) method is not implemented|Writable stream closed prematurely|Cannot read from a closed|stream (?:ended unexpectedly|closed (?:prematurely|unexpectedly))|Stream (?:closed|ended|was destroyed) (?:prematurely|unexpectedly|before)|not implemented: stream|Readable(?:Stream)? (?:is locked|was|reader))/,
    /(?:^|: )(?:Invalid state: (?:Controller|Reader|Writer|The (?:stream|reader|writer|controller)|(?:Readable|Writable|Transform)\w*|Cannot|chunk|Unable)|(?:The )?(?:Readable|Writable|Transform)?[Ss]tream (?:is|has been|was) (?:already )?(?:locked|closed|errored|cancell?ed)|Cannot (?:close|enqueue|error|abort|cancel|get a reader|create a reader)|This (?:readable stream )?(?:reader|writer) has been released|ReadableStream(?:DefaultReader)? |Failed to execute '(?:enqueue|close|getReader|getWriter|pipeTo|pipeThrough|tee|cancel)' on ')/,
    /^(?:unexpected end of file|incorrect (?:header|data|length) check|invalid (?:block type|distance(?:s? (?:too far back|set|code))?|stored block lengths|code lengths set|literal\/length code|literal\/lengths set|bit length repeat|window size)|unknown compression method|too many length or distance symbols|header crc mismatch|buffer error|need dictionary|Decompression failed|Compression failed|not in gzip format|Bad gzip|Input (?:stream )?ended)(?=$|[\n.:!])/i,
    /(?:^|: )(?:[Ee]nd of central directory record signature not found|[Ii]nvalid or unsupported zip format|Can't find end of central directory|Corrupted zip|invalid central directory file header|invalid (?:relative path|local file header)|ADM-ZIP: |FILE_ENDED|TAR_\w+|Invalid tar header|Unrecognized archive format|not a valid (?:zip|gzip|tar) |Encrypted zip|Bad archive|invalid zip (?:data|file)|Unexpected end of (?:archive|zip|gzip|data))/i,
  ],
  matchTyped: [/^(?:IllegalOperationError|Error): Channel closed$|^(?:TargetCloseError|ProtocolError): /],
  cases: [
    {
      id: 'no-such-process',
      signs: { codes: ['ESRCH'], classes: ['ProcessLookupError'] },
      text: 'The process that should get a signal does not exist: it has already ended (exited), or the process id is of an earlier run.',
      suggestion: 'Treat it as already stopped, forget the id when the process exits, and remove stale pid files.',
      examples: [
        'kill ESRCH',
        { type: 'ProcessLookupError', message: '[Errno 3] No such process', language: 'python' },
      ],
    },
    {
      id: 'electron-ready',
      signs: {
        says: [
          '^Cannot create BrowserWindow before app is ready',
          'can only be used after the app is ready',
          '^Electron failed to install correctly',
        ],
      },
      text: 'Electron is not ready for this: a window or module is used before the app is ready, or the binary of Electron is not installed (its download failed).',
      suggestion:
        'Wait for app.whenReady() before you create windows, and for a broken install delete node_modules/electron and install it again.',
      examples: ['Cannot create BrowserWindow before app is ready'],
    },
    {
      id: 'automated-element',
      signs: {
        classes: ['ElementNotVisibleException'],
        says: [
          /\b[Ww]aiting for (?:locator\(|getBy\w{1,20}\(|selector [`"'])|\bstrict mode violation: |\bNo element found for selector: |\bno such element: Unable to locate element|\bTimed out \d{1,7}ms waiting for expect\(|^Node is either not (?:clickable|visible)/,
        ],
      },
      otherSigns: [
        { classes: ['NoSuchElementException'], where: /\b(?:element|selector|locate)\b/i },
        { classes: ['ElementNotFound', 'ModalNotFound', 'Ambiguous'], libraries: ['Capybara'] },
      ],
      text: 'The automated browser did not find the one element it should act on or expects: the selector (locator) matches none before the time limit (timeout), the element is hidden (not visible, so nobody can click it) or comes later, or it matches several elements (strict mode).',
      suggestion:
        'Compare the selector with the page at this moment (a screenshot helps), wait for the element to appear after navigation, and select by role or test id so that exactly one matches.',
      examples: [
        "locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator('#buy')",
        { type: 'TimeoutError', message: 'Waiting for selector `#submit` failed: Waiting failed: 30000ms exceeded' },
        "locator.click: Error: strict mode violation: locator('button') resolved to 3 elements",
        {
          type: 'selenium.common.exceptions.NoSuchElementException',
          message: 'Message: no such element: Unable to locate element: {"method":"css selector","selector":"#pay"}',
          language: 'python',
        },
      ],
    },
    {
      id: 'automated-browser-start',
      signs: {
        codes: ['ENOENT', 'EACCES'],
        where: [
          'Failed to launch browser',
          'Failed to launch chrome',
          'Failed to launch the browser',
          'Failed to launch the chrome',
        ],
        says: [
          'Failed to launch browser',
          'Failed to launch chrome',
          'Failed to launch the browser',
          'Failed to launch the chrome',
        ],
      },
      text: 'The automated browser did not start: Chrome (or its shared libraries) is missing on this system or container, or may not be executed.',
      suggestion:
        'Install the browser together with its system libraries (or use an image that has them), and check the path of the executable and the sandbox flags in containers.',
      examples: [
        'Failed to launch the browser process!\n/root/.cache/chrome: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory',
      ],
    },
    {
      id: 'electron-handler',
      signs: { says: ["Error invoking remote method '", "^No handler registered for '"] },
      text: 'The window (renderer) of the Electron app called a channel in the main process that failed, or for which no handler is registered with ipcMain.handle.',
      suggestion:
        'Register the handler before the window loads, compare the channel name on both sides, and look into the output of the main process for the error behind it.',
      examples: ["Error invoking remote method 'save': Error: No handler registered for 'save'"],
    },
    {
      id: 'electron-destroyed',
      signs: { saysAmongErrors: ['^Object has been destroyed$'] },
      text: 'The code uses a window or other object of Electron that was already destroyed: the window was closed, and a timer, event or reference to it is left.',
      suggestion:
        'Set the reference to null on the closed event, check isDestroyed() before the call, and remove listeners and timers with the window.',
      examples: [{ type: 'TypeError', message: 'Object has been destroyed' }],
    },
    {
      id: 'disposed',
      signs: { classes: ['ObjectDisposedException'], where: ['disposed'] },
      text: 'The code uses an object (client, context, stream or connection) that was already disposed, that is closed for good: it outlived the block or the request that owns it, or is shared by mistake.',
      suggestion:
        'Keep it alive as long as it is used, wait for all work before the block ends, and give background work a scope of its own.',
      examples: [
        {
          type: 'System.ObjectDisposedException',
          message: "Cannot access a disposed object.\nObject name: 'HttpClient'.",
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'not-executable',
      signs: {
        says: [/^(?:Error response from daemon: )?OCI runtime .{1,300}: permission denied: unknown$/],
        codes: ['EACCES', 'EPERM', 'ENOEXEC', 'exit 126'],
        where: /^spawn(?:Sync)? |^fork\/exec |^exec: |exec format error|Exec format error|Cannot run program|\b126\b/,
      },
      otherSigns: [
        { codes: ['EACCES'], where: ['^Permission denied - '] },
        { codes: ['EACCES'], where: ['^error=13, '] },
        { codes: ['EACCES', 'ENOEXEC'], libraries: ['subprocess'] },
        { codes: ['EACCES'], where: ['/bash: line ', '/sh: line '] },
      ],
      text: 'The program could not be started: the file is not executable, the user has no permission to run it, or it was built for another system or processor (exec format error).',
      suggestion:
        'Make it executable (chmod +x), check its first line (#!) and its line ends, and install the build for this system and processor.',
      examples: [
        'spawn ./deploy.sh EACCES',
        { message: 'fork/exec ./tool: exec format error', language: 'go' },
        { type: 'OSError', message: "[Errno 8] Exec format error: './tool'", language: 'python' },
        'Process exited with code 126',
      ],
    },
    {
      id: 'start-limit',
      signs: {
        codes: ['EMFILE', 'ENFILE', 'EAGAIN', 'E2BIG', 'ENOMEM'],
        where: /^spawn(?:Sync)? |^fork\/exec |^fork: |[Aa]rgument list too long/,
      },
      text: 'No further process could be started: the process or the system has reached a limit of open files, processes or memory, or the arguments are too long.',
      suggestion:
        'Start fewer processes at the same time, close files and pipes after use, pass long input through a file or stdin, and raise the limits (ulimit -n, ulimit -u) only then.',
      examples: ['spawn ls EMFILE', 'spawn E2BIG'],
    },
    {
      id: 'killed',
      signs: {
        says: [/^\S{1,120}\.service: Failed with result 'oom-kill'|^OOMKilled$/],
        codes: ['exit 137', 'signal SIGKILL'],
      },
      text: 'The process was killed by a signal (SIGKILL, exit code 137): mostly the system or container ran out of memory and its OOM killer ended it, or something else stopped it by force.',
      suggestion:
        'Look for "OOMKilled" or "Out of memory" in the log of the container or kernel, give it more memory or let it use less, and check who else ends it (timeouts, deployments).',
      examples: [
        { type: 'Error', message: "shop.service: Failed with result 'oom-kill'." },
        { type: 'Error', message: 'OOMKilled' },
        {
          type: 'subprocess.CalledProcessError',
          message: "Command 'x' died with <Signals.SIGKILL: 9>.",
          language: 'python',
        },
        { type: '*exec.ExitError', message: 'signal: killed', language: 'go' },
        'Process exited with code 137',
      ],
    },
    {
      id: 'terminated',
      signs: { codes: ['exit 143', 'exit 130', 'signal SIGTERM', 'signal SIGINT', 'signal SIGHUP'] },
      text: 'The process was asked to end by a signal (SIGTERM or SIGINT, exit code 143 or 130): a deployment, a container that stops, a timeout or a user ended it.',
      suggestion:
        'Treat it as normal during deployments, finish running work when the signal comes, and look in the log of the platform for who sent it.',
      examples: [
        'Process exited with code 143',
        {
          type: 'subprocess.CalledProcessError',
          message: "Command 'x' died with <Signals.SIGTERM: 15>.",
          language: 'python',
        },
      ],
    },
    {
      id: 'crashed',
      signs: {
        codes: [
          'exit 139',
          'exit 134',
          'exit 135',
          'exit 136',
          'exit 132',
          'signal SIGSEGV',
          'signal SIGABRT',
          'signal SIGBUS',
          'signal SIGILL',
          'signal SIGTRAP',
        ],
        classes: ['EXC_BAD_ACCESS', 'AccessViolationException', 'SEHException'],
        says: [
          /(?:^|: )(?:\d{1,8} )?Segmentation fault(?: \(core dumped\))?(?=$|\n|\s{2,})|^signal: (?:segmentation fault|aborted|bus error)|^unexpected fault address |^\[signal SIGSEGV/,
        ],
      },
      otherSigns: [
        {
          says: [
            /(?:^|: )(?:Bus error|Floating point exception|Illegal instruction|Aborted) \(core dumped\)/,
            /^\*\*\* stack smashing detected \*\*\*|^(?:double free or corruption|corrupted (?:size vs\. prev_size|double-linked list)|munmap_chunk\(\)|free\(\)|malloc\(\)|realloc\(\)): ?\S|^double free or corruption \(|^corrupted size vs\. |\bERROR: AddressSanitizer: /,
          ],
        },
      ],
      text: 'The process crashed in native code: it touched memory that is not its own (segmentation fault, SIGSEGV, exit code 139) or aborted itself (SIGABRT, exit code 134).',
      suggestion:
        'Look for the native library or addon in the core dump or crash log, update it or build it again for this version and system, and check for too little memory.',
      examples: [
        'Segmentation fault (core dumped)',
        'Process exited with code 139',
        { message: 'signal: segmentation fault', language: 'go' },
      ],
    },
    {
      id: 'command-not-found',
      signs: {
        says: [/(?:^|: )(?:\/\S{1,40}\/)?(?:ba|da|z|k|a)?sh: (?:line )?\d+: \S{1,120}: not found$/],
        codes: ['exit 127'],
      },
      otherSigns: [
        {
          says: [
            / is not recognized as (?:the|a) name of a cmdlet, function|^'[^'\n]{1,200}' is not recognized as an internal or external command\b/,
          ],
        },
      ],
      text: 'The shell did not find the command (exit code 127): the program is not installed here, or not on the PATH of this process.',
      suggestion:
        'Install the program where the app runs (also in the container image), give its full path, and check the PATH of the service.',
      examples: [
        { type: 'Error', message: "'npm' is not recognized as an internal or external command," },
        { type: 'Error', message: '/bin/sh: 1: node: not found' },
        'Process exited with code 127',
      ],
    },
    {
      id: 'output-too-long',
      signs: { codes: ['ERR_CHILD_PROCESS_STDIO_MAXBUFFER'] },
      when: ['maxBuffer'],
      text: 'The command printed more than the buffer for its output holds, so it was stopped.',
      suggestion: 'Raise maxBuffer, or read the output as a stream (spawn) or from a file instead of all at once.',
      examples: ['stdout maxBuffer length exceeded'],
    },
    {
      id: 'exit-status',
      signs: {
        says: [
          /^g?make(?:\[\d{1,3}\])?: \*\*\* \[|^rsync error: |^tar: Exiting with failure status|^npm (?:ERR!|error) code ELIFECYCLE/,
        ],
        codes: ['exit *', 'curl *'],
        saysAmongErrors: [/^Command failed(?: with exit code \d{1,3})?: [a-z.\/~]\S{0,200}(?:$|[ \n])/],
      },
      otherSigns: [{ codes: ['ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL', 'ERR_PNPM_LIFECYCLE'] }],
      text: 'The command that the program started failed: it ended with an exit code (exit status) other than 0, or was killed by a signal, as at the end of a time limit. Its error output (stderr) tells the reason, if it wrote any.',
      suggestion:
        'Read the error output of the command, log it together with the exit code, and run the same command by hand in the same place and environment.',
      examples: [
        {
          type: 'subprocess.CalledProcessError',
          message: "Command '['git', 'push']' returned non-zero exit status 128.",
          language: 'python',
        },
        { type: '*exec.ExitError', message: 'exit status 1', language: 'go' },
        'Process exited with code 1',
      ],
    },
    {
      id: 'pool-shut-down',
      signs: {
        classes: ['RejectedExecutionException', 'TaskRejectedException'],
        says: [
          '^cannot schedule new futures after shutdown$',
          '^cannot schedule new futures after interpreter shutdown$',
        ],
      },
      text: 'The task was rejected by its executor (thread pool): the pool is already shut down, or its queue is full because tasks come faster than they are done.',
      suggestion:
        'Stop handing in tasks before the pool is shut down, limit the queue and choose what happens when it is full, and make the pool larger only if the machine can carry it.',
      examples: [
        {
          type: 'java.util.concurrent.RejectedExecutionException',
          message:
            'Task java.util.concurrent.FutureTask@6c37 rejected from java.util.concurrent.ThreadPoolExecutor@5859[Terminated, pool size = 0]',
          language: 'java',
        },
        { type: 'RuntimeError', message: 'cannot schedule new futures after shutdown', language: 'python' },
      ],
    },
    {
      id: 'end-of-data',
      signs: {
        classes: ['EOFException', 'EOFError', 'EndOfStreamException', 'UnexpectedEof'],
        where: /^(?!.*end of file reached)/,
        says: [
          /^Error \{ kind: UnexpectedEof, |^failed to fill whole buffer$|^EOF when reading a line$|^unexpected EOF$|^Unable to read beyond the end of the stream/,
        ],
      },
      otherSigns: [
        { saysAmongErrors: ['^EOF$'], languages: ['go'] },
        { classes: ['IncompleteReadError', 'ContentTooShortError'] },
      ],
      text: 'The data ended before the program had read what it expected (end of file, EOF): the file or stream is empty or cut off, or the other side closed the connection too early.',
      suggestion:
        'Check that the file was written completely and is not empty, compare the length with what is expected, and look at the other side if the data came over a connection.',
      examples: [
        { type: 'java.io.EOFException', message: '', language: 'java' },
        { type: 'EOFError', message: 'Ran out of input', language: 'python' },
        { message: 'failed to fill whole buffer', type: 'UnexpectedEof', language: 'rust' },
      ],
    },
    {
      id: 'file-mode',
      signs: { classes: ['UnsupportedOperation'] },
      text: 'The file or stream does not allow this: it was opened only for reading and is written to, or only for writing and is read, or it cannot be moved in (seek).',
      suggestion:
        'Open the file in the mode that the code needs (r, w, a, r+, with b for bytes), and read a pipe or response from start to end.',
      examples: [{ type: 'io.UnsupportedOperation', message: 'not writable', language: 'python' }],
    },
    {
      id: 'closed-file',
      signs: {
        codes: ['ERR_STREAM_CLOSED', 'ERR_CLOSED_MESSAGE_PORT', 'ERR_DIR_CLOSED'],
        says: [
          '^I/O operation on closed file',
          ': file already closed$',
          '^Cannot access a closed file',
          '^Cannot access a closed Stream',
        ],
        saysAmongErrors: [
          /^(?:Stream closed|closed stream|not opened for (?:reading|writing)|seek of closed file|write to closed file|Stream Closed)\.?$/,
        ],
      },
      otherSigns: [
        { codes: ['ERR_SOCKET_DGRAM_NOT_RUNNING'] },
        { says: ['^readline was closed$'] },
        { codes: ['EBADF'] },
        { codes: ['ERR_USE_AFTER_CLOSE'] },
      ],
      text: 'The code reads from or writes to a file or stream that was already closed (its descriptor is not open any more), for example after the block that opened it, or in another thread.',
      suggestion:
        'Keep the file open as long as it is read or written, do all the work inside the block that opens it, and look for a second part that closes it.',
      examples: [
        { type: 'ValueError', message: 'I/O operation on closed file.', language: 'python' },
        { type: 'java.io.IOException', message: 'Stream closed', language: 'java' },
        { type: 'IOError', message: 'closed stream', language: 'ruby' },
        { type: '*fs.PathError', message: 'read /tmp/a.txt: file already closed', language: 'go' },
        { type: 'System.ObjectDisposedException', message: 'Cannot access a closed file.', language: 'dotnet' },
      ],
    },
    {
      id: 'channel-disconnected',
      signs: {
        saysAmongErrors: ['^channel closed$'],
        classes: [
          'SendError',
          'RecvError',
          'ClosedSendChannelException',
          'ClosedReceiveChannelException',
          'ClosedQueueError',
        ],
        says: [
          'Err` value: RecvError',
          'Err` value: SendError',
          '^receiving on a closed channel$',
          '^sending on a closed channel$',
        ],
      },
      otherSigns: [{ classes: ['QueueShutDown'] }],
      text: 'The other end of the channel is gone: all senders (or receivers) were dropped, mostly because the thread or task that held them has ended or panicked.',
      suggestion:
        'Look for the first panic or error in the thread on the other side, and keep a sender or receiver alive as long as messages are expected.',
      examples: [{ message: 'called `Result::unwrap()` on an `Err` value: RecvError', language: 'rust' }],
    },
    {
      id: 'queue-empty-or-full',
      signs: { classes: ['QueueEmpty', 'QueueFull', 'Empty', 'Full'], languages: ['python'] },
      otherSigns: [{ saysAmongErrors: ['^Queue full$', '^Deque full$'], languages: ['java'] }],
      text: 'A queue was empty (or full) when the code asked it without waiting.',
      suggestion:
        'Wait with a timeout instead of asking at once, handle the empty or full case, and check that the side that fills or empties the queue runs.',
      examples: [{ type: 'queue.Empty', message: '', language: 'python' }],
    },
    {
      id: 'worker-path',
      signs: { codes: ['ERR_WORKER_PATH'] },
      when: /filename must|absolute path/i,
      text: 'The path of the worker script is not usable: it must be an absolute path, a file URL, or a relative path that begins with a dot.',
      suggestion:
        "Write new Worker(new URL('./worker.js', import.meta.url)), and check that the build copies this file.",
      examples: ['The filename must be an absolute path'],
    },
    {
      id: 'not-started',
      signs: {
        codes: ['ENOENT', 'ENOTDIR'],
        where:
          /^spawn(?:Sync)? |^fork\/exec |^exec: |^Cannot run program |not found(?: in |$)|^Unable to find executable /,
        says: [
          /: exec: "[^"]{1,200}": executable file not found in \$PATH|^exec: \"[^\"\n]{1,200}\": executable file not found in |(?:^|: )(?:\S{1,80}: )?command not found$|^Cannot run program \"|: exec: \S{1,80}: not found$|^(?:sh|bash|dash|zsh): (?:\d{1,5}: |line \d{1,5}: )?\S{1,80}: not found$|^exec: \"[^\"]{1,80}\": no such file|^Unable to find executable /,
        ],
      },
      otherSigns: [
        { codes: ['ENOENT'], where: ['^No such file or directory - '] },
        { codes: ['ENOENT'], where: ['^error=2, '] },
        { codes: ['ENOENT'], libraries: ['subprocess'] },
        {
          codes: ['ENOENT'],
          where:
            /^(?:env|timeout|xargs|nohup|nice|setsid|stdbuf|strace|time|watch|chroot|sudo): (?:failed to run command )?\S{1,200}: No such file or directory/,
        },
      ],
      when: /spawn|^\w{1,10} not found$|Cannot find ff/,
      text: 'The command (a child process) could not be started: the program is not installed, not on the PATH of this process, not executable, or its working directory does not exist.',
      suggestion:
        'Install the program where the app runs (also in the container image), give its full path or correct the PATH, and check that its working directory (cwd) exists.',
      examples: [
        'spawn ffmpeg ENOENT',
        { type: '*exec.Error', message: 'exec: "ffmpeg": executable file not found in $PATH', language: 'go' },
        {
          type: 'java.io.IOException',
          message: 'Cannot run program "convert": error=2, No such file or directory',
          language: 'java',
        },
        'bash: line 1: kubectl: command not found',
      ],
    },
    {
      id: 'ipc-closed',
      signs: { codes: ['ERR_IPC_CHANNEL_CLOSED', 'ERR_IPC_DISCONNECTED'] },
      otherSigns: [{ codes: ['ERR_CHILD_CLOSED_BEFORE_REPLY', 'ERR_CHILD_PROCESS_IPC_REQUIRED'] }],
      when: ['Channel closed', 'IPC'],
      text: 'The channel (IPC) to the other process is already closed: that process has exited or was disconnected, and a message was still sent to it.',
      suggestion:
        'Check process.connected before you send, stop sending on the exit event, and find out from its exit code why the process ended.',
      examples: ['Channel closed'],
    },
    {
      id: 'automated-browser',
      signs: {
        says: ['stale element reference: ', 'This version of ChromeDriver only supports'],
        classes: [
          'TargetCloseError',
          'TargetClosedError',
          'StaleElementReferenceException',
          'ElementNotInteractableException',
          'ElementClickInterceptedException',
          'WebDriverException',
          'SessionNotCreatedException',
          'NoSuchWindowException',
          'InvalidSessionIdException',
          'NoSuchDriverException',
        ],
      },
      otherSigns: [
        {
          libraries:
            'puppeteer, puppeteer-core, playwright, playwright-core, selenium-webdriver, @wdio, org.openqa, selenium'.split(
              ', ',
            ),
        },
      ],
      when: /[Bb]rowser|Target|^Page|Session|[Ff]rame|Execution context|Chrome|Executable|Protocol error|Node is|page has been/,
      text: 'The automated browser could not be used: it is not installed or did not start, or the page or frame was closed, crashed or navigated away while the code worked on it.',
      suggestion:
        'Install the browser with its system libraries, wait for each step before you close the page, and look elements up again after a navigation.',
      examples: ['Target closed'],
    },
    {
      id: 'image',
      signs: {
        classes: [
          'UnidentifiedImageError',
          'ImageFormatException',
          'UnknownImageFormatException',
          'InvalidImageContentException',
          'ImagickException',
          'DecompressionBombError',
          'NotReadableException',
          'IIOException',
        ],
        says: [/^cannot identify image file |^image: unknown format$|^(?:png|jpeg|gif): invalid format: /],
      },
      otherSigns: [
        {
          libraries: [
            'go:png',
            'go:jpeg',
            'go:gif',

            'php:getimagesize',
            'php:imagecreatefromstring',
            'php:imagecreatefromjpeg',
            'php:imagecreatefrompng',
            'php:Imagick',
          ],
        },
        { libraries: 'sharp, jimp, canvas, gm, image-size, pngjs, jpeg-js, PIL'.split(', ') },
      ],
      when: /image|[Vv]ips|jpe?g|png|webp|heif|tiff|svg|gif|SOS|SOI|MIME|extract_area|for \w+ but received/i,
      text: 'The image could not be processed: the file is missing, empty or damaged, or its format is not a supported image format, whatever its extension says.',
      suggestion:
        'Check the first bytes and the size of the file, refuse uploads that are no images, and install support for formats such as HEIC if you need them.',
      examples: [
        'Input buffer contains unsupported image format',
        {
          type: 'PIL.UnidentifiedImageError',
          message: 'cannot identify image file <_io.BytesIO object at 0x7f>',
          language: 'python',
        },
      ],
    },
    {
      id: 'compressed',
      signs: {
        codes: [
          'Z_DATA_ERROR',
          'Z_BUF_ERROR',
          'Z_STREAM_ERROR',
          'Z_MEM_ERROR',
          'Z_NEED_DICT',
          'ERR__ERROR_FORMAT_*',
          'ERR_BROTLI*',
          'ERR_PADDING_*',
          'ERR__ERROR_*',
        ],
        classes: ['BadGzipFile', 'GzipFileError', 'LZMAError', 'DataFormatException'],
        says: [
          /^(?:Found invalid data while decoding|The archive entry was compressed using an unsupported)|^Error -\d while decompressing data: |^Not a gzipped file|^(?:gzip|zlib|flate|bzip2): (?:invalid|corrupt)|^invalid deflate data/,
          /^(?:gzip: \S{1,80}: )?not in gzip format(?=$|\n)/i,
        ],
      },
      otherSigns: [
        {
          says: [
            /^(?:gzip|gunzip|zcat|bzip2|xz|zstd): \S{1,200}: (?:unexpected end of file|not in gzip format|invalid compressed data|File format not recognized|unsupported format)/,
          ],
        },
        {
          libraries: [
            'go:gzip',
            'go:flate',
            'go:zlib',
            'go:bzip2',
            'Zlib',
            'php:gzinflate',
            'php:gzuncompress',
            'php:gzdecode',
          ],
        },
        { libraries: ['zlib', '_lzma', 'lzma', 'bz2'] },
        { classes: ['ZipException'], where: /GZIP|^(?:invalid|incorrect|unknown|too many|over-subscribed) /i },
        { libraries: ['pako', 'fflate', 'zstd-codec'] },
        { codes: ['ERR_TRAILING_JUNK_AFTER_STREAM_END', 'ERR_ZLIB_INITIALIZATION_FAILED', 'ERR_ZSTD_INVALID_PARAM'] },
        { classes: ['DecodingError'], libraries: ['httpx'] },
        { classes: ['ContentDecodingError'] },
      ],
      when: /header check|data check|length check|gzip|zlib|Z_\w|block|distance|end of file|inflate|deflate|brotli|zstd|compress|length\/|literal|window size|BROTLI|bit length|code lengths/i,
      text: 'The compressed data (gzip or the like) could not be unpacked: it is truncated, damaged, or was never in that format.',
      suggestion:
        'Check that the download is complete and the file is really compressed in this way; a client that has already decompressed the response is a common cause.',
      examples: [
        'incorrect header check',
        'unexpected end of file',
        {
          type: 'zlib.error',
          message: 'Error -3 while decompressing data: incorrect header check',
          language: 'python',
        },
        { type: 'gzip.BadGzipFile', message: "Not a gzipped file (b'no')", language: 'python' },
      ],
    },
    {
      id: 'archive',
      signs: {
        classes: ['BadZipFile', 'BadZipfile', 'LargeZipFile', 'ZipException', 'ReadError', 'CompressionError'],
        says: [
          /^End[- ]of[- ][Cc]entral[- ][Dd]irectory (?:record could not be|signature not) found|^File is not a zip file$|^zip END header not found$|^zip: not a valid zip file$|^archive\/tar: invalid tar header$/,
        ],
      },
      otherSigns: [
        {
          says: [
            '^tar: This does not look like a tar archive',
            '^tar: Unexpected EOF in archive',
            '^tar: Archive is compressed',
            'End-of-central-directory signature not found',
          ],
        },
        { libraries: ['go:zip', 'go:tar', 'php:ZipArchive', 'php:zip', 'php:PharData', 'Zip', 'Gem::Package'] },
        { libraries: 'yauzl, adm-zip, jszip, unzipper, tar, archiver, node-stream-zip'.split(', ') },
      ],
      when: /zip|tar|archive|central directory|local file|relative path|FILE_ENDED/i,
      text: 'The archive (zip or tar) could not be read: the file is truncated, damaged, encrypted, or not in this format at all, such as an HTML error page saved as a zip file.',
      suggestion:
        'Check the size and first bytes of the file, download it again, and wait until it is fully written before you open it.',
      examples: [
        'end of central directory record signature not found',
        { type: 'zipfile.BadZipFile', message: 'File is not a zip file', language: 'python' },
        { type: 'java.util.zip.ZipException', message: 'zip END header not found', language: 'java' },
      ],
    },
    {
      id: 'null-in-stream',
      signs: { codes: ['ERR_STREAM_NULL_VALUES'] },
      when: ['null values'],
      text: 'null was written to a stream, but in streams null means the end of the data and is not allowed as a value.',
      suggestion: 'Skip empty values, or wrap them in an object, and call end() to finish the stream.',
      examples: ['May not write null values to stream'],
    },
    {
      id: 'premature-close',
      signs: { codes: ['ERR_STREAM_PREMATURE_CLOSE'] },
      when: /Premature close|prematurely|ended unexpectedly|closed unexpectedly|before/i,
      text: 'The stream was closed too early, before all data had come through: the other side dropped the connection, or one part of the pipeline was destroyed.',
      suggestion:
        'Look for the first error on either side, use pipeline() so that errors reach you, and treat a client that leaves during a download as normal.',
      examples: ['Premature close'],
    },
    {
      id: 'web-stream-state',
      signs: { codes: ['ERR_INVALID_STATE'] },
      when: /locked|reader|writer|Invalid state|enqueue|getReader|cancel|released/i,
      text: 'A web stream is used in a state that does not allow it: it is locked by a reader, or already closed or errored, and the code still reads, writes or closes it.',
      suggestion:
        'Use one reader at a time and release it, stop enqueueing after close or cancel, and use tee() if two parts must read.',
      examples: ['Invalid state: Controller is already closed'],
    },
    {
      id: 'stream-ended',
      signs: {
        codes: [
          'ERR_STREAM_WRITE_AFTER_END',
          'ERR_STREAM_DESTROYED',
          'ERR_STREAM_PUSH_AFTER_EOF',
          'ERR_STREAM_UNSHIFT_AFTER_END_EVENT',
          'ERR_STREAM_CANNOT_PIPE',
          'ERR_STREAM_ALREADY_FINISHED',
          'ERR_METHOD_NOT_IMPLEMENTED',
          'ERR_STREAM_UNABLE_TO_PIPE',
          'ERR_STREAM_WRAP',
        ],
      },
      when: /stream|write after|pipe|not implemented|Readable|Writable/i,
      text: 'The code writes to or reads from a stream that has already ended, was closed or destroyed, or does not implement this direction.',
      suggestion:
        'Stop writing after end() and on the close event, connect streams with pipeline(), and check for two parts that finish the same stream.',
      examples: ['write after end', 'Cannot call write after a stream was destroyed'],
    },
    {
      id: 'worker',
      signs: {
        codes: ['ERR_WORKER_INIT_FAILED', 'ERR_WORKER_NOT_RUNNING', 'ERR_WORKER_UNSUPPORTED_OPERATION'],
        classes: ['BrokenProcessPool', 'BrokenThreadPool', 'WorkerLostError', 'BrokenExecutor'],
      },
      otherSigns: [{ codes: ['ERR_WORKER_MESSAGING_FAILED', 'ERR_WORKER_MESSAGING_ERRORED'] }],
      when: ['Worker', 'worker', 'Task queue'],
      text: 'A worker stopped or could not be used: it crashed, ran out of memory, was terminated, or its script or task could not be loaded.',
      suggestion:
        'Listen to the error and exit events of the worker, look for the first error in its output, and limit its memory and the size of its tasks.',
      examples: [
        'Worker terminated unexpectedly',
        {
          type: 'concurrent.futures.process.BrokenProcessPool',
          message: 'A process in the process pool was terminated abruptly while the future was running or pending.',
          language: 'python',
        },
      ],
    },
    {
      id: 'line-endings',
      signs: {
        codes: ['ENOENT', 'exit 127'],
        where: /bad interpreter: |\\r/,
        says: [/: bad interpreter: |: cannot execute: required file not found$|\/usr\/bin\/env: [‘'].{1,60}\\r[’']/],
      },
      otherSigns: [{ says: [': cannot execute: required file not found$'] }],
      text: 'The script could not be started, because the interpreter in its first line (#!) does not exist: often the file has Windows line endings (CRLF, ^M), or the program is not installed there.',
      suggestion:
        'Convert the line endings to LF (dos2unix, a .gitattributes rule), or correct the path in the first line (#!/usr/bin/env bash).',
      examples: [{ type: 'Error', message: 'bash: ./run.sh: /bin/bash^M: bad interpreter: No such file or directory' }],
    },
    {
      id: 'git-repository',
      signs: {
        says: [
          /^(?:fatal: )(?:not a git repository|detected dubious ownership|repository '.{1,300}' (?:not found|does not exist)|'.{1,300}' does not appear to be a git repository|No configured push destination)/,
        ],
      },
      text: 'git does not find the repository (or does not trust it): the directory is no clone (it has no .git), the remote URL is wrong or does not exist for this account, or another user owns the files.',
      suggestion:
        'Run the command inside of the repository, check the URL and the access rights of the token or key, use git init or clone, or add the path to safe.directory.',
      examples: [
        { type: 'Error', message: 'fatal: not a git repository (or any of the parent directories): .git' },
        { type: 'Error', message: "fatal: repository 'https://github.com/a/b.git/' not found" },
      ],
    },
    {
      id: 'git-branch',
      signs: {
        says: [
          /^(?:fatal: )?(?:couldn't find remote ref|The current branch \S{1,120} has no upstream|Remote branch \S{1,120} not found|ambiguous argument '[^']{1,200}': unknown revision|bad revision '|invalid upstream '|your current branch '[^']{1,120}' does not have any commits)|^merge: \S{1,120} - not something we can merge|^error: branch '[^']{1,120}' not found|^(?:error: )?(?:src refspec \S{1,120} does not match any|pathspec '[^']{1,200}' did not match)/,
        ],
      },
      text: 'git does not know this branch (ref): it does not exist on the remote or locally, has another name, or has no upstream branch yet to push to.',
      suggestion:
        'List branches with git branch -a, run git fetch, and push the first time with git push -u origin <branch>.',
      examples: [
        { type: 'Error', message: 'fatal: The current branch x has no upstream branch.' },
        { type: 'Error', message: "fatal: couldn't find remote ref feature/x" },
      ],
    },
    {
      id: 'git-work-tree',
      signs: {
        says: [
          /^(?:error: )?(?:failed to push some refs|Your local changes to the following files would be overwritten|you need to resolve your current index)|^CONFLICT \(|^fatal: (?:pathspec '|Unable to create '.{1,300}\.lock'|refusing to merge|Not possible to fast-forward)/,
        ],
      },
      otherSigns: [{ says: ['^Automatic merge failed; fix conflicts'] }],
      text: 'git cannot go on with the files or commits as they are: the push was rejected as the remote has commits that are missing here, a merge has a conflict, local changes would be overwritten, a path does not match, or another git process holds the lock.',
      suggestion:
        'Pull (or rebase) before you push, resolve the conflict and commit, commit or stash local changes, check the path; delete index.lock only when no git process is running.',
      examples: [
        { type: 'Error', message: "error: failed to push some refs to 'origin'" },
        { type: 'Error', message: 'CONFLICT (content): Merge conflict in src/a.ts' },
        { type: 'Error', message: "fatal: Unable to create '/srv/.git/index.lock': File exists." },
      ],
    },
    {
      id: 'container-image',
      signs: {
        says: [
          /\bpull access denied for |\bmanifest unknown\b|^Back-off pulling image "|^(?:Err)?ImagePull(?:BackOff)?(?:$|: )|^Failed to pull image "/,
        ],
      },
      otherSigns: [
        {
          codes: ['gRPC NOT_FOUND', 'gRPC UNKNOWN'],
          where: [
            'Failed to pull image',
            'Failed to pull and unpack image',
            'failed to pull image',
            'failed to pull and unpack image',
          ],
        },
      ],
      text: 'The container image could not be pulled: no image of this name and tag (version) exists in the registry, or the registry needs a login that is missing (access denied).',
      suggestion:
        'Check name, tag and registry of the image and its platform, run docker login or set the pull secret, and push the image first if it is yours.',
      examples: [
        {
          type: 'Error',
          message:
            "Error response from daemon: pull access denied for foo, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
        },
        { type: 'Error', message: 'manifest for node:99 not found: manifest unknown: manifest unknown' },
      ],
    },
    {
      id: 'container',
      signs: {
        says: [
          /\b(?:Error response from daemon|daemon): (?:No such (?:container|image|network|volume)|Conflict\. The container name|network .{1,80} not found)|^CrashLoopBackOff\b|\b[Bb]ack-off (?:\S{1,10} )?restarting failed container/,
        ],
      },
      otherSigns: [{ classes: ['ContainerLaunchException', 'ContainerFetchException'] }],
      text: 'The container is not as the command expects: none of this name exists (any more), the name is already in use by another container, or it crashes after each start and is restarted again and again.',
      suggestion:
        'List containers with docker ps -a, remove or rename the old one, and read the log of a container that does not stay up (docker logs, kubectl logs --previous).',
      examples: [
        { type: 'Error', message: 'Error response from daemon: No such container: web' },
        { type: 'Error', message: 'CrashLoopBackOff: back-off 5m0s restarting failed container' },
      ],
    },
    {
      id: 'kubernetes-object',
      signs: {
        codes: [
          'Kubernetes NotFound',
          'Kubernetes AlreadyExists',
          'Kubernetes Conflict',
          'Kubernetes BadRequest',
          'Kubernetes Invalid',
        ],
      },
      text: 'Kubernetes refuses the request for this object: none of this name exists in the namespace, one exists already or was changed meanwhile, or the manifest is not valid.',
      suggestion:
        'Check the name, the kind and the namespace (kubectl get … -A) and the context of kubectl, and read what follows the reason in brackets.',
      examples: ['Error from server (NotFound): pods "web-1" not found'],
    },
    {
      id: 'unschedulable',
      signs: { says: [/\b\d{1,5}\/\d{1,5} nodes are available: \d/] },
      text: 'Kubernetes finds no node for this pod: none has enough free CPU or memory for its requests, or taints, selectors and volumes rule the nodes out. The message counts the reasons.',
      suggestion:
        'Lower the requests of the pod, add nodes or let the autoscaler do it, and check the tolerations, the node selector and the zone of its volumes.',
      examples: ['0/3 nodes are available: 3 Insufficient cpu.'],
    },
    {
      id: 'docker-socket',
      signs: {
        says: [
          '^permission denied while trying to connect to the Docker daemon socket',
          '^Got permission denied while trying to connect to the Docker daemon socket',
        ],
      },
      text: 'The user has no permission to talk to the Docker daemon: its socket may be opened only by root and the group docker.',
      suggestion:
        'Add the user to the docker group and log in again, or give the job the rights it needs (mount the socket, rootless Docker).',
      examples: [
        {
          type: 'Error',
          message:
            'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
        },
      ],
    },
    {
      id: 'systemd-unit',
      signs: {
        says: [
          /^Failed to (?:start|restart|stop|enable) \S{1,120}: Unit |^Job for \S{1,120} failed because |^\S{1,120}\.service: (?:Start request repeated|Failed with result '(?!oom-kill)|Main process exited)/,
        ],
      },
      otherSigns: [
        { says: ['^System has not been booted with systemd as init system', '^Failed to connect to bus: '] },
      ],
      text: 'systemd could not start this service (unit): systemd does not run here (as in most containers), no unit of this name exists, or its process exited with an error, and systemd gives up after it crashed too often.',
      suggestion:
        'Look at systemctl status and the log (journalctl -u name), check the name of the unit and the command in ExecStart, and run systemctl daemon-reload after changes.',
      examples: [
        { type: 'Error', message: 'Failed to start shop.service: Unit shop.service not found.' },
        { type: 'Error', message: 'Job for nginx.service failed because the control process exited with error code.' },
      ],
    },
    {
      id: 'package-lock',
      signs: {
        says: [
          '^E: Could not get lock ',
          '^Error: Error acquiring the state lock',
          '^│ Error: Error acquiring the state lock',
          '^Error acquiring the state lock',
        ],
      },
      text: 'Another process holds the lock: a second run of the package manager or deployment tool is active at the same time, or one that was stopped left its lock behind.',
      suggestion:
        'Wait for the other process to end, look which one it is, and remove the lock (force-unlock) only when none is running.',
      examples: [
        {
          type: 'Error',
          message: 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 123 (apt)',
        },
      ],
    },
    {
      id: 'test-fixture',
      signs: { classes: ['FixtureLookupError'] },
      otherSigns: [{ classes: ['ParameterResolutionException'] }],
      text: 'A test asks for a fixture (or parameter) that nothing provides: it is misspelled, defined in another directory, or the plugin or extension that has it is not installed.',
      suggestion:
        'Define the fixture in the conftest.py of this directory or one above, check its spelling, install the plugin that has it, or register the extension (@ExtendWith) that resolves the parameter.',
      examples: [
        { type: '_pytest.fixtures.FixtureLookupError', message: "fixture 'client' not found", language: 'python' },
      ],
    },
    {
      id: 'worker-boot',
      signs: { classes: ['HaltServer'], says: [/^(?:<HaltServer ')?Worker failed to boot(?=[.']|$)/] },
      text: 'The worker of the server failed to boot: the app crashed while it was imported or started, mostly by an import error or a missing setting.',
      suggestion:
        'Read the first traceback above this line in the log, and start the app by hand (python -c "import app") in the same environment.',
      examples: [
        { type: 'gunicorn.errors.HaltServer', message: "<HaltServer 'Worker failed to boot.' 3>", language: 'python' },
      ],
    },
    {
      id: 'exit-called',
      signs: { classes: ['SystemExit'] },
      text: 'The program ended itself: it called exit with this exit code. Anything but 0 stands for a failure, such as wrong arguments on the command line (2).',
      suggestion:
        'Look at what the program printed before, and do not treat exit code 0 as an error; catch SystemExit only around code that is run from within another program.',
      examples: [{ type: 'SystemExit', message: '2', language: 'python' }],
    },
    {
      id: 'interrupted',
      signs: { classes: ['KeyboardInterrupt'] },
      otherSigns: [{ codes: ['ERR_SCRIPT_EXECUTION_INTERRUPTED'] }],
      text: 'The program or thread was interrupted while it worked or waited: someone pressed Ctrl+C, or the system stopped it on shutdown.',
      suggestion: 'Treat it as a normal stop: clean up and end, and do not report it.',
      examples: [{ type: 'KeyboardInterrupt', message: '', language: 'python' }],
    },
    {
      id: 'line-too-long',
      signs: { says: ['^bufio.Scanner: token too long$'] },
      text: 'A line of the input is longer than the buffer of bufio.Scanner (64 KiB), so reading stopped.',
      suggestion: 'Give the scanner a larger buffer (scanner.Buffer), or read long lines with bufio.Reader.',
      examples: [{ type: '*errors.errorString', message: 'bufio.Scanner: token too long', language: 'go' }],
    },
    {
      id: 'link-step',
      signs: { codes: ['exit *'], where: ['^linking with `'] },
      otherSigns: [
        { codes: ['ENOENT'], where: ['ld: cannot find -l'] },
        { says: ['ld: cannot find -l', 'ld: library not found for -l', "ld: library '", 'ld: library ‘'] },
        {
          says: [
            /\bundefined reference to [`'‘]|\bcollect2: error: ld returned \d|^Undefined symbols for architecture \w/,
          ],
        },
      ],
      text: 'The compiler could not link the program: the linker did not find a library, or the definition of a function or other symbol (an undefined reference), or a build tool (cc, a -dev package) is not installed.',
      suggestion:
        'Read the end of the linker output for the missing library, install it (and pkg-config), and check the target platform.',
      examples: [{ type: 'Error', message: 'linking with `cc` failed: exit status: 1' }],
    },
    {
      id: 'stopped-by-signal',
      signs: { classes: ['SignalException', 'Interrupt', 'Shutdown'] },
      text: 'The process was asked to stop (SIGTERM or Ctrl+C), as on a deploy, restart or shutdown: it terminated in the middle of its work.',
      suggestion:
        'Treat it as a normal stop and let jobs be repeated safely; give them more time to end before the restart.',
      examples: [
        { type: 'SignalException', message: 'SIGTERM', language: 'ruby' },
        { type: 'Sidekiq::Shutdown', message: 'Sidekiq::Shutdown', language: 'ruby' },
      ],
    },
    {
      id: 'shell-test',
      signs: {
        says: [
          ': unary operator expected$',
          ': binary operator expected$',
          ': [: too many arguments$',
          ': integer expression expected$',
        ],
      },
      text: 'A test in the shell script ([ … ]) lacks a value: a variable in it is empty or has several words and stands without quotes.',
      suggestion: 'Put the variable in quotes ("$name"), or use [[ … ]] in bash, and check why it is empty.',
      examples: [{ type: 'Error', message: 'bash: line 1: [: ==: unary operator expected' }],
    },
    {
      id: 'native-build',
      signs: {
        says: [
          /^failed to run custom build command for `|^(?:error: )?(?:subprocess-exited-with-error|Failed to build gem native extension)|^ERROR: (?:Failed (?:building wheel for|to build gem native extension)|Could not build wheels for)/,
        ],
      },
      otherSigns: [
        {
          classes: 'MojoExecutionException, CompilationFailureException, TaskExecutionException, BuildException'.split(
            ', ',
          ),
        },
      ],
      text: 'A package with native code could not be built (compiled) here: a compiler, a header file or a system library (a -dev package such as OpenSSL) is not installed.',
      suggestion:
        'Read the end of the output for the missing file, install the build tools and the library, or choose a version with a prebuilt package.',
      examples: [{ type: 'Error', message: 'failed to run custom build command for `openssl-sys v0.9.80`' }],
    },
    {
      id: 'system-user',
      signs: {
        says: [
          /^(?:chown|chgrp|su|sudo|id|install|passwd|usermod|userdel|groupmod|login): .{0,80}\b(?:invalid (?:user|group|spec)|unknown user|no such user|user ['‘"]?[\w.-]{1,40}['’"]? does not exist)/,
        ],
      },
      otherSigns: [
        { says: ['^User identifier does not exist: ', '^Group identifier does not exist: '] },
        { codes: ['ERR_UNKNOWN_CREDENTIAL'] },
      ],
      text: 'The system has no user or group of this name: it was not created on this machine or in this image, or the name is misspelled.',
      suggestion:
        'Create the user in the image or on the machine (useradd), use its number where only that is known, and compare the names with /etc/passwd.',
      examples: [{ type: 'Error', message: "chown: invalid user: 'shop'" }],
    },
    {
      id: 'mounted-device',
      signs: { says: [/^(?:u?mount|mount\.\w{1,12}): (?=\S{1,300}: |[^\n]{1,300}\bmount)\S{1,300}:? /] },
      text: 'The file system could not be mounted (or unmounted): the device or share does not exist here, has another type, is busy, or the process has no permission (root) for it.',
      suggestion:
        'Check the device with lsblk, type and options in /etc/fstab, and what dmesg says; in containers mounts need privileges that they mostly lack.',
      examples: [{ type: 'Error', message: 'mount: /mnt: special device /dev/none does not exist.' }],
    },
    {
      id: 'nothing-to-commit',
      signs: {
        says: [
          /^(?:On branch \S{1,200}\n(?:[^\n]{0,200}\n){0,4})?(?:nothing (?:added )?to commit(?=, working| but untracked| \(|$)|no changes added to commit)\b/,
        ],
      },
      text: 'git commit found nothing to do: no file has changed, or the changed files were not staged, so there is nothing to commit.',
      suggestion:
        'Stage the files with git add before the commit, and let scripts check git diff --cached --quiet first where an empty commit is no failure.',
      examples: [{ type: 'Error', message: 'On branch main\nnothing to commit, working tree clean' }],
    },
    {
      id: 'java-options',
      signs: {
        says: ['^Unrecognized option', '^Unrecognized VM option', '^Could not create the Java Virtual Machine'],
      },
      text: 'The Java virtual machine (JVM) was not created: an option or argument it was started with is not recognized by this version, is misspelled, or asks for more memory (heap size) than there is.',
      suggestion:
        'Check JAVA_OPTS and JAVA_TOOL_OPTIONS and the arguments of the start script against this version of Java, and remove options of older versions.',
      examples: [
        { type: 'Error', message: "Unrecognized VM option 'Nope'\nError: Could not create the Java Virtual Machine." },
      ],
    },
    {
      id: 'git-identity',
      signs: {
        says: [
          '^Author identity unknown',
          '^Committer identity unknown',
          '*** Please tell me who you are',
          'unable to auto-detect email address',
          '^fatal: empty ident name',
        ],
      },
      text: 'git does not know the name and email of the author, and so makes no commit: user.name and user.email are not set for the user that runs it (in CI or a container).',
      suggestion:
        'Set them with git config user.name and user.email in this repository, or in the environment (GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL and those of the committer).',
      examples: [{ type: 'Error', message: 'Author identity unknown\n\n*** Please tell me who you are.' }],
    },
    {
      id: 'docker-daemon',
      signs: { classes: ['DockerException'], where: ['Error while fetching server API version'] },
      otherSigns: [
        { codes: ['ENOENT', 'ECONNREFUSED', 'EACCES'], libraries: ['docker'] },
        { says: ['^Cannot connect to the Docker daemon at '] },
      ],
      text: 'The Docker daemon does not answer: it is not running, its socket is not mounted into this container, or this user may not open it.',
      suggestion:
        'Start Docker, check DOCKER_HOST and that /var/run/docker.sock exists here, and add the user to the docker group.',
      examples: [
        {
          type: 'docker.errors.DockerException',
          message:
            "Error while fetching server API version: ('Connection aborted.', FileNotFoundError(2, 'No such file or directory'))",
          language: 'python',
        },
      ],
    },
  ],
};
