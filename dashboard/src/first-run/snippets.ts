import { PROJECT_PLACE, type SdkAddresses, toSdkAddresses } from '../../../src/sdk-addresses.ts';

/** Where snippets send to, and the key that lets them in; the token is empty when the daemon wants none. */
export interface Target {
  /** Origin of the daemon, with the path that it is served below. */
  readonly base: string;
  readonly token: string;
}

export interface Snippet {
  readonly name: string;
  /** What to do with it. */
  readonly hint: string;
  readonly toCode: (target: Target) => string;
  /** What it sends has no place for a key. */
  readonly isKeyless?: true;
}

/**
 * Ways to send a first event: by hand, with the client libraries, which the daemon itself has for npm, and with the SDK that
 * an application has.
 */
export const SNIPPETS: readonly Snippet[] = [
  { name: 'curl', hint: 'Paste it into a terminal: it sends one error.', toCode: toCurl },
  {
    name: 'Node',
    hint: 'Run your program like this. What ends it, is rejected or is logged as an error arrives here, and so does each request that it serves.',
    toCode: toNode,
  },
  {
    name: 'Browser',
    hint: 'Put the line into your pages, before your own scripts. What goes wrong in them arrives here, and so does each request that they make.',
    toCode: toBrowser,
  },
  {
    name: 'Sentry',
    hint: 'Give this DSN to the Sentry SDK of your program, in any language: as its option dsn, or in the variable SENTRY_DSN. Before the @ is the project; where a key stands there, the number at the end names it.',
    toCode: (target) => toAddresses(target).dsn,
  },
  {
    name: 'Spotlight',
    hint: 'For a program that sends to Sentry already. With this in its environment its Sentry SDK sends a copy here.',
    toCode: (target) => `SENTRY_SPOTLIGHT=${toAddresses(target).spotlight}`,
    isKeyless: true,
  },
  {
    name: 'OpenTelemetry',
    hint: 'Put this into the environment of a program with OpenTelemetry. Its exceptions, its logs and the requests that it serves arrive here.',
    toCode: (target) =>
      Object.entries(toAddresses(target).otlp)
        .map(([variable, value]) => `${variable}=${value}`)
        .join('\n'),
  },
];

function toAddresses({ base, token }: Target): SdkAddresses {
  return toSdkAddresses({ base, project: PROJECT_PLACE, key: token === '' ? null : token });
}

function toCurl({ base, token }: Target): string {
  const authorization = token === '' ? '' : ` \\\n  -H ${toShellText(`Authorization: Bearer ${token}`)}`;
  return `curl ${toShellText(`${base}/api/events`)}${authorization} -d '{
  "type": "Error",
  "message": "connect ECONNREFUSED 127.0.0.1:5432",
  "source": "backend",
  "projectId": "${PROJECT_PLACE}",
  "stackFrames": [
    { "filename": "/app/src/database.ts", "function": "connect", "lineno": 42, "colno": 7 }
  ],
  "environment": { "runtime": "node" }
}'`;
}

function toNode({ base, token }: Target): string {
  const { node } = toAddresses({ base, token }).packages;
  const tokenVariable = token === '' ? '' : ` ERRORD_TOKEN=${toShellText(token)}`;
  return `npm install ${toShellText(node)}

ERRORD_URL=${toShellText(base)} ERRORD_PROJECT=${PROJECT_PLACE}${tokenVariable} \\
  node --import @errord/node/auto app.js

# Or in code, imported before anything else:
#   import { init } from '@errord/node';
#   init({ ${toInitOptions({ base, token })} });`;
}

function toBrowser({ base, token }: Target): string {
  const { browser } = toAddresses({ base, token }).packages;
  const tokenAttribute = token === '' ? '' : ` data-token="${toAttributeText(token)}"`;
  return `<script src="${toAttributeText(`${base}/errord.js`)}" crossorigin data-project-id="${PROJECT_PLACE}"${tokenAttribute}></script>

<!-- Or with a bundler, after npm install ${toShellText(browser)}:
import { init } from '@errord/browser'; // before anything else
init({ ${toInitOptions({ base, token })} });
-->`;
}

function toInitOptions({ base, token }: Target): string {
  const tokenOption = token === '' ? '' : `, token: ${toScriptText(token)}`;
  return `serverUrl: ${toScriptText(base)}, projectId: '${PROJECT_PLACE}'${tokenOption}`;
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
