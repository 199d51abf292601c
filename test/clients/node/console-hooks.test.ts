import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import * as errord from '@errord/node';
import { useClient, useSilentConsole } from './support.js';

describe('the console', () => {
  const printed = useSilentConsole();
  const { init, delivered } = useClient();

  it('reports an error given to console.error, with the words beside it', async () => {
    init();
    console.error('the order %s failed:', 7, new TypeError('no price'));
    const [event, ...others] = await delivered('events');
    assert.equal(others.length, 0);
    assert.equal(event?.type, 'console_error');
    assert.equal(event.message, 'TypeError: no price');
    assert.deepEqual(event.extra, { console: 'the order 7 failed:' });
    assert.equal(printed().length, 1);
  });

  it('reports a text as it was printed, with the stack of the call', async () => {
    init();
    console.error('no stock of %s', 'apples', { left: 0 });
    const [event] = await delivered('events');
    assert.equal(event?.message, 'no stock of apples { left: 0 }');
    const [frame] = event.stackFrames as readonly Record<string, unknown>[];
    assert.match(String(frame?.filename), /console-hooks\.test\.ts$/);
    assert.equal(frame?.contextLine, "    console.error('no stock of %s', 'apples', { left: 0 });");
  });

  const indent = (text: string): string => text.replace(/^/gm, '  ');
  const withoutDirectories = (stack: string): string => stack.replaceAll(/\((?:file:\/\/)?\/.*\//g, '(');
  const PRINTS: Readonly<Record<string, (stack: string) => string>> = {
    'as it is': (stack) => stack,
    'indented, between empty lines': (stack) => `\n${indent(stack)}\n`,
    'in colours, below the request': (stack) => `\n\u001b[1;31m[500] GET /orders\u001b[0m\n${stack}`,
    'behind a time and a level': (stack) => `20:24:01 [ERROR] ${stack}`,
    'with its first frame alone, without directories': (stack) =>
      withoutDirectories(stack).split('\n').slice(0, 2).join('\n'),
  };
  for (const [how, print] of Object.entries(PRINTS)) {
    it(`tells a stack that is printed ${how} as the error that it was, and once`, async () => {
      init();
      const error = new RangeError('too many apples');
      const printed = print(error.stack ?? '');
      console.error(printed);
      const [event] = await delivered('events');
      assert.equal(event?.message, 'RangeError: too many apples');
      assert.match(String(event.stack), /^RangeError: too many apples\n {4}at /);
      const [frame] = event.stackFrames as readonly Record<string, unknown>[];
      assert.match(String(frame?.filename), /console-hooks\.test\.ts$|console-hooks\.test\.js$/);
      const other = new Error('once');
      errord.captureError(other);
      console.error(print(other.stack ?? ''));
      assert.equal((await delivered('events')).length, 2);
    });
  }

  // What SvelteKit 3.2 prints of an error of a load function, behind @sveltejs/adapter-node 6.0.
  it('tells a stack whose only frame is of what was written as the error that it was', async () => {
    init();
    console.error('Error: lost in load\n    at load (src/routes/load/+page.server.js:1:35)\n');
    const [event, ...others] = await delivered('events');
    assert.equal(others.length, 0);
    assert.equal(event?.message, 'lost in load');
    const [frame] = event.stackFrames as readonly Record<string, unknown>[];
    assert.deepEqual(
      [frame?.function, frame?.filename, frame?.lineno, frame?.inApp],
      ['load', 'src/routes/load/+page.server.js', 1, true],
    );
  });

  it('keeps all lines of a message whose stack is printed', async () => {
    init();
    console.error(indent(new Error('no apples\n  in stock').stack ?? ''));
    const [event] = await delivered('events');
    assert.equal(event?.message, 'no apples\n  in stock');
  });

  it('reports an error of the same place that was thrown again', async () => {
    init();
    const errors = Array.from({ length: 2 }, () => new Error('again'));
    errord.captureError(errors[0]);
    for (const { stack } of errors) console.error(stack);
    assert.equal((await delivered('events')).length, 2);
  });

  it('reports each of two errors of the same place that are only printed', async () => {
    init();
    for (const { stack } of Array.from({ length: 2 }, () => new Error('again'))) console.error(stack);
    assert.equal((await delivered('events')).length, 2);
  });

  it('reports an error that is logged and then captured as captured', async () => {
    init();
    const error = new Error('once');
    console.error(error);
    errord.captureError(error);
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['exception'],
    );
  });

  it('makes log entries of the methods that the option names', async () => {
    init({ captureConsole: ['warn', 'info'] });
    console.warn('slow: %d ms', 12);
    console.info('ready');
    console.debug('not told');
    errord.captureMessage('done');
    const logs = await delivered('logs');
    assert.deepEqual(
      logs.map(({ level, message }) => ({ level, message })),
      [
        { level: 'warn', message: 'slow: 12 ms' },
        { level: 'info', message: 'ready' },
      ],
    );
    const [event] = await delivered('events');
    assert.deepEqual(
      (event?.breadcrumbs as readonly Record<string, unknown>[]).map(({ message }) => message),
      ['slow: 12 ms', 'ready'],
    );
  });

  it('only prints what is printed while its arguments are looked at', async () => {
    init();
    const noisy = {
      [inspect.custom]() {
        console.error('from inside');
        return 'noisy';
      },
    };
    console.error('outside', noisy);
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ message }) => message),
      ['outside noisy'],
    );
  });

  it('only prints what beforeSend prints', async () => {
    init({
      beforeSend: (event) => {
        console.error('sending', event.message);
        return event;
      },
    });
    errord.captureMessage('one');
    await delivered('events');
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ message }) => message),
      ['one'],
    );
    assert.deepEqual(printed(), [['sending', 'one']]);
  });

  it('goes on printing when an argument throws at us', async () => {
    init();
    const hostile = {
      [inspect.custom]() {
        throw new Error('from inside');
      },
    };
    console.error('outside', hostile);
    assert.equal(printed().length, 1);
    await delivered('events');
    assert.deepEqual(errord.stats().dropped, { internal: 1 });
  });

  it('is as it was after close', async () => {
    const { error } = console;
    init();
    assert.notEqual(console.error, error);
    await errord.close();
    assert.equal(console.error, error);
  });
});
