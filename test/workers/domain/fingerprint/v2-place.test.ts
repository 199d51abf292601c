import assert from 'node:assert/strict';
import { fingerprintV2Of as printOf } from '../../../corpus/score-grouping.js';

type Event = Parameters<typeof printOf>[0];
type Frame = NonNullable<Event['stackFrames']>[number];

const EVENT = { type: 'Error', message: 'm' };
const frame = (name: string, filename = '/app/src/a.ts', lineno = 1): Frame => ({
  filename,
  function: name,
  lineno,
  colno: 7,
});
const framesOf = (stackFrames: Frame[], event: Partial<Event> = {}) =>
  printOf({ ...EVENT, ...event, stackFrames }).parts.frames;
const valueOf = (stackFrames: Frame[], event: Partial<Event> = {}) =>
  printOf({ ...EVENT, ...event, stackFrames }).value;

describe('an error of several others in fingerprint version 2', () => {
  const textOf = (...addresses: readonly string[]) =>
    [
      'AggregateError [ECONNREFUSED]: ',
      '    at internalConnectMultiple (node:net:1122:18) {',
      "  code: 'ECONNREFUSED',",
      '  [errors]: [',
      ...addresses.flatMap((address) => [
        `    Error: connect ECONNREFUSED ${address}`,
        '        at createConnectionError (node:net:1652:14) {',
        '      errno: -111',
        '    },',
      ]),
      '  ]',
      '}',
    ].join('\n');
  const node = { ...frame('internalConnectMultiple', 'node:net'), inApp: false };
  const inText = (...addresses: readonly string[]) =>
    printOf({ ...EVENT, type: 'uncaught_exception', message: '', stackFrames: [node], stack: textOf(...addresses) });

  it('is the one that the text of its stack lists, in any order', () => {
    const print = inText('::1:5432', '127.0.0.1:5432');
    assert.equal(print.parts.message, 'connect ECONNREFUSED 127.0.0.1:<postgresql>');
    assert.equal(print.parts.cause, undefined);
    assert.equal(print.value, inText('127.0.0.1:5432', '::1:5432').value);
    assert.notEqual(print.value, inText('::1:6379', '127.0.0.1:6379').value);
  });

  it('is the one of IPv4, where the other address of the host changes', () => {
    assert.equal(inText('2001:db8::1:443', '192.0.2.7:443').value, inText('2001:db8::2:443', '192.0.2.7:443').value);
  });

  it('is one cause in any order, where it is the cause of another error', () => {
    const behind = (...addresses: readonly string[]) =>
      printOf({
        ...EVENT,
        message: 'fetch failed',
        causes: [
          { type: 'AggregateError', message: '' },
          ...addresses.map((address) => ({ type: 'Error', message: `connect ECONNREFUSED ${address}` })),
        ],
      }).parts.cause;
    assert.equal(behind('::1:5432', '127.0.0.1:5432'), 'connect ECONNREFUSED 127.0.0.1:<postgresql>');
    assert.equal(behind('127.0.0.1:5432', '::1:5432'), behind('::1:5432', '127.0.0.1:5432'));
  });

  it('is what an older Node throws of the same address', () => {
    const plain = printOf({ ...EVENT, message: 'connect ECONNREFUSED 127.0.0.1:5432', stackFrames: [node] });
    assert.equal(inText('::1:5432', '127.0.0.1:5432').value, plain.value);
  });

  it('is the one that a client names as a cause', () => {
    const of = (port: number) =>
      valueOf([frame('load')], {
        type: 'AggregateError',
        message: '',
        causes: [{ type: 'Error', message: `connect ECONNREFUSED 127.0.0.1:${port}`, code: 'ECONNREFUSED' }],
      });
    assert.notEqual(of(5432), of(9092));
  });

  it('is itself where it has a message of its own, or no errors', () => {
    const causes = [{ type: 'Error', message: 'no crew' }];
    const own = printOf({ ...EVENT, type: 'AggregateError', message: 'All promises were rejected', causes });
    assert.equal(own.parts.type, 'AggregateError');
    assert.equal(own.parts.cause, 'no crew');
    assert.equal(printOf({ ...EVENT, type: 'AggregateError', message: '' }).parts.type, 'AggregateError');
    assert.equal(printOf({ ...EVENT, message: '', causes }).parts.cause, 'no crew');
  });
});

