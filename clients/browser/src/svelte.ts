// `@errord/browser/svelte`: for `<svelte:boundary onerror={errordOnError}>` and SvelteKit's `handleError`.

import { captureError, client } from './core.js';

/** For `onerror` of a boundary. */
export function errordOnError(error: unknown): void {
  captureError(error);
}

interface ErrorInput {
  readonly error: unknown;
  readonly status?: number;
  readonly message?: string;
}

/** For `export const handleError` of SvelteKit's `hooks.client`; answers what the inner one answers. */
export function errordHandleError<Input extends ErrorInput, Answer>(
  inner?: (input: Input) => Answer,
): (input: Input) => Answer | undefined {
  return (input) => {
    const { error, status, message } = input;
    // A page that does not exist is no error of the application.
    if (status !== 404) client()?.capture(error, { extra: { status, message } });
    return inner?.(input);
  };
}
