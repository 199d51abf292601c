// Paths, programs, modules and who asked for them.

import type { Groups, Wording } from '../wording.js';

const SAID_OF_ERRNO: Readonly<Record<string, string>> = {
  ENOENT: 'nothing is at {path}, where {call} looked',
  EACCES: 'the operating system did not allow {call} on {path}',
  EPERM: 'the operating system did not allow {call} on {path}',
  EEXIST: 'something is at {path} already, and {call} wanted to make it',
  EISDIR: '{path} is a folder, and {call} wanted a file',
  ENOTDIR: 'a part of {path} is a file, and {call} wanted a folder',
};

export const FILES: readonly Wording[] = [
  {
    has: ', ',
    match: /\b(?<errno>E[A-Z]{3,12}): [a-z -]{1,60}, (?<call>[a-z]{2,12}) '(?<path>[^'\n]{1,400})'/,
    says: ({ errno = '' }: Groups) => SAID_OF_ERRNO[errno] ?? '{call} failed on {path}',
    example: [
      "Error: ENOENT: no such file or directory, open '/srv/app/config/production.json'",
      'Nothing is at `/srv/app/config/production.json`, where `open` looked.',
    ],
  },
  {
    has: 'spawn ',
    match: /\bspawn (?<program>[^\s'"]{1,200}) ENOENT\b/,
    says: 'no program {program} was found to start, or no folder to start it in',
    example: ['Error: spawn ffmpeg ENOENT', 'No program `ffmpeg` was found to start, or no folder to start it in.'],
  },
  {
    has: '[Errno 2] No such file',
    match: /\[Errno 2\] No such file or directory: '(?<path>[^'\n]{1,400})'/,
    says: 'nothing is at {path}',
    example: ["FileNotFoundError: [Errno 2] No such file or directory: 'rates.csv'", 'Nothing is at `rates.csv`.'],
  },
  {
    has: '[Errno 13] Permission denied',
    match: /\[Errno 13\] Permission denied: '(?<path>[^'\n]{1,400})'/,
    says: 'the operating system did not allow it on {path}',
    example: [
      "PermissionError: [Errno 13] Permission denied: '/etc/shadow'",
      'The operating system did not allow it on `/etc/shadow`.',
    ],
  },
  {
    has: ': no such file or directory',
    match:
      /\b(?<call>open|stat|lstat|mkdir|remove|chdir|rename|readlink) (?<path>[^\s:'"]{1,300}): no such file or directory/,
    says: 'nothing is at {path}, where {call} looked',
    example: [
      '*fs.PathError: open rates.csv: no such file or directory',
      'Nothing is at `rates.csv`, where `open` looked.',
    ],
  },
  {
    has: ': permission denied',
    match: /\b(?<call>open|stat|lstat|mkdir|remove|chdir|rename|readlink) (?<path>[^\s:'"]{1,300}): permission denied/,
    says: 'the operating system did not allow {call} on {path}',
    example: [
      '*fs.PathError: open /sys/kernel/notes: permission denied',
      'The operating system did not allow `open` on `/sys/kernel/notes`.',
    ],
  },
  {
    has: ' @ rb_',
    match: /\b(?<what>No such file or directory|Permission denied) @ rb_\w{1,40} - (?<path>[^\s'"]{1,300})/,
    says: ({ what }) =>
      what === 'Permission denied' ? 'the operating system did not allow it on {path}' : 'nothing is at {path}',
    example: [
      'Errno::EACCES: Permission denied @ rb_sysopen - /sys/kernel/notes',
      'The operating system did not allow it on `/sys/kernel/notes`.',
    ],
  },
  {
    has: 'NoSuchFileException: ',
    match: /\bNoSuchFileException: (?<path>[^\s'"]{1,300})/,
    says: 'nothing is at {path}',
    example: ['java.nio.file.NoSuchFileException: /srv/rates.csv', 'Nothing is at `/srv/rates.csv`.'],
  },
  {
    has: 'ailed to open stream: No such file',
    match: /\b(?<call>\w{2,40})\((?<path>[^()\n]{1,300})\): [Ff]ailed to open stream: No such file or directory/,
    says: 'nothing is at {path}, where {call} looked',
    example: [
      'ErrorException: file_get_contents(rates.csv): Failed to open stream: No such file or directory',
      'Nothing is at `rates.csv`, where `file_get_contents` looked.',
    ],
  },
  {
    has: 'Could not find ',
    match: /\bCould not find (?:file|a part of the path) '(?<path>[^'\n]{1,300})'/,
    says: 'nothing is at {path}',
    example: [
      "System.IO.FileNotFoundException: Could not find file '/srv/rates.csv'.",
      'Nothing is at `/srv/rates.csv`.',
    ],
  },
  {
    has: 'Require stack:',
    match: /Cannot find module '(?<module>[^'\n]{1,200})'\s{1,4}Require stack:\s{1,4}- (?<importer>[^\s]{1,300})/,
    says: '{module} was asked for by {importer}',
    example: [
      "Error: Cannot find module 'express'\nRequire stack:\n- /app/src/index.js",
      '`express` was asked for by `/app/src/index.js`.',
    ],
  },
  {
    has: ' imported from ',
    match: /Cannot find (?:package|module) '(?<module>[^'\n]{1,300})' imported from (?<importer>[^\s'"]{1,300})/,
    says: '{module} was asked for by {importer}',
    example: [
      "Error: Cannot find package 'zod' imported from /srv/shop-api/src/rules.mjs",
      '`zod` was asked for by `/srv/shop-api/src/rules.mjs`.',
    ],
  },
  {
    has: 'is not defined by "exports"',
    match: /Package subpath '(?<subpath>[^'\n]{1,200})' is not defined by "exports" in (?<manifest>[^\s'"]{1,300})/,
    says: '{subpath} is not among the exports in {manifest}',
    example: [
      'Error: Package subpath \'./lib/utils\' is not defined by "exports" in /app/node_modules/some-lib/package.json',
      '`./lib/utils` is not among the exports in `/app/node_modules/some-lib/package.json`.',
    ],
  },
  {
    has: 'does not provide an export named',
    match: /requested module '(?<module>[^'\n]{1,200})' does not provide an export named '(?<name>[^'\n]{1,100})'/,
    says: '{module} has no export {name}',
    example: [
      "SyntaxError: The requested module './mod.mjs' does not provide an export named 'nope'",
      '`./mod.mjs` has no export `nope`.',
    ],
  },
  {
    has: 'ailed to resolve import',
    match: /ailed to resolve import "(?<module>[^"\n]{1,200})" from "(?<importer>[^"\n]{1,300})"/,
    says: '{module} was asked for by {importer}',
    example: [
      'Error: Failed to resolve import "react" from "src/pages/Home.jsx". Does the file exist?',
      '`react` was asked for by `src/pages/Home.jsx`.',
    ],
  },
  {
    has: "Can't resolve '",
    match: /Can't resolve '(?<module>[^'\n]{1,200})' in '(?<folder>[^'\n]{1,300})'/,
    says: '{module} was asked for by a file in {folder}',
    example: [
      "ModuleError: Module not found: Error: Can't resolve 'path' in '/srv/shop-web/src'",
      '`path` was asked for by a file in `/srv/shop-web/src`.',
    ],
  },
  {
    has: 'Cannot find module',
    match: /Cannot find module '(?<module>[^'\n]{1,300})'/,
    says: 'the module that was not found is {module}',
    example: ["Error: Cannot find module 'left-pad'", 'The module that was not found is `left-pad`.'],
  },
  {
    has: 'No module named',
    match: /No module named '(?<module>[\w.]{1,200})'/,
    says: 'Python finds no module {module} where it looks for them',
    example: ["ModuleNotFoundError: No module named 'yaml'", 'Python finds no module `yaml` where it looks for them.'],
  },
  {
    has: 'cannot import name',
    match: /cannot import name '(?<name>\w{1,100})' from '(?<module>[\w.]{1,200})'/,
    says: 'the module {module} has no {name}',
    example: [
      "ImportError: cannot import name 'Money' from 'shop.prices' (/srv/shop/prices.py)",
      'The module `shop.prices` has no `Money`.',
    ],
  },
  {
    has: 'cannot load such file',
    match: /cannot load such file -- (?<module>[^\s]{1,200})/,
    says: 'Ruby finds no {module} where it looks for files',
    example: ['LoadError: cannot load such file -- nokogiri', 'Ruby finds no `nokogiri` where it looks for files.'],
  },
  {
    has: 'no required module provides',
    match: /no required module provides package (?<module>[\w./-]{1,200}?)[;:]/,
    says: 'no module in go.mod provides {module}',
    example: [
      'Error: main.go:4:2: no required module provides package github.com/lib/pq; to add it:',
      'No module in go.mod provides `github.com/lib/pq`.',
    ],
  },
  {
    has: 'java.lang.',
    match: /java\.lang\.(?:ClassNotFoundException|NoClassDefFoundError): (?!Could not )(?<name>[\w.$/]{1,200})/,
    says: 'the class that was not found is {name}',
    example: [
      'java.lang.ClassNotFoundException: org.postgresql.Driver',
      'The class that was not found is `org.postgresql.Driver`.',
    ],
  },
  {
    has: 'Class "',
    match: /\bClass "(?<name>[\w\\]{1,200})" not found/,
    says: 'PHP finds no class {name}',
    example: ['Error: Class "Shop\\Invoice" not found', 'PHP finds no class `Shop\\Invoice`.'],
  },
];
