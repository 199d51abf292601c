// The errors of operating systems, as runtimes of many languages write them. Names, numbers and words are those of Linux'
// errno(3) and strerror(3), the numbers of Windows those of WinError.h.

import { EXPLAIN_ERRNO_FINDS_MAX } from '../../../limits.js';

interface Errno {
  readonly name: string;
  /** On Linux; those of macOS are elsewhere above 34, where runtimes seldom print numbers. */
  readonly number: number;
  /** What strerror says, in lower case. */
  readonly words: string;
}

const ERRNOS: readonly Errno[] = (
  [
    ['EPERM', 1, 'operation not permitted'],
    ['ENOENT', 2, 'no such file or directory'],
    ['ESRCH', 3, 'no such process'],
    ['EINTR', 4, 'interrupted system call'],
    ['EIO', 5, 'input/output error'],
    ['E2BIG', 7, 'argument list too long'],
    ['ENOEXEC', 8, 'exec format error'],
    ['EBADF', 9, 'bad file descriptor'],
    ['ECHILD', 10, 'no child processes'],
    ['EAGAIN', 11, 'resource temporarily unavailable'],
    ['ENOMEM', 12, 'cannot allocate memory'],
    ['EACCES', 13, 'permission denied'],
    ['EFAULT', 14, 'bad address'],
    ['EBUSY', 16, 'device or resource busy'],
    ['EEXIST', 17, 'file exists'],
    ['EXDEV', 18, 'invalid cross-device link'],
    ['ENODEV', 19, 'no such device'],
    ['ENOTDIR', 20, 'not a directory'],
    ['EISDIR', 21, 'is a directory'],
    ['EINVAL', 22, 'invalid argument'],
    ['ENFILE', 23, 'too many open files in system'],
    ['EMFILE', 24, 'too many open files'],
    ['ETXTBSY', 26, 'text file busy'],
    ['EFBIG', 27, 'file too large'],
    ['ENOSPC', 28, 'no space left on device'],
    ['ESPIPE', 29, 'illegal seek'],
    ['EROFS', 30, 'read-only file system'],
    ['EMLINK', 31, 'too many links'],
    ['EPIPE', 32, 'broken pipe'],
    ['EDEADLK', 35, 'resource deadlock avoided'],
    ['ENAMETOOLONG', 36, 'file name too long'],
    ['ENOTEMPTY', 39, 'directory not empty'],
    ['ELOOP', 40, 'too many levels of symbolic links'],
    ['EPROTONOSUPPORT', 93, 'protocol not supported'],
    ['EAFNOSUPPORT', 97, 'address family not supported by protocol'],
    ['EADDRINUSE', 98, 'address already in use'],
    ['EADDRNOTAVAIL', 99, 'cannot assign requested address'],
    ['ENETDOWN', 100, 'network is down'],
    ['ENETUNREACH', 101, 'network is unreachable'],
    ['ECONNABORTED', 103, 'software caused connection abort'],
    ['ECONNRESET', 104, 'connection reset by peer'],
    ['ENOBUFS', 105, 'no buffer space available'],
    ['EISCONN', 106, 'transport endpoint is already connected'],
    ['ENOTCONN', 107, 'transport endpoint is not connected'],
    ['ETIMEDOUT', 110, 'connection timed out'],
    ['ECONNREFUSED', 111, 'connection refused'],
    ['EHOSTDOWN', 112, 'host is down'],
    ['EHOSTUNREACH', 113, 'no route to host'],
    ['ESTALE', 116, 'stale file handle'],
    ['EDQUOT', 122, 'disk quota exceeded'],
  ] as const
).map(([name, number, words]) => ({ name, number, words }));

const BY_NUMBER: ReadonlyMap<number, string> = new Map(ERRNOS.map(({ number, name }) => [number, name]));
const BY_WORDS: ReadonlyMap<string, string> = new Map([
  ...ERRNOS.map(({ words, name }) => [words, name] as const),
  // As Python on macOS, musl, Go's own package and others word them.
  ['operation timed out', 'ETIMEDOUT'],
  ['connect timed out', 'ETIMEDOUT'],
  ["can't assign requested address", 'EADDRNOTAVAIL'],
  ['out of memory', 'ENOMEM'],
  ['i/o error', 'EIO'],
  ['text file is busy', 'ETXTBSY'],
  ['cross-device link', 'EXDEV'],
]);

/** Windows' numbers, of which Rust, Python, .NET and Go print some. */
const BY_WINDOWS_NUMBER: ReadonlyMap<number, string> = new Map([
  [2, 'ENOENT'],
  [3, 'ENOENT'],
  [5, 'EACCES'],
  [17, 'EXDEV'],
  [32, 'EBUSY'],
  [80, 'EEXIST'],
  [112, 'ENOSPC'],
  [183, 'EEXIST'],
  [10013, 'EACCES'],
  [10048, 'EADDRINUSE'],
  [10049, 'EADDRNOTAVAIL'],
  [10051, 'ENETUNREACH'],
  [10053, 'ECONNABORTED'],
  [10054, 'ECONNRESET'],
  [10060, 'ETIMEDOUT'],
  [10061, 'ECONNREFUSED'],
  [10065, 'EHOSTUNREACH'],
  [11001, 'ENOTFOUND'],
]);

