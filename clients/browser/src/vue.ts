// `@errord/browser/vue`: `app.use(errordVue())`.

import { client } from './core.js';

/** What is needed of a Vue 3 application. */
interface VueApp {
  readonly config: { errorHandler?: VueErrorHandler | undefined };
}

type VueErrorHandler = (error: unknown, instance: never, info: string) => void;

/** A plugin that reports what components throw; a handler that was there before goes on as it was. */
export function errordVue(): { install(app: VueApp): void } {
  return {
    install({ config }) {
      const before = config.errorHandler;
      config.errorHandler = (error, instance, info) => {
        const componentName = toName(instance);
        client()?.capture(error, { componentName, extra: { info } });
        // With a handler Vue is silent; what it does without one is to tell the console.
        if (before === undefined) console.error(error);
        else before(error, instance, info);
      };
    },
  };
}

function toName(instance: { $options?: { name?: unknown; __name?: unknown } } | null): string | undefined {
  const name = instance?.$options?.name ?? instance?.$options?.__name;
  return typeof name === 'string' ? name : undefined;
}
