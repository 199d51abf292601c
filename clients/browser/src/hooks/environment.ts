import { USER_AGENT_CHARS_MAX } from '../limits.js';
import type { Page } from '../page.js';
import { markFrames } from './frames.js';

interface UserAgentData {
  readonly brands?: readonly { readonly brand: string; readonly version: string }[];
}

/** Says where events happen, and which frames are the application's. */
export function hookEnvironment(page: Page): () => void {
  const browser = toBrowser();
  page.environment = () => ({
    runtime: 'browser',
    browser,
    language: navigator.language,
    viewport: `${innerWidth}x${innerHeight}`,
    url: location.href,
  });
  page.frames = (frames) => markFrames(frames);
  return () => undefined;
}

/** `Chrome 143`, `Firefox 140`; undefined when the browser does not say. */
export function toBrowser({ userAgent, userAgentData }: NavigatorFacts = navigator): string | undefined {
  // One brand is made up to be ignored ("Not;A=Brand"), and Chromium names itself beside the browser built on it.
  const brands = (userAgentData?.brands ?? []).filter(({ brand }) => !/not.*brand/i.test(brand));
  const named = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  if (named !== undefined) return `${named.brand.replace('Google ', '')} ${named.version}`;
  const text = userAgent.slice(0, USER_AGENT_CHARS_MAX);
  for (const [pattern, name] of AGENTS) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return undefined;
}

interface NavigatorFacts {
  readonly userAgent: string;
  readonly userAgentData?: UserAgentData;
}

/** Each names itself beside those it is like, so the order matters. */
const AGENTS: readonly (readonly [RegExp, string])[] = [
  [/Edg\w*\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+[.\d]*).* Safari/, 'Safari'],
];
