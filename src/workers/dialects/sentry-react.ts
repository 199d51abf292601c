import { asText, type JsonMap, toText } from './sentry-values.js';

/** The name under which the SDK for React tells the components around an error: as a cause of it, with components as frames. */
const BOUNDARY = /^React ErrorBoundary /;

export interface CausesAndComponents {
  readonly causes: readonly JsonMap[];
  /** In React's own form. */
  readonly componentStack: string | undefined;
}

/** The components of an error apart from what really caused it. */
export function splitComponents(causes: readonly JsonMap[]): CausesAndComponents {
  const isBoundary = ({ type }: JsonMap): boolean => typeof type === 'string' && BOUNDARY.test(type);
  const boundary = causes.find(isBoundary);
  const frames = boundary?.stackFrames;
  return {
    causes: causes.filter((cause) => !isBoundary(cause)),
    componentStack: Array.isArray(frames) ? asText((frames as readonly JsonMap[]).map(toLine).join('')) : undefined,
  };
}

function toLine({ function: name, filename, lineno, colno }: JsonMap): string {
  const place = [toText(filename), toText(lineno), toText(colno)].filter((part) => part !== undefined).join(':');
  return `\n    at ${asText(name) ?? '<anonymous>'}${place === '' ? '' : ` (${place})`}`;
}
