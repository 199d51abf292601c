import { isErrorLike } from '../../../core/event.js';
import { toText } from '../../../core/readable.js';
import { parseStack } from '../../../core/stack.js';
import type { LogLevel, StackFrame } from '../../../core/types.js';
import type { Page } from '../page.js';
import type { DeferredErrors } from './deferred.js';
import { all, type Call, patch } from './patch.js';

/** `console.error` as events, and the methods that the options name as log entries. */
export function hookConsole(page: Page, deferred: DeferredErrors): () => void {
  const watch = (name: string, report: (call: Call) => void): (() => void) =>
    patch(console, name, (call) => {
      const result = Reflect.apply(call.original, call.self, call.args);
      page.attempt(() => {
        // What the application's callbacks log while they run for us is about us.
        if (!page.client.isBusy) report(call);
      });
      return result;
    });
  return all([
    watch('error', (call) => {
      reportError(deferred, call);
    }),
    ...page.client.settings.consoleLevels.map((level: LogLevel) =>
      watch(level, ({ args }) => {
        page.client.log(level, toSentence(args));
      }),
    ),
  ]);
}

/** Deferred: an error is often logged and then thrown on, or logged by the framework that reports it too. */
function reportError(deferred: DeferredErrors, { args, entry }: Call): void {
  const error = args.find((arg) => isErrorLike(arg) && 'stack' in arg);
  const others = args.filter((arg) => arg !== error);
  const extra = { extra: { arguments: others } };
  if (error === undefined) {
    deferred.add(toSentence(args), { type: 'console_error', ...toStack(entry), ...(args.length > 1 ? extra : {}) });
  } else deferred.add(error, { type: 'console_error', ...(others.length > 0 ? extra : {}) });
}

/** Where the console was called. */
function toStack(entry: object): { stack?: string; frames?: StackFrame[] } {
  const holder: { stack?: string } = {};
  // Not in older Firefox and Safari.
  (Error as { captureStackTrace?: (holder: object, above: object) => void }).captureStackTrace?.(holder, entry);
  const { stack } = holder;
  return stack === undefined ? {} : { stack, frames: parseStack(stack) };
}

/** As the console shows it: `%s` and its like filled in, `%c` (a style) left out, the rest behind. */
function toSentence(args: readonly unknown[]): string {
  const [format, ...rest] = args;
  if (typeof format !== 'string') return args.map(toText).join(' ');
  let used = 0;
  const text = format.replace(/%[sdifoOc]/g, (mark) => {
    if (used >= rest.length) return mark;
    const value = rest[used++];
    return mark === '%c' ? '' : toText(value);
  });
  return [text, ...rest.slice(used).map(toText)].join(' ');
}
