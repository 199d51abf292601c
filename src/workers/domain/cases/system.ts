import type { PatternCase } from '../pattern.js';

/** Child processes, workers, streams and what flows through them. */
export const PROCESS_CASES: readonly PatternCase[] = [
  {
    when: /filename must|absolute path/i,
    text: 'The path of the worker script is not usable: it must be an absolute path, a file URL, or a relative path that begins with a dot.',
    suggestion: "Write new Worker(new URL('./worker.js', import.meta.url)), and check that the build copies this file.",
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
];

/** Errno of file operations. */
export const FILE_SYSTEM_CASES: readonly PatternCase[] = [
  {
    when: /watchers|watch '|inotify/,
    text: 'The system limit for file watchers (inotify) is reached: too many files are being watched at once, often node_modules too.',
    suggestion: 'Exclude node_modules and build output from watching, or raise fs.inotify.max_user_watches.',
    examples: ["ENOSPC: System limit for number of file watchers reached, watch '/app/src'"],
  },
  {
    when: /ENOSPC|EDQUOT|[Nn]o space|disk|Errno 28|os error 28|quota/i,
    text: 'The disk is full: there is no storage space (or inode, or quota) left for what the program wants to write.',
    suggestion:
      'Free space (logs, temporary files, old images), enlarge the volume, and rotate what grows without end. df -h and df -i show which is full.',
    examples: ['ENOSPC: no space left on device, write'],
  },
  {
    when: /EMFILE|ENFILE|[Tt]oo many open files|Errno 24|os error 24/,
    text: 'The process has too many open files (or sockets) and reached the limit of file descriptors.',
    suggestion:
      'Close files and connections after use, limit how many are opened at the same time, and raise the limit (ulimit -n) if the load needs it.',
    examples: ["EMFILE: too many open files, open '/etc/hostname'"],
  },
  {
    when: /EXDEV|[Cc]ross-device|Errno 18/,
    text: 'A rename cannot move a file to another device (disk, volume or mount): source and target lie on different file systems.',
    suggestion:
      'Copy the file and then delete the original, or put the temporary directory on the same disk as the target.',
    examples: ["EXDEV: cross-device link not permitted, rename '/tmp/upload_abc' -> '/data/uploads/a.png'"],
  },
  {
    when: /EBUSY|ETXTBSY|used by another process|Errno 16/,
    text: 'The file or directory is busy: it is in use or locked by another process, or it is a mount point.',
    suggestion:
      'Close the program that uses it (editor, virus scanner, second instance), close your own handles first, and retry after a moment.',
    examples: ["EBUSY: resource busy or locked, unlink 'C:\\app\\data\\app.db'"],
  },
  {
    when: /ENOTEMPTY|not empty|Errno 39|os error 39/,
    text: 'The directory (folder) is not empty, so it cannot be removed or replaced.',
    suggestion:
      'Remove it with rm(path, { recursive: true, force: true }), and check that no other process is still writing into it.',
    examples: ["ENOTEMPTY: directory not empty, rmdir '/tmp/build'"],
  },
  {
    when: /EEXIST|already exists|Errno 17|os error 17/,
    text: 'A file or directory of this name already exists, and the operation may not overwrite it.',
    suggestion: 'Use mkdir with recursive: true, choose a unique name, or remove or overwrite the old file on purpose.',
    examples: ["EEXIST: file already exists, mkdir '/tmp/build'"],
  },
  {
    when: /ENOTDIR|EISDIR|directory|Errno 2[01]|os error 2[01]/,
    text: 'The path leads to the wrong kind of entry: a directory (folder) where a file is expected, or a file where a directory is.',
    suggestion:
      'Check what lies at the path and join its parts correctly (a missing file name is common); in containers a missing mount source becomes a directory.',
    examples: ["ENOTDIR: not a directory, scandir '/etc/hostname'", 'EISDIR: illegal operation on a directory, read'],
  },
  {
    when: /ENAMETOOLONG|ELOOP|EINVAL/,
    text: 'The path is not usable: its name is too long, contains characters this file system does not accept, or its symbolic links form a loop.',
    suggestion: 'Shorten and clean file names that come from users or URLs, and check the links at this path.',
    examples: ["ENAMETOOLONG: name too long, open 'aaa'"],
  },
];

/** Why access is refused. */
export const FILE_PERMISSION_CASES: readonly PatternCase[] = [
  {
    when: /EROFS|[Rr]ead-only file system|Errno 30/,
    text: 'The file system is mounted read-only, so nothing can be written here. On serverless platforms only the temporary directory allows write access.',
    suggestion:
      'Write to /tmp (os.tmpdir()) or to a volume that is mounted for writing, and keep lasting data in storage outside.',
    examples: ["EROFS: read-only file system, open '/var/task/cache.json'"],
  },
  {
    when: /restricted|ERR_ACCESS_DENIED|^Requires /,
    text: 'The runtime itself restricted this access: its permission model is on, and the permission for this path or feature was not granted.',
    suggestion:
      'Grant it when you start the program (for Node --allow-fs-read and the like), or do without the access.',
    examples: ['Access to this API has been restricted'],
  },
  {
    when: /EPERM/,
    text: 'The operation is not permitted. On Windows another program mostly keeps the file locked (an editor, a virus scanner, a running server); elsewhere the process has no rights over the file.',
    suggestion:
      'Close programs that use the file and try again, check owner and access rights, and do not mix installs by root and by your user.',
    examples: ["EPERM: operation not permitted, unlink 'C:\\Users\\dev\\app\\node_modules\\.cache\\a.js'"],
  },
];

/** A body read twice; everything else is a response sent twice. */
export const USED_TWICE_CASES: readonly PatternCase[] = [
  {
    when: /body|stream|disturbed|\bread\b|consumed|clone|Request object/i,
    text: 'The body of a request or response was read twice. It is a stream that can be used only once, and it was already read (consumed) or is locked by another reader.',
    suggestion:
      'Read the body once and keep the result, or clone() the response before the first read; look for middleware or logging that reads it too.',
    examples: ['Body is unusable: Body has already been read', 'body used already for: https://api.example.com/v1'],
  },
];
