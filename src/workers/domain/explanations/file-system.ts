import type { Pattern } from '../pattern.js';

export const FILE_SYSTEM: Pattern = {
  id: 'file-system',
  title: 'File system limit or conflict',
  text: 'The file system refused the operation on this file or directory; the code in front of the message (such as EIO or EAGAIN) names the reason.',
  suggestion:
    'Check what lies at the path and whether the disk or network share works, and look into the log of the system.',
  examples: [
    'ENOSPC: no space left on device, write',
    "EMFILE: too many open files, open '/etc/hostname'",
    "EXDEV: cross-device link not permitted, rename '/tmp/upload_abc' -> '/data/uploads/a.png'",
  ],
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
  cases: [
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
      suggestion:
        'Use mkdir with recursive: true, choose a unique name, or remove or overwrite the old file on purpose.',
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
  ],
};
