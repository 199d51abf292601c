import { type ClientOptions, OPTION_CHECKS, parseOptions, type Settings } from '../../core/options.js';

/** What the Node client takes. Everything is optional. */
export interface NodeOptions extends ClientOptions {
  /** Adds the bodies of requests and answers to request records: of text types, redacted, 16 KB at most. */
  captureBodies?: boolean;
  /** Paths of requests that are not recorded, such as health checks: exact ones, or expressions. */
  ignoreRequests?: readonly (string | RegExp)[];
  /** Warn when this share of the heap's limit is in use, from 0 to 1. */
  memoryWarning?: number;
  /** Warn when the event loop was held up for so many milliseconds. */
  eventLoopDelayWarning?: number;
}

export interface NodeSettings extends Settings {
  readonly captureBodies: boolean;
  readonly ignoreRequests: readonly (string | RegExp)[];
  readonly memoryWarning: number | undefined;
  readonly eventLoopDelayWarning: number | undefined;
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isPattern = (value: unknown): boolean => (typeof value === 'string' && value !== '') || value instanceof RegExp;

/** One check for each option. */
export const NODE_OPTION_CHECKS: typeof OPTION_CHECKS = {
  ...OPTION_CHECKS,
  captureBodies: [isFlag, 'true or false'],
  ignoreRequests: [
    (value) => Array.isArray(value) && value.every(isPattern),
    'an array of paths and regular expressions',
  ],
  memoryWarning: [
    (value) => typeof value === 'number' && value > 0 && value < 1,
    'a number between 0 and 1, such as 0.9',
  ],
  eventLoopDelayWarning: [
    (value) => typeof value === 'number' && value >= 20 && value <= 3_600_000,
    'a number of milliseconds from 20',
  ],
};

/** As `parseOptions`, with the options that only Node has. */
export function parseNodeOptions(options: NodeOptions): NodeSettings {
  const settings = parseOptions(options, NODE_OPTION_CHECKS);
  return {
    ...settings,
    captureBodies: options.captureBodies ?? false,
    ignoreRequests: options.ignoreRequests ?? [],
    memoryWarning: options.memoryWarning,
    eventLoopDelayWarning: options.eventLoopDelayWarning,
  };
}
