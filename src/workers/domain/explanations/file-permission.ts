import type { Pattern } from '../pattern.js';

export const FILE_PERMISSION: Pattern = {
  id: 'file-permission',
  title: 'Not permitted by the file system',
  text: 'The process has no permission to read or write this file or directory: it belongs to another user, or its access rights do not allow it.',
  suggestion:
    'Check owner and access rights of the path (ls -l) and the user the process runs as, and write only to directories meant for it.',
  examples: [
    { type: 'PermissionError', message: "[Errno 13] Permission denied: '/etc/shadow'", language: 'python' },
    { message: 'open /etc/shadow: permission denied', language: 'go' },
    { type: 'Errno::EACCES', message: 'Permission denied @ rb_sysopen - /etc/shadow', language: 'ruby' },
    { type: 'java.io.FileNotFoundException', message: '/etc/shadow (Permission denied)', language: 'java' },
    {
      type: 'System.UnauthorizedAccessException',
      message: "Access to the path '/etc/shadow' is denied.",
      language: 'dotnet',
    },
    'bash: line 1: ./deploy.sh: Permission denied',
    "EACCES: permission denied, open '/etc/shadow'",
    "EPERM: operation not permitted, unlink 'C:\\Users\\dev\\app\\node_modules\\.cache\\a.js'",
    'Access to this API has been restricted',
  ],
  counterexamples: ['Permission denied: dog not allowed in park'],
  signs: {
    codes: ['EACCES'],
    classes: ['PermissionError', 'UnauthorizedAccessException', 'PermissionDenied'],
    says: [/^Access to the path '[^']+' is denied/],
    saysAmongErrors: [/\bPermission denied\b(?! \(publickey)/],
  },
  match: [/(?:^|: )Access to this API has been restricted|^Requires (?:read|write|net|env|run|ffi|sys) access to /],
  cases: [
    {
      id: 'access-denied-java',
      signs: {
        classes: ['AccessDeniedException', 'FileSystemException'],
        libraries: ['java.nio.file'],
        where: /^(?:\/|[A-Z]:\\)/,
      },
      text: 'Access to this file or directory was denied: the user the program runs as has no permission (rights) to read or write it.',
      suggestion:
        'Check owner and access rights of the path (ls -l) and the user the program runs as, and write only to directories meant for it.',
      examples: [{ type: 'java.nio.file.AccessDeniedException', message: '/etc/shadow', language: 'java' }],
    },
    {
      id: 'read-only',
      signs: { codes: ['EROFS'], classes: ['ReadOnlyFileSystemException'] },
      text: 'The file system is mounted read-only, so nothing can be written here. On serverless platforms only the temporary directory allows write access.',
      suggestion:
        'Write to /tmp (os.tmpdir()) or to a volume that is mounted for writing, and keep lasting data in storage outside.',
      examples: ["EROFS: read-only file system, open '/var/task/cache.json'"],
    },
    {
      id: 'permission-model',
      signs: {
        codes: ['ERR_ACCESS_DENIED'],
        classes: ['NotCapable'],
        says: [/^Requires \w{2,8} access(?: to|,)/],
      },
      otherSigns: [{ classes: ['PermissionDenied'], where: /^Requires \w{2,8} access(?: to|,)/ }],
      when: ['restricted', 'ERR_ACCESS_DENIED', '^Requires '],
      text: 'The runtime itself restricted this access: its permission model is on, and the permission for this path or feature was not granted.',
      suggestion:
        'Grant it when you start the program (for Node --allow-fs-read and the like), or do without the access.',
      examples: ['Access to this API has been restricted'],
    },
    {
      id: 'not-permitted',
      signs: { codes: ['EPERM'] },
      text: 'The operation is not permitted. On Windows another program mostly keeps the file locked (an editor, a virus scanner, a running server); elsewhere the process has no rights over the file.',
      suggestion:
        'Close programs that use the file and try again, check owner and access rights, and do not mix installs by root and by your user.',
      examples: ["EPERM: operation not permitted, unlink 'C:\\Users\\dev\\app\\node_modules\\.cache\\a.js'"],
    },
    {
      id: 'android-permission',
      signs: { says: ['^Permission Denial: '] },
      text: 'Android denied the access: the app has no permission for it, as it is not declared in the manifest or the user did not grant it.',
      suggestion:
        'Declare the permission in AndroidManifest.xml, ask for it at run time before the call, and handle the case that it is not granted.',
      examples: [
        {
          type: 'java.lang.SecurityException',
          message:
            'Permission Denial: starting Intent { act=android.intent.action.CALL } requires android.permission.CALL_PHONE',
          language: 'java',
        },
      ],
    },
  ],
};
