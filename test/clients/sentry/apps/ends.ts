// Programs that end in the way that their argument names.

import * as Sentry from '@sentry/node';

const ENDS: Readonly<Record<string, () => unknown>> = {
  uncaught: () =>
    setImmediate(() => {
      throw new RangeError('nobody catches this');
    }),
  rejection: () => void Promise.reject(new TypeError('nobody awaits this')),
  message: async () => {
    Sentry.captureMessage('cache is cold', 'warning');
    await Sentry.flush(10_000);
  },
  fingerprint: async () => {
    for (const id of [1, 2]) {
      Sentry.captureException(new Error(`${'ab'[id - 1]} differs`), { fingerprint: ['orders'] });
      Sentry.captureException(new Error('one text'), { fingerprint: ['{{ default }}', `tenant ${id}`] });
    }
    await Sentry.flush(10_000);
  },
  attachment: async () => {
    Sentry.getCurrentScope().addAttachment({ filename: 'cart.json', data: '{"a":1}', contentType: 'application/json' });
    Sentry.captureException(new Error('with a file'), { extra: { text: 'x'.repeat(50_000) } });
    await Sentry.flush(10_000);
  },
  dropped: async () => {
    Sentry.addEventProcessor((event) => (event.message === 'unwanted' ? null : event));
    Sentry.captureMessage('unwanted');
    Sentry.captureMessage('wanted');
    // The report of what was dropped goes when the process has nothing more to do.
    await Sentry.flush(10_000);
  },
};

await ENDS[process.argv[2] ?? '']?.();