/** The numbers of getaddrinfo(3) on Linux. */
const BY_RESOLVER_NUMBER: ReadonlyMap<number, string> = new Map([
  [-2, 'EAI_NONAME'],
  [-3, 'EAI_AGAIN'],
  [-4, 'EAI_FAIL'],
  [-5, 'EAI_NODATA'],
]);

/** Names that runtimes print besides those of errno(3): of the resolver, and of Node. */
const OTHER_NAMES = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NONAME',
  'EAI_NODATA',
  'EAI_FAIL',
  'EAI_MEMORY',
  'ECANCELED',
  'EOF',
];
const NAMES: ReadonlySet<string> = new Set([...ERRNOS.map(({ name }) => name), ...OTHER_NAMES]);

/** Whether it is the name of an error of the system: `ECONNREFUSED`. */
export function isErrnoName(name: string): boolean {
  return NAMES.has(name);
}

// `[Errno 13]`, `[WinError 10061]`, `(os error 2)`, `Os { code: 111`, `(errno 24)`, `errno=111`, `(Errno::…)`.
const NUMBERED =
  /\[Errno (-?\d{1,5})\]|\[WinError (\d{1,5})\]|\(os error (\d{1,5})\)|\bOs \{ code: (\d{1,5})\b|\berrno[ =:]{1,2}(-?\d{1,5})\b|\bsocket error (100\d\d|110\d\d)\b/gi;
// A name where runtimes print it: at the start, behind a call or a colon, in brackets; never inside a word or an id.
const NAMED =
  /(?:^|[:(["'] ?|\b(?:connect|read|write|send|recv|recvmsg|sendmsg|shutdown|open|CONNECT|READ|WRITE|OPEN|LISTEN|listen|bind|spawn\S{0,1}|accept|getaddrinfo|querySrv|queryA|queryTxt|queryMx|code|errno|syscall|kill|fork|uv_\w{1,20}|spawn(?:Sync)? \S{1,200}) )(E[A-Z0-9_]{2,18})(?=$|[\s:,)\]"'.])/g;

// `connection refused - :econnrefused` of Elixir. Inside of a term, as in `{:error, :enoent}`, it is but a value.
const ATOM = /(?:^|- ):(e[a-z]{3,15})\b/g;

/** The names of the errnos that a message names or numbers, the first ones; `ECONNREFUSED` also of `[Errno 111]`. */
export function errnosIn(message: string): string[] {
  const names: string[] = [];
  for (const [, name = ''] of firstMatches(NAMED, message)) {
    if (NAMES.has(name)) names.push(name);
  }
  for (const [, atom = ''] of firstMatches(ATOM, message)) {
    if (NAMES.has(atom.toUpperCase())) names.push(atom.toUpperCase());
  }
  for (const [, errno, windows, rust, os, plain, socket] of firstMatches(NUMBERED, message)) {
    const onWindows = windows ?? socket ?? (Number(rust) >= 10000 ? rust : undefined);
    const name =
      onWindows === undefined
        ? byNumber(Number(errno ?? rust ?? os ?? plain), errno !== undefined)
        : BY_WINDOWS_NUMBER.get(Number(onWindows));
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** Python prints the resolver's numbers, which are negative, as it prints those of errno; others negate errno's own. */
function byNumber(number: number, isOfPython: boolean): string | undefined {
  if (!isOfPython) return BY_NUMBER.get(Math.abs(number));
  return (number < 0 ? BY_RESOLVER_NUMBER : number > 10_000 ? BY_WINDOWS_NUMBER : BY_NUMBER).get(number);
}

function* firstMatches(expression: RegExp, message: string): Iterable<RegExpMatchArray> {
  let count = 0;
  for (const match of message.matchAll(expression)) {
    if (count++ === EXPLAIN_ERRNO_FINDS_MAX) return;
    yield match;
  }
}

// Go: `open /x: permission denied`, `dial tcp 127.0.0.1:1: connect: connection refused`. Ruby: `Connection refused -
// connect(2) for …`, `Permission denied @ rb_sysopen - /x`. PHP: `failed to open stream: Permission denied`, `Connection
// refused (111)`. Shells: `sh: 1: ./x: Permission denied`. Java: `/x (Permission denied)`, `java.net.ConnectException:
// Connection refused`.
const CALL_OF_GO =
  /^(?:(?:bind|connect|listen|socket): |(?:Get|Post|Put|Patch|Delete|Head|Options) "[^"]{1,512}": |(?:[a-z]{2,12}(?:at)?|(?:read|write|dial|listen|accept|set|lookup) (?:tcp|udp|unix)[46]?|fork\/exec) .{0,400}: )/s;

/** What a shell, the programs of every system, Go, Ruby and PHP write, and nobody else. */
const FORM_OF_RUNTIME =
  /^\w{2,40}\([^)\n]{0,300}\): |^\/[\w.\/-]{1,300}: (?=[A-Z])|^(?!fatal|error|warning)[a-z][\w.+-]{1,20}: (?:[^\n]{0,60} )?['‘"]?(?:\.{0,2}\/\w|[\w-]{1,60}\.[a-z]{1,5}\b)|^(?:cat|ls|cp|mv|rm|mkdir|rmdir|touch|ln|chmod|chown|tar|find|grep|sed|awk|head|tail|make|diff|stat|du|install|ssh|scp|rsync|git|env|exec|nohup|sudo|timeout|xargs): |^(?:\/?(?:bin\/|usr\/bin\/)?(?:ba|da|z|k|a)?sh: |\S{1,80}: (?:line )?\d{1,6}: )| @ (?:rb_|dir_|apply2)| - (?:connect|bind|accept|listen|recvfrom|sendto|getaddrinfo|SSL_connect)(?:\(\d\))?\b| \(\d{1,3}\)$|failed to open stream: |(?:^|\.\.\. )failed: |exec user process caused: /i;

/**
 * The errno whose words end a sentence of a runtime: what a call of Go, Ruby, PHP, Java, a shell or libc says. Words that a
 * person may write too ("Terrace: permission denied") count only where `isTechnical` says that a program failed.
 */
export function errnoInWords(message: string, isTechnical: boolean): string | undefined {
  const inFirst = errnoInLine(firstLine(message), isTechnical);
  if (inFirst !== undefined || !message.includes('\n')) return inFirst;
  // A program may print warnings and progress before the line that tells its error.
  const lines = message.split('\n', EXPLAIN_ERRNO_FINDS_MAX).slice(1);
  return lines.map((line) => errnoInLine(line.trimEnd(), false)).find((name) => name !== undefined);
}

function errnoInLine(line: string, isTechnical: boolean): string | undefined {
  const ofPerl = PLACE_OF_PERL.exec(line);
  if (ofPerl !== null) return errnoInLine(line.slice(0, ofPerl.index), true);
  const numbered = NUMBER_AND_WORDS.exec(line);
  if (numbered?.[2] !== undefined) {
    const name = byWords(numbered[2]);
    if (name !== undefined && name === BY_NUMBER.get(Number(numbered[1]))) return name;
  }
  if (!isTechnical && !CALL_OF_GO.test(line) && !FORM_OF_RUNTIME.test(line)) return undefined;
  return (
    ofRuby(line) ??
    byWords(lastPart(line, ': ')) ??
    byWords(inLastBrackets(line)) ??
    byWords(lastPart(line, ' - ')) ??
    byWords(lastPart(inLastBrackets(line) ?? '', ': ')) ??
    (isTechnical ? byWords(firstPart(line)) : undefined) ??
    byWords(line.replace(/ \(\d{1,5}\)$/, ''))
  );
}

/** Where die() was called, behind what it was given: `Cannot open a.csv: No such file or directory at load.pl line 3.` */
const PLACE_OF_PERL = / at \S{1,200} line \d{1,7}\.$/;

const LONGEST_WORDS = Math.max(...[...BY_WORDS.keys()].map((words) => words.length));

function ofRuby(line: string): string | undefined {
  const at = line.search(/ (?:@ \w|- )/);
  return at === -1 || at > LONGEST_WORDS ? undefined : byWords(line.slice(0, at));
}

function byWords(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_WORDS + 1) return undefined;
  return BY_WORDS.get((text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase());
}

// `bind() to 0.0.0.0:80 failed (98: Address already in use)` of nginx.
const NUMBER_AND_WORDS = /\((\d{1,3}): ([A-Za-z][A-Za-z\/ -]{3,50})\)/;

/** `Connection refused` of `Connection refused: localhost/127.0.0.1:80` and `Connection refused [tcp://127.0.0.1:6379]`. */
function firstPart(line: string): string {
  return line.slice(0, LONGEST_WORDS + 3).split(/: | [[(]/, 1)[0] ?? '';
}

function lastPart(line: string, separator: string): string | undefined {
  const at = line.lastIndexOf(separator);
  return at === -1 ? undefined : line.slice(at + separator.length).replace(/ \(\d{1,5}\)$/, '');
}

function inLastBrackets(line: string): string | undefined {
  return line.endsWith(')') ? line.slice(line.lastIndexOf('(') + 1, -1) : undefined;
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).trimEnd();
}
