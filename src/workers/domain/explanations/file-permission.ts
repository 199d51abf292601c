import type { Pattern } from '../pattern.js';

export const FILE_PERMISSION: Pattern = {
  id: 'file-permission',
  title: 'Not permitted by the file system',
  text: 'The process has no permission to read or write this file or directory: it belongs to another user, or its access rights do not allow it.',
  suggestion:
    'Check owner and access rights of the path (ls -l) and the user the process runs as, and write only to directories meant for it.',
  examples: [
    "EACCES: permission denied, open '/etc/shadow'",
    "EPERM: operation not permitted, unlink 'C:\\Users\\dev\\app\\node_modules\\.cache\\a.js'",
    'Access to this API has been restricted',
  ],
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
  cases: [
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
  ],
};
