import type { Pattern } from '../pattern.js';

export const FILE_NOT_FOUND: Pattern = {
  id: 'file-not-found',
  title: 'File or directory not found',
  text: 'The program asked for a file or directory (folder) that does not exist at this path. The file is missing, was deleted or moved, its parent directory was never created, or a relative path is resolved from another working directory than expected.',
  suggestion:
    'Check the path in the message, build paths from the module or a configured folder rather than the working directory, and create directories (with `recursive: true`) before you write into them.',
  examples: [
    "ENOENT: no such file or directory, open '/srv/app/config/production.json'",
    'A requested file or directory could not be found at the time an operation was processed.',
  ],
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
};
