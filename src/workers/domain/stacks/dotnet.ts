// Stacks of .NET, and of Mono with its blanks and addresses.
//
//   System.InvalidOperationException: cart 42 is broken
//    ---> System.NullReferenceException: Object reference not set to an instance of an object.
//      at Shop.Cart.Total(Int32 id) in /srv/shop/Cart.cs:line 12
//      --- End of inner exception stack trace ---
//      at Shop.Cart.<LoadAsync>d__5.MoveNext() in /srv/shop/Cart.cs:line 20

import {
  type CallPlace,
  isInPackages,
  type StackReader,
  splitMember,
  type TextFrame,
  type ThrownText,
  toHeadline,
  toTextFrame,
} from './text-stack.js';

const FRAME =
  /^\s+at ([^\s()][^()]*?) ?\([^()]*(?:\([^()]*\)[^()]*){0,8}\)(?: \[0x[0-9a-f]+\])?(?: in (.+?):(?:line )?(\d+)\s?)?$/;
const INNER = /^(.*?) ?---> (?:\(Inner Exception #\d+\) )?(.+)$/;
const INNER_END = /^\s*--- End of inner exception stack trace ---/;
const MEMBER_END = /<---\s*$/;
/** What the compiler makes of asynchronous methods, lambdas and local functions; in angle brackets is the name in the source. */
const STATE_MACHINE = /^(.*)\.<(\w+)>d__[\w`]+\.MoveNext$/;
const LAMBDA = /^(.*?)(?:\.<>c(?:__DisplayClass[\w`]*)?)?\.<(?:<(\w+)>\$|(\w*))>[bg]__(\w*)/;
const GENERIC = /`\d+|\[[^\]]*\]/g;

const LIBRARIES: ReadonlySet<string> = new Set([
  ...[
    'System',
    'Microsoft',
    'Mono',
    'Internal',
    'Interop',
    'Newtonsoft',
    'Npgsql',
    'MySql',
    'MySqlConnector',
    'Dapper',
  ],
  ...['Serilog', 'NLog', 'Castle', 'Polly', 'Grpc', 'MassTransit', 'AutoMapper', 'NUnit', 'Xunit', 'Azure', 'Amazon'],
  ...['StackExchange', 'RabbitMQ', 'Quartz', 'Hangfire', 'UnityEngine', 'UnityEditor', 'MediatR', 'FluentValidation'],
  ...['MongoDB', 'Autofac', 'Sentry', 'OpenTelemetry', 'JetBrains', 'Cysharp', 'Swashbuckle', 'Java', 'Android'],
]);

export const DOTNET: StackReader = {
  language: 'dotnet',
  isOwnLine: (line) => FRAME.test(line) || INNER_END.test(line),
  read(lines) {
    const errors: OpenError[] = [{ headline: '', frames: [] }];
    // The innermost is last: its frames come first, and a line says where they end.
    const open = [...errors];
    for (const line of lines) readLine(line, { errors, open });
    return errors.map(({ headline, frames }): ThrownText => ({ ...toHeadline(headline), frames }));
  },
};

interface OpenError {
  headline: string;
  readonly frames: TextFrame[];
}

interface Errors {
  /** The outermost first. */
  readonly errors: OpenError[];
  readonly open: OpenError[];
}

function readLine(line: string, { errors, open }: Errors): void {
  const current = open.at(-1);
  const frame = readFrame(line.replace(MEMBER_END, ''));
  const [, outer = '', inner] = (frame === undefined && INNER.exec(line)) || [];
  if (frame !== undefined) current?.frames.push(frame);
  if (current?.headline === '' && frame === undefined) current.headline = (inner === undefined ? line : outer).trim();
  // The frameworks before .NET Core put the whole chain on one line.
  for (const headline of inner?.split(' ---> ') ?? []) {
    const error: OpenError = { headline: headline.replace(MEMBER_END, '').trim(), frames: [] };
    errors.push(error);
    open.push(error);
  }
  if ((INNER_END.test(line) || MEMBER_END.test(line)) && open.length > 1) open.pop();
}

/** False for the framework and for well-known packages. */
export function isOwnDotnet({ module }: CallPlace): boolean {
  return module === undefined || !isInPackages(module, LIBRARIES);
}

function readFrame(line: string): TextFrame | undefined {
  const [, method, file, lineno] = FRAME.exec(line) ?? [];
  if (method === undefined) return undefined;
  // Without symbols Mono says `<hash>` for the file, and 0 for the line.
  const filename = file?.startsWith('<') === true ? undefined : file;
  return toTextFrame({ ...toSourceName(method), filename, line: filename && lineno }, isOwnDotnet);
}

function toSourceName(method: string): ReturnType<typeof splitMember> {
  const [, machine, task] = STATE_MACHINE.exec(method) ?? [];
  if (task !== undefined) return { module: machine?.replace(GENERIC, ''), function: task };
  const [, owner, top, named, local] = LAMBDA.exec(method) ?? [];
  const within = top ?? named;
  if (within !== undefined) {
    const name =
      local === undefined || /^\d/.test(local) ? `${within} lambda` : `${within} ${local.replace(/\|.*$/, '')}`;
    return { module: owner?.replace(GENERIC, ''), function: name.trim() };
  }
  const bare = method.replace(GENERIC, '');
  // A constructor is called `.ctor`, behind a dot.
  return splitMember(bare, /\.\.cc?tor$/.test(bare) ? bare.lastIndexOf('..') : undefined);
}
