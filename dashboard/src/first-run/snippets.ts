/** Where snippets send to, and what lets them in; the token is empty when the daemon wants none. */
export interface Target {
  readonly origin: string;
  readonly token: string;
}

export interface Snippet {
  readonly name: string;
  /** What to do with it. */
  readonly hint: string;
  readonly toCode: (target: Target) => string;
}

/** Ways to send a first event, without any library. */
export const SNIPPETS: readonly Snippet[] = [
  { name: 'curl', hint: 'Paste it into a terminal: it sends one error.', toCode: toCurl },
  {
    name: 'Node',
    hint: 'Save it as errord.mjs and run “node errord.mjs”. Import it first in your program, without the last line.',
    toCode: toNode,
  },
  {
    name: 'Browser',
    hint: 'Load it as a module before your own scripts, without the last line.',
    toCode: toBrowser,
  },
];

function toCurl({ origin, token }: Target): string {
  const authorization = token === '' ? '' : ` \\\n  -H ${toShellText(`Authorization: Bearer ${token}`)}`;
  return `curl ${toShellText(`${origin}/api/events`)}${authorization} -d '{
  "type": "Error",
  "message": "connect ECONNREFUSED 127.0.0.1:5432",
  "source": "backend",
  "projectId": "my-app",
  "stackFrames": [
    { "filename": "/app/src/database.ts", "function": "connect", "lineno": 42, "colno": 7 }
  ],
  "environment": { "runtime": "node" }
}'`;
}

function toNode(target: Target): string {
  return `${toBatching(target, { source: 'backend', fetchOption: '' })}

process.on('uncaughtException', async (error) => {
  console.error(error);
  report(error, { severity: 'fatal' });
  await flush();
  process.exit(1);
});

report(new Error('Hello from Node'));`;
}

function toBrowser(target: Target): string {
  return `${toBatching(target, { source: 'frontend', fetchOption: '\n    keepalive: true, // also while the page unloads' })}

addEventListener('error', ({ error, message }) => report(error ?? new Error(message)));
addEventListener('unhandledrejection', ({ reason }) => {
  report(reason instanceof Error ? reason : new Error(String(reason)));
});
addEventListener('pagehide', flush);

report(new Error('Hello from the browser'));`;
}

interface Side {
  readonly source: 'backend' | 'frontend';
  readonly fetchOption: string;
}

/** What both sides share: errors go out ten at a time, or after 100 ms. */
function toBatching({ origin, token }: Target, { source, fetchOption }: Side): string {
  const headers = token === '' ? '' : `\n    headers: { Authorization: ${toScriptText(`Bearer ${token}`)} },`;
  return `const url = ${toScriptText(`${origin}/api/events/batch`)};
const waiting = [];
let timer;

export function report(error, facts) {
  waiting.push({
    type: error.name,
    message: error.message,
    stack: error.stack,
    stackFrames: toFrames(error.stack),
    timestamp: new Date().toISOString(),
    source: '${source}',
    projectId: 'my-app',
    ...facts,
  });
  if (waiting.length === 10) flush();
  else timer ??= setTimeout(flush, 100);
}

export async function flush() {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting.splice(0);
  if (events.length === 0) return;
  const sending = fetch(url, {
    method: 'POST',${headers}${fetchOption}
    body: JSON.stringify(events),
  });
  await sending.catch(() => {}); // what watches a program must not end it
}

function toFrames(stack = '') {
  const lines = stack.matchAll(/^ *at (?:(.+) \\()?(.+):(\\d+):(\\d+)\\)?$/gm);
  return Array.from(lines, ([, name, filename, line, column]) => {
    return { function: name, filename, lineno: Number(line), colno: Number(column) };
  });
}`;
}

/** One word for a shell, whatever is in it. */
function toShellText(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A literal for a script, whatever is in it. */
function toScriptText(text: string): string {
  return /^[\w./:[\] -]+$/.test(text) ? `'${text}'` : JSON.stringify(text);
}
