// The console. What was called goes on as before: ours looks at the arguments and calls it.

import { format, stripVTControlCharacters } from 'node:util';
import { isErrorLike } from '../../core/event.js';
import { parseStack } from '../../core/stack.js';
import type { LogLevel } from '../../core/types.js';
import { type Host, quietly, type Unhook } from './host.js';
import { RECENT_STACK_MS, RECENT_STACKS_MAX } from './limits.js';
import { findPrintedStack, isPrintOf, type PrintedStack } from './printed-stack.js';
import { currentContext, explainCurrent, runInContext, type ServedRequest } from './request-context.js';

type Level = LogLevel | 'error';
type Print = (...args: unknown[]) => void;

/** The stacks of events of the last moment. */
export class RecentStacks {
  readonly #stacks: { readonly stack: string; readonly atMs: number }[] = [];

  add(stack: string): void {
    if (this.#stacks.length >= RECENT_STACKS_MAX) this.#stacks.shift();
    this.#stacks.push({ stack, atMs: Date.now() });
  }

  /** True for a print of one of them, once for each. */
  take(printed: PrintedStack): boolean {
    const oldestMs = Date.now() - RECENT_STACK_MS;
    const index = this.#stacks.findIndex(({ stack, atMs }) => atMs >= oldestMs && isPrintOf(printed, stack));
    if (index === -1) return false;
    this.#stacks.splice(index, 1);
    return true;
  }
}

/** `console.error` becomes events; the methods of the option become log entries. */
export function hookConsole(host: Host, recent: RecentStacks): Unhook {
  const levels: readonly Level[] = ['error', ...host.settings.consoleLevels];
  let isInside = false;
  const undo = levels.map((level) => {
    const original = console[level] as Print;
    const print: Print = function (this: unknown, ...args) {
      // What is printed for our sake, by inspectors of the arguments and by `beforeSend`, is only printed.
      if (!isInside && !host.client.isBusy) {
        isInside = true;
        quietly(host, () => {
          if (level === 'error') captureError(host, recent, { args, print });
          else captureLog(host, level, args);
        });
        isInside = false;
      }
      Reflect.apply(original, this, args);
    };
    console[level] = print;
    return () => {
      if (console[level] === print) console[level] = original;
    };
  });
  return () => {
    for (const undoOne of undo) undoOne();
  };
}

function captureLog({ client }: Host, level: LogLevel, args: readonly unknown[]): void {
  const message = format(...args);
  client.log(level, message);
  client.addBreadcrumb({ category: 'console', message, level });
}

interface Printed {
  readonly args: readonly unknown[];
  readonly print: Print;
}

/** Waits for a moment: an error that is logged and then thrown is reported as thrown. */
function captureError(host: Host, recent: RecentStacks, { args, print }: Printed): void {
  const context = currentContext();
  const thrown = args.find(isErrorLike);
  const text = format(...args.filter((arg) => arg !== thrown));
  if (thrown === undefined && context !== undefined && isStatusLine(text, context.request)) {
    host.client.addBreadcrumb({ category: 'console', message: stripVTControlCharacters(text) });
    return;
  }
  const place: { stack?: string } = {};
  // The stack of the call, without the frames of this library.
  if (thrown === undefined) Error.captureStackTrace(place, print);
  const capture = (): void => {
    explainCurrent();
    if (thrown === undefined) captureText(host, recent, { text, placeStack: place.stack ?? '' });
    else host.client.capture(thrown, { type: 'console_error', extra: text === '' ? undefined : { console: text } });
  };
  host.later.add(() => {
    quietly(host, () => {
      runInContext(context, capture);
    });
  }, 0);
}

const STATUS_LINE = /^(?:[45]\d\d|\[[45]\d\d\]) ([A-Z]{1,20}) (\/\S*)$/;

/**
 * What SvelteKit prints: 3 of each answer in development, 2 of each page that is not there. The record of the request tells it,
 * and why is printed besides.
 */
function isStatusLine(text: string, { method, url }: ServedRequest): boolean {
  const [, toldMethod, path] = STATUS_LINE.exec(stripVTControlCharacters(text).trim()) ?? [];
  return toldMethod === method && path === url.replace(/[?#].*$/s, '');
}

interface PrintedText {
  readonly text: string;
  /** Of the call that printed it. */
  readonly placeStack: string;
}

/** A text that holds a stack, as frameworks print it, is told as the error that it was, unless that was told already. */
function captureText({ client }: Host, recent: RecentStacks, { text, placeStack }: PrintedText): void {
  // Node prints its own warnings here.
  if (text.startsWith(`(node:${process.pid}) `)) {
    client.log('warn', text);
    return;
  }
  const printed = findPrintedStack(text);
  if (printed === null) {
    client.capture(text, { type: 'console_error', stack: placeStack, frames: parseStack(placeStack) });
    return;
  }
  if (recent.take(printed)) return;
  const { headline, stack, frames } = printed;
  client.capture(headline, { type: 'console_error', stack, frames });
}
