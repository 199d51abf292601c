// The console. What was called goes on as before: ours looks at the arguments and calls it.

import { format } from 'node:util';
import { isErrorLike } from '../../core/event.js';
import { parseStack } from '../../core/stack.js';
import type { LogLevel } from '../../core/types.js';
import { type Host, quietly, type Unhook } from './host.js';
import { RECENT_STACKS_MAX } from './limits.js';
import { currentContext, explainCurrent, runInContext } from './request-context.js';

type Level = LogLevel | 'error';
type Print = (...args: unknown[]) => void;

/** The stacks of events of the last moment. */
export class RecentStacks {
  readonly #stacks: { readonly stack: string; readonly atMs: number }[] = [];

  add(stack: string): void {
    if (this.#stacks.length >= RECENT_STACKS_MAX) this.#stacks.shift();
    this.#stacks.push({ stack, atMs: Date.now() });
  }

  /** True for a printed text that holds the frames of one of them, once for each. */
  take(text: string): boolean {
    const at = text.indexOf('\n    at ');
    if (at === -1) return false;
    const firstFrames = text.slice(at).split('\n', 4).join('\n');
    const oldestMs = Date.now() - 1000;
    const index = this.#stacks.findIndex(({ stack, atMs }) => atMs >= oldestMs && stack.includes(firstFrames));
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
  const place: { stack?: string } = {};
  // The stack of the call, without the frames of this library.
  if (thrown === undefined) Error.captureStackTrace(place, print);
  const capture = (): void => {
    explainCurrent();
    if (thrown !== undefined) {
      host.client.capture(thrown, { type: 'console_error', extra: text === '' ? undefined : { console: text } });
    } else if (!recent.take(text)) captureText(host, text, place.stack ?? '');
  };
  host.later.add(() => {
    quietly(host, () => {
      runInContext(context, capture);
    });
  }, 0);
}

/** A text that is a printed stack, as frameworks print it, is told as the error that it was. */
function captureText({ client }: Host, text: string, placeStack: string): void {
  // Node prints its own warnings here.
  if (text.startsWith(`(node:${process.pid}) `)) {
    client.log('warn', text);
    return;
  }
  const at = text.indexOf('\n    at ');
  const frames = at === -1 ? [] : parseStack(text.slice(at));
  if (frames.length > 0) client.capture(text.slice(0, at), { type: 'console_error', stack: text, frames });
  else client.capture(text, { type: 'console_error', stack: placeStack, frames: parseStack(placeStack) });
}
