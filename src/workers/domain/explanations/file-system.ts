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
  counterexamples: [
    'No space left on device shelf 4',
    'Disk is full: brake disk inventory',
    'Too many open files on the desk of clerk 4',
    'Is a directory: phone book of Ulm',
  ],
  signs: {
    codes: [
      'EIO',
      'ENODEV',
      'ENXIO',
      'EMLINK',
      'EFAULT',
      'ESPIPE',
      'ESTALE',
      'EFBIG',
      'ENOTSUP',
      'EOPNOTSUPP',
      'ENOSYS',
      'EOVERFLOW',
    ],
    where: /^(?!.*\b(?:connect|recv|send|accept|listen|bind|spawn|fork)\b)(?!(?:\w+: )?File too large$)/,
  },
  match: [
    /(?:^|: )(?:No space left on device(?=$|[.:,(\n])|[Dd]isk quota exceeded|Disk is full(?=$|[.\n])|There is not enough space on the disk|[Tt]oo many open files(?=$|[:,.\n]| in system| \(os)|database or disk is full)/i,
    /^(?:Path is a directory|Target already exists|Recursive option not enabled|Cannot copy '[^']+' to a subdirectory of self|Directory handle was closed|Invalid cross-device link|src and dest cannot be the same|Cannot overwrite (?:non-)?directory)/,
  ],
  cases: [
    {
      id: 'watch-limit',
      signs: { codes: ['ENOSPC', 'EMFILE'], where: ['watch', 'watchers', 'inotify'] },
      text: 'The system limit for file watchers (inotify) is reached: too many files are being watched at once, often those of dependencies too.',
      suggestion: 'Exclude dependencies and build output from watching, or raise fs.inotify.max_user_watches.',
      examples: ["ENOSPC: System limit for number of file watchers reached, watch '/app/src'"],
    },
    {
      id: 'disk-full',
      signs: {
        codes: ['ENOSPC', 'EDQUOT', 'curl 23'],
        saysAmongErrors: ['^There is not enough space on the disk', '^No space left on device'],
      },
      text: 'The disk is full: there is no storage space (or inode, or quota) left for what the program wants to write.',
      suggestion:
        'Free space (logs, temporary files, old images), enlarge the volume, and rotate what grows without end. df -h and df -i show which is full.',
      examples: [
        'ENOSPC: no space left on device, write',
        { type: 'java.io.IOException', message: 'No space left on device', language: 'java' },
        { message: 'write /var/log/app.log: no space left on device', language: 'go' },
        { type: 'OSError', message: '[Errno 28] No space left on device', language: 'python' },
      ],
    },
    {
      id: 'too-many-open-files',
      signs: { codes: ['EMFILE', 'ENFILE'] },
      when: ['too many open files', 'Too many open files'],
      text: 'The process has too many open files (or sockets) and reached the limit of file descriptors.',
      suggestion:
        'Close files and connections after use, limit how many are opened at the same time, and raise the limit (ulimit -n) if the load needs it.',
      examples: [
        "EMFILE: too many open files, open '/etc/hostname'",
        { type: 'java.io.FileNotFoundException', message: '/srv/app/a.txt (Too many open files)', language: 'java' },
        { message: 'accept tcp [::]:8080: accept4: too many open files', language: 'go' },
      ],
    },
    {
      id: 'cross-device',
      signs: { codes: ['EXDEV'] },
      text: 'A rename cannot move a file to another device (disk, volume or mount): source and target lie on different file systems.',
      suggestion:
        'Copy the file and then delete the original, or put the temporary directory on the same disk as the target.',
      examples: ["EXDEV: cross-device link not permitted, rename '/tmp/upload_abc' -> '/data/uploads/a.png'"],
    },
    {
      id: 'busy',
      signs: {
        codes: ['EBUSY', 'ETXTBSY'],
        says: [/^The process cannot access the file '[^'\n]{1,300}' because it is being used/],
      },
      text: 'The file or directory is busy: it is in use or locked by another process, or it is a mount point.',
      suggestion:
        'Close the program that uses it (editor, virus scanner, second instance), close your own handles first, and retry after a moment.',
      examples: ["EBUSY: resource busy or locked, unlink 'C:\\app\\data\\app.db'"],
    },
    {
      id: 'not-empty',
      signs: { codes: ['ENOTEMPTY'], classes: ['DirectoryNotEmptyException'] },
      text: 'The directory (folder) is not empty, so it cannot be removed or replaced.',
      suggestion:
        'Remove it together with what it holds (rm -r, rmtree, recursive: true), and check that no other process is still writing into it.',
      examples: [
        "ENOTEMPTY: directory not empty, rmdir '/tmp/build'",
        { type: 'java.nio.file.DirectoryNotEmptyException', message: '/tmp/build', language: 'java' },
      ],
    },
    {
      id: 'already-exists',
      signs: {
        says: [/^Destination path '[^'\n]{1,300}' already exists$/],
        codes: ['EEXIST', 'ERR_FS_CP_EEXIST'],
        classes: ['FileExistsError', 'FileAlreadyExistsException', 'FileExistsException'],
      },
      text: 'A file or directory of this name already exists, and the operation may not overwrite it.',
      suggestion:
        'Allow for a directory that exists already (mkdir -p, exist_ok, recursive: true), choose a unique name, or remove or overwrite the old file on purpose.',
      examples: [
        "EEXIST: file already exists, mkdir '/tmp/build'",
        { type: 'FileExistsError', message: "[Errno 17] File exists: '/tmp/build'", language: 'python' },
        'mkdir: cannot create directory ‘/tmp/build’: File exists',
      ],
    },
    {
      id: 'wrong-kind',
      signs: {
        codes: ['ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR', 'ERR_FS_CP_DIR_TO_NON_DIR', 'ERR_FS_CP_NON_DIR_TO_DIR'],
        classes: ['IsADirectoryError', 'NotADirectoryError', 'NotDirectoryException'],
      },
      otherSigns: [
        {
          says: [
            '-r not specified; omitting directory',
            '^Path is a directory: ',
            'Recursive option not enabled, cannot copy a directory',
          ],
        },
        { codes: ['ERR_FS_CP_FIFO_PIPE', 'ERR_FS_CP_SOCKET'] },
      ],
      text: 'The path leads to the wrong kind of entry: a directory (folder) where a file is expected, or a file where a directory is.',
      suggestion:
        'Check what lies at the path and join its parts correctly (a missing file name is common); in containers a missing mount source becomes a directory.',
      examples: ["ENOTDIR: not a directory, scandir '/etc/hostname'", 'EISDIR: illegal operation on a directory, read'],
    },
    {
      id: 'bad-name',
      signs: {
        codes: ['ENAMETOOLONG', 'ELOOP'],
        classes: ['PathTooLongException', 'InvalidPathException', 'FileSystemLoopException'],
      },
      text: 'The path is not usable: its name is too long, contains characters this file system does not accept, or its symbolic links form a loop.',
      suggestion: 'Shorten and clean file names that come from users or URLs, and check the links at this path.',
      examples: ["ENAMETOOLONG: name too long, open 'aaa'"],
    },
    {
      id: 'same-file',
      signs: { codes: ['ERR_FS_CP_EINVAL'], classes: ['SameFileError'] },
      otherSigns: [{ codes: ['ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY'] }],
      text: 'Source and target of the copy are the same file or directory, or one lies inside the other.',
      suggestion:
        'Compare both paths after they are resolved (links, relative parts), and copy to a directory outside of the source.',
      examples: [
        { type: 'shutil.SameFileError', message: "'/srv/a' and '/srv/a' are the same file", language: 'python' },
      ],
    },
    {
      id: 'invalid-name',
      signs: {
        codes: ['EINVAL'],
        where:
          /^EINVAL: invalid argument, (?!read$|write$)|^(?:readlink|open|mkdir|rename|chmod) \/?\S{1,400}: invalid argument$|^\[Errno 22\] Invalid argument: ['\"]/,
      },
      text: 'The file system does not accept this argument (EINVAL): the name contains characters it does not allow, or the operation does not exist for this sort of file.',
      suggestion:
        'Clean file names that come from users or URLs (no < > : " | ? * on Windows), and check what lies at the path.',
      examples: ["EINVAL: invalid argument, mkdir 'C:\\app\\a:b'"],
    },
    {
      id: 'would-block',
      signs: { codes: ['EAGAIN'], classes: ['BlockingIOError'] },
      text: 'The operation would have to wait (EAGAIN): nothing could be read or written at this moment on a file or socket that does not block, or its timeout ran out.',
      suggestion:
        'Wait until it is ready and try again, use blocking reads, or raise the read timeout of the socket; check whether too many processes or threads run.',
      examples: [
        {
          message:
            'called `Result::unwrap()` on an `Err` value: Os { code: 11, kind: WouldBlock, message: "Resource temporarily unavailable" }',
          language: 'rust',
        },
      ],
    },
  ],
};
