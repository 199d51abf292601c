/** Where snippets send to, and the key that lets them in; the token is empty when the daemon wants none. */
export interface Target {
  readonly origin: string;
  readonly token: string;
}

/** Stands where a key belongs. */
export const KEY_PLACE = 'YOUR_KEY';

export interface Snippet {
  readonly name: string;
  /** What to do with it. */
  readonly hint: string;
  readonly toCode: (target: Target) => string;
}

/** Ways to send a first event: by hand, and with the client libraries, which are not on npm yet. */
export const SNIPPETS: readonly Snippet[] = [
  { name: 'curl', hint: 'Paste it into a terminal: it sends one error.', toCode: toCurl },
  {
    name: 'Node',
    hint: 'Run your program like this. What ends it, is rejected or is logged as an error arrives here, and so does each request that it serves. The path is that of a clone of errord in which “npm run build” was run.',
    toCode: toNode,
  },
  {
    name: 'Browser',
    hint: 'Put the line into your pages, before your own scripts. What goes wrong in them arrives here, and so does each request that they make.',
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

function toNode({ origin, token }: Target): string {
  const tokenVariable = token === '' ? '' : ` ERRORD_TOKEN=${toShellText(token)}`;
  return `npm install /path/to/errord/clients/node

ERRORD_URL=${toShellText(origin)} ERRORD_PROJECT=my-app${tokenVariable} \\
  node --import @errord/node/auto app.js

# Or in code, imported before anything else:
#   import { init } from '@errord/node';
#   init({ ${toInitOptions({ origin, token })} });`;
}

function toBrowser({ origin, token }: Target): string {
  const tokenAttribute = token === '' ? '' : ` data-token="${toAttributeText(token)}"`;
  return `<script src="${toAttributeText(`${origin}/errord.js`)}" crossorigin data-project-id="my-app"${tokenAttribute}></script>

<!-- Or with a bundler, after npm install /path/to/errord/clients/browser:
import { init } from '@errord/browser'; // before anything else
init({ ${toInitOptions({ origin, token })} });
-->`;
}

function toInitOptions({ origin, token }: Target): string {
  const tokenOption = token === '' ? '' : `, token: ${toScriptText(token)}`;
  return `serverUrl: ${toScriptText(origin)}, projectId: 'my-app'${tokenOption}`;
}

/** One word for a shell, whatever is in it. */
function toShellText(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A literal for a script, whatever is in it. */
function toScriptText(text: string): string {
  return /^[\w./:[\] -]+$/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** Inside of double quotation marks in HTML, whatever is in it. */
function toAttributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
