// On which side an SDK runs, and in which language.

import { TYPE_CHARS_MAX } from '../../../schemas/limits.js';
import type { Source } from '../../../schemas/words.js';
import { asText, type JsonMap, toText } from './sentry-values.js';

export interface SourceFacts {
  readonly platform?: unknown;
  readonly sdk: JsonMap | undefined;
  /** The sender names the browser that it runs in. */
  readonly hasBrowser: boolean;
}

/** SDKs for what people hold in their hands. Those of frameworks for both sides are not told apart by their name. */
const FRONTEND_SDK =
  /^sentry\.(?:javascript\.(?:browser|react|vue|svelte|solid|angular|ember|gatsby|react-native|capacitor|cordova|wasm)|cocoa|java\.android|dart|kotlin\.multiplatform|native\.(?:android|unity|unreal)|dotnet\.(?:maui|xamarin|unity|android|cocoa))\b/;
const BACKEND_JAVASCRIPT_SDK =
  /^sentry\.javascript\.(?:node|bun|deno|cloudflare|vercel-edge|aws-serverless|google-cloud|nestjs)\b/;
const FRONTEND_PLATFORMS: ReadonlySet<string> = new Set(['javascript', 'cocoa', 'dart']);

export function toSource({ platform, sdk, hasBrowser }: SourceFacts): Source {
  const name = asText(sdk?.name) ?? '';
  // What runs in Node says so, whichever SDK it is.
  if (platform === 'node' || BACKEND_JAVASCRIPT_SDK.test(name)) return 'backend';
  const isFrontend =
    FRONTEND_SDK.test(name) || (typeof platform === 'string' ? FRONTEND_PLATFORMS.has(platform) : hasBrowser);
  return isFrontend ? 'frontend' : 'backend';
}

/** The language; `undefined` where the sender knows none. */
export function toPlatform(platform: unknown): string | undefined {
  return platform === 'other' ? undefined : toText(platform, TYPE_CHARS_MAX);
}
