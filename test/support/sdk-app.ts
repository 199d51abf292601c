// The applications with SDKs of others that tests run: nothing is set but their environment.

import { fileURLToPath } from 'node:url';
import { type AppEnd, runApp } from './client-app.js';

const INSTRUMENT = fileURLToPath(new URL('../clients/sentry/apps/instrument.js', import.meta.url));
const OTEL_APP = fileURLToPath(new URL('otel-app.js', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** Runs a program of test/clients/sentry/apps to its end. */
export function runSentryApp(name: string, args: readonly string[], env: Environment): Promise<AppEnd> {
  return runApp(`../../sentry/apps/${name}`, { args, nodeArgs: ['--import', INSTRUMENT], env });
}

/** Runs `otel-app.ts` to its end; its exporters write protobuf. */
export function runOtelApp(env: Environment): Promise<AppEnd> {
  return runApp(OTEL_APP, { args: ['protobuf'], env });
}

/** The variables that a text sets, one a line, as a shell or an environment file has them. */
export function toEnvironment(text: string): Environment {
  return Object.fromEntries(
    [...text.matchAll(/^\s*([A-Z_]+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}
