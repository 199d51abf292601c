import type { Pattern } from '../pattern.js';

export const FILE_NOT_FOUND: Pattern = {
  id: 'file-not-found',
  title: 'File or directory not found',
  text: 'The program asked for a file or directory (folder) that does not exist at this path. The file is missing, was deleted or moved, its parent directory was never created, or a relative path is resolved from another working directory than expected.',
  suggestion:
    'Check the path in the message, build paths from the module or a configured folder rather than the working directory, and create missing directories before you write into them.',
  examples: [
    {
      type: 'FileNotFoundError',
      message: "[Errno 2] No such file or directory: '/srv/app/config.yml'",
      language: 'python',
    },
    { type: 'java.nio.file.NoSuchFileException', message: '/srv/app/config.yml', language: 'java' },
    { message: 'open /srv/app/config.yml: no such file or directory', language: 'go' },
    {
      type: 'Errno::ENOENT',
      message: 'No such file or directory @ rb_sysopen - /srv/app/config.yml',
      language: 'ruby',
    },
    { message: 'config: Os { code: 2, kind: NotFound, message: "No such file or directory" }', language: 'rust' },
    { message: 'fopen(/srv/x.txt): Failed to open stream: No such file or directory', language: 'php' },
    {
      type: 'System.IO.DirectoryNotFoundException',
      message: "Could not find a part of the path '/app/data/x.json'.",
      language: 'dotnet',
    },
    'cat: /srv/app/config.yml: No such file or directory',
    "ENOENT: no such file or directory, open '/srv/app/config/production.json'",
    'A requested file or directory could not be found at the time an operation was processed.',
  ],
  counterexamples: ['File not found: dossier/4.pdf is with the judge', 'File not found: dossier of patient Meier'],
  signs: {
    codes: ['ENOENT', 'NotFound', 'curl 37'],
    classes: [
      'UnableToReadFile',
      'FileNotFoundError',
      'FileNotFoundException',
      'NoSuchFileException',
      'DirectoryNotFoundException',
      'NotADirectory',
      'PathNotFoundException',
    ],
    says: [
      /^Unable to access jarfile |^(?:error: )?could not find `[\w.-]{1,80}` in `[^`\n]{1,300}` or any parent directory|^Cannot find path '[^'\n]{1,300}' because it does not exist|^Could not find (?:file|a part of the path) '[^']+'|\bThe system cannot find the (?:file|path) specified|^(?:error: )?the path "[^"\n]{1,300}" does not exist$|^Could not open file or uri for loading |^failed to (?:read|open|load) \S{1,200}: (?:stat|open|lstat) \S{1,200}: no such file or directory$/,
    ],
    saysAmongErrors: ['No such file or directory'],
  },
  otherSigns: [
    { says: ["^No files matching '", '^No files matching the pattern'] },
    { says: ['^ruby: No such file or directory -- '] },
  ],
  match: [
    /^A requested file or directory could not be found|^(?:File|Entry) not found: \S+\.\w{1,5}$|^uv_cwd$/,
    /(?:^|: )(?:File|Path|Directory) (?:not found|does not exist)(?:: | at |=|, )['"]?(?:\.{0,2}\/|[A-Z]:\\|[\w-]+\/)\S{0,300}['"]?\.?$/i,
  ],
  matchTyped: [/^NotFoundError: (?:A requested file|The requested file)/],
};