describe('the address of a script in fingerprint version 2', () => {
  const at = (url: string, name = 'renderCart') => valueOf([frame(name, url)], { source: 'frontend' });

  it('counts without its host and without releases where the function has a name', () => {
    assert.equal(
      at('https://cdn-eu.a.example/r/118/cart.9a41f.js'),
      at('https://cdn-us.a.example/r/121/cart.e02bd.js'),
    );
    assert.equal(at('https://north.a.example/v41/cart.js'), at('https://south.a.example/v42/cart.js'));
    assert.equal(at('http://localhost:5173/src/Cart.tsx'), at('https://a.example/src/Cart.tsx'));
    assert.notEqual(at('https://a.example/cart.js'), at('https://a.example/admin.js'));
    assert.notEqual(at('https://a.example/cart.js'), at('https://a.example/cart.js', 'renderMenu'));
    assert.deepEqual(framesOf([frame('load', 'chrome-extension://abcdef/cart.js')], { source: 'frontend' }), [
      { filename: 'abcdef/cart.js', function: 'load' },
    ]);
  });

  it('counts with its host where no name tells what code it is', () => {
    assert.notEqual(
      at('https://shop.a.example/index-3f2a1b9c.js', 'r'),
      at('https://admin.a.example/index-77ab12cd.js', 'r'),
    );
    assert.equal(
      at('https://assets-us-east-1.a.example/a.js', 'r'),
      at('https://assets-eu-west-1.a.example/a.js', 'r'),
    );
    assert.notEqual(at('https://cdn-shop.a.example/a.js', 'r'), at('https://cdn-admin.a.example/a.js', 'r'));
  });
});

describe('callers in fingerprint version 2', () => {
  const withText = (ran: Frame[], awaiting: Frame[]) => {
    const line = ({ function: name, filename, lineno, colno }: Frame, word: string) =>
      `    at ${word}${name} (${filename}:${lineno}:${colno})`;
    const stack = ['Error: m', ...ran.map((one) => line(one, '')), ...awaiting.map((one) => line(one, 'async '))].join(
      '\n',
    );
    return framesOf([...ran, ...awaiting], { stack });
  };
  const top = frame('slice', '/app/src/slice.ts', 4);
  const [nightly, morning] = [frame('nightly', '/app/src/jobs.ts', 8), frame('morning', '/app/src/jobs.ts', 30)];

  it('do not count where they awaited a function with a name that is no helper', () => {
    assert.deepEqual(withText([top], [nightly]), withText([top], []));
    assert.deepEqual(withText([top], [nightly]), framesOf([top, { ...nightly, function: 'async nightly' }]));
    assert.deepEqual(withText([top, frame('cut')], [nightly]), withText([top, frame('cut')], []));
  });

  it('count where a helper failed that they awaited, and where they called it', () => {
    const helper = frame('fetchJson', '/app/src/http.ts', 4);
    assert.notDeepEqual(withText([helper], [nightly]), withText([helper], [morning]));
    assert.notDeepEqual(withText([top, nightly], []), withText([top, morning], []));
    const anonymous = { filename: '/app/src/slice.ts', lineno: 4, colno: 7 };
    assert.notDeepEqual(framesOf([anonymous, nightly]), framesOf([anonymous, morning]));
  });

  it('count where a helper was called by a module of a language that keeps all modules in `lib`', () => {
    const [must, script] = [frame('Levy::Store::must', 'lib/Levy/Store.pm', 3), frame('', 'levy.pl', 2)];
    const called = (name: string) => framesOf([must, frame(`Levy::Store::${name}`, 'lib/Levy/Store.pm', 4), script]);
    assert.notDeepEqual(called('rate_of'), called('payee_of'));
  });

  it('do not count as middleware behind the router that called a handler', () => {
    const router = { ...frame('next', '/app/node_modules/express/lib/router/index.js'), inApp: false };
    const middleware = { filename: '/app/index.js', lineno: 5, colno: 3 };
    const handler = frame('order', '/app/routes/order.js');
    assert.deepEqual(framesOf([handler, router, middleware, router]), framesOf([handler, router]));
    assert.deepEqual(framesOf([handler, router, frame('track'), router]), framesOf([handler, router]));
    // Nothing but a helper is in front of it.
    const helper = frame('assertOpen', '/app/lib/open.js');
    assert.equal(framesOf([helper, router, frame('track')]).length, 2);
    const other = { ...router, filename: '/app/node_modules/lodash/each.js' };
    assert.equal(framesOf([handler, other, frame('track')]).length, 2);
  });
});
