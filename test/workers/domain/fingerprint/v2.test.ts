import assert from 'node:assert/strict';
import {
  CALL_SITE_FRAMES_MAX,
  GROUPING_REPLACED_CHARS_MAX,
  GROUPING_REPLACED_MAX,
  MESSAGE_LEADS_MAX,
  MINIFIED_FRAMES_MAX,
} from '../../../../src/limits.js';
import { splitClass } from '../../../../src/workers/domain/fingerprint/class-name.js';
import { fingerprintV2Of as printOf } from '../../../corpus/score-grouping.js';

const EVENT = { type: 'Error', message: 'm' };
const frame = (name: string, lineno = 1) => ({ filename: '/app/src/a.ts', function: name, lineno });
const valueOf = (event: Partial<Parameters<typeof printOf>[0]>) => printOf({ ...EVENT, ...event }).value;
const custom = (...fingerprint: string[]) => valueOf({ stackFrames: [frame('f')], fingerprint });

describe('fingerprint version 2', () => {
  it('is 64 characters of lower-case hex, and names its version, its parts and what it replaced', () => {
    const print = printOf({
      type: 'uncaught_exception',
      message: 'RangeError: order 42 is gone',
      stackFrames: [{ filename: '/srv/releases/20240101/src/a.ts', function: 'Module.f', lineno: 7 }],
    });
    assert.match(print.value, /^[0-9a-f]{64}$/);
    assert.equal(print.version, 2);
    assert.deepEqual(print.parts, {
      version: 2,
      type: 'RangeError',
      message: 'order <n> is gone',
      frames: [{ filename: 'src/a.ts', function: 'f' }],
      replaced: [
        { part: 'type', text: 'uncaught_exception', by: 'RangeError', rule: 'class of the error' },
        { part: 'frames', text: '/srv/releases/20240101/src/a.ts', by: 'src/a.ts', rule: 'file name that lasts' },
        { part: 'frames', text: 'Module.f', by: 'f', rule: 'function as the source names it' },
        { part: 'frames', text: 'f:7', by: 'f', rule: 'function instead of line' },
        { part: 'message', text: '42', by: '<n>', rule: 'number' },
      ],
    });
  });

  it('says nothing of replacements where it made none', () => {
    assert.deepEqual(printOf({ type: 'RangeError', message: 'm' }).parts, {
      version: 2,
      type: 'RangeError',
      message: 'm',
      frames: [],
    });
  });

  it('shows as many replacements as the limit, each cut', () => {
    const emails = (count: number) => Array.from({ length: count }, (_none, at) => `a${at}@example.com`).join(' ');
    const countOf = (count: number) =>
      printOf({ type: 'RangeError', message: emails(count) }).parts.replaced?.length ?? 0;
    assert.equal(countOf(GROUPING_REPLACED_MAX), GROUPING_REPLACED_MAX);
    assert.equal(countOf(GROUPING_REPLACED_MAX + 1), GROUPING_REPLACED_MAX);
    const { replaced = [] } = printOf({
      ...EVENT,
      stackFrames: [{ filename: `/app/${'a'.repeat(2 * GROUPING_REPLACED_CHARS_MAX)}.ts`, function: 'f' }],
    }).parts;
    assert.equal(replaced.find(({ part }) => part === 'frames')?.text.length, GROUPING_REPLACED_CHARS_MAX);
  });

  it('counts as many frames of the application as the limit, and one more below a helper', () => {
    const framesOf = (...names: string[]) =>
      printOf({ ...EVENT, stackFrames: names.map((name) => frame(name)) }).parts.frames;
    const names = ['ship', 'pack', 'order', 'show', 'main'];
    assert.equal(framesOf(...names.slice(0, CALL_SITE_FRAMES_MAX)).length, CALL_SITE_FRAMES_MAX);
    assert.equal(framesOf(...names.slice(0, CALL_SITE_FRAMES_MAX + 1)).length, CALL_SITE_FRAMES_MAX);
    assert.equal(framesOf('invariant', ...names).length, CALL_SITE_FRAMES_MAX + 1);
  });

  it('counts one frame more of minified code', () => {
    const framesOf = (count: number) =>
      printOf({
        ...EVENT,
        source: 'frontend',
        stackFrames: Array.from({ length: count }, (_none, at) => ({
          filename: 'https://shop.example.com/app.3f2a1b.js',
          function: String.fromCharCode(97 + at),
          lineno: 1,
          colno: 5000 + 70 * at,
        })),
      }).parts.frames.length;
    assert.equal(framesOf(MINIFIED_FRAMES_MAX), MINIFIED_FRAMES_MAX);
    assert.equal(framesOf(MINIFIED_FRAMES_MAX + 1), MINIFIED_FRAMES_MAX);
  });

  it('takes as many words off the front of a message as the limit', () => {
    const leads = (count: number) => splitClass('Error', `${'Uncaught '.repeat(count)}m`).message;
    assert.equal(leads(MESSAGE_LEADS_MAX), 'm');
    assert.equal(leads(MESSAGE_LEADS_MAX + 1), 'Uncaught m');
  });

  it("groups by the client's own parts, in which the default stands for the usual ones", () => {
    const usual = valueOf({ stackFrames: [frame('f')] });
    assert.equal(custom('{{ default }}'), usual);
    assert.equal(custom('{{default}}'), usual);
    assert.notEqual(custom('{{ default }}', 'tenant-7'), usual);
    assert.notEqual(custom('{{ default }}', 'tenant-7'), custom('{{ default }}', 'tenant-8'));
    assert.equal(custom('payment-down'), valueOf({ message: 'another', fingerprint: ['payment-down'] }));
    assert.deepEqual(printOf({ ...EVENT, fingerprint: ['payment-down'] }).parts.custom, ['payment-down']);
  });

  it('has the same default for lines that moved', () => {
    const at = (lineno: number) => valueOf({ stackFrames: [frame('f', lineno)], fingerprint: ['{{ default }}', 'x'] });
    assert.equal(at(1), at(90));
  });

  it('keeps the codes of a sign-in', () => {
    const refused = (code: string) => valueOf({ message: `invalid_client: ${code}` });
    assert.notEqual(refused('AADSTS7000215'), refused('AADSTS700016'));
  });

  it('tells a code where the message does not', () => {
    assert.notEqual(valueOf({ message: 'write failed', code: 'EPIPE' }), valueOf({ message: 'write failed' }));
    assert.equal(valueOf({ message: 'write EPIPE', code: 'EPIPE' }), valueOf({ message: 'write EPIPE' }));
  });

  it('takes the source line of a function without a name, wherever it moved', () => {
    const at = (lineno: number, contextLine: string) =>
      valueOf({ stackFrames: [{ filename: '/app/src/a.ts', lineno, contextLine }] });
    assert.equal(at(3, '  throw new Error(m);'), at(9, 'throw new Error(m);'));
    assert.notEqual(at(3, 'throw new Error(m);'), at(3, 'throw new Error(n);'));
  });

  it('takes the place of an event only where no frame of the application tells', () => {
    const request = (url: string) => ({ request: { method: 'GET', url } });
    assert.notEqual(valueOf(request('/a')), valueOf(request('/b')));
    const stackFrames = [frame('ship')];
    assert.equal(valueOf({ ...request('/a'), stackFrames }), valueOf({ ...request('/b'), stackFrames }));
    assert.equal(
      printOf({ ...EVENT, ...request('https://Shop.example.com/u/42?x=1') }).parts.place,
      'GET shop.example.com/u/:id',
    );
  });

  it('joins what tells of one fix in other words of a language', () => {
    const python = (message: string) => valueOf({ type: 'UnicodeDecodeError', message, platform: 'python' });
    assert.equal(
      python("'utf-8' codec can't decode byte 0xe4 in position 10: invalid continuation byte"),
      python("'utf-8' codec can't decode bytes in position 7-8: unexpected end of data"),
    );
    const ruby = (message: string) => valueOf({ type: 'NoMethodError', message, platform: 'ruby' });
    assert.equal(ruby("undefined method `total' for nil:NilClass"), ruby("undefined method 'total' for nil"));
    assert.equal(
      ruby("undefined method `all' for Shop::Order:Class"),
      ruby("undefined method 'all' for class Shop::Order"),
    );
    assert.notEqual(
      ruby("undefined method `total' for nil:NilClass"),
      ruby("undefined method `size' for nil:NilClass"),
    );
  });

  it('takes an export that a module lacks in the words of each engine', () => {
    const web = (message: string) => valueOf({ type: 'SyntaxError', message, source: 'frontend' });
    const chrome = (name: string) => web(`The requested module './api.js' does not provide an export named '${name}'`);
    assert.equal(chrome('getTeam'), web("Importing binding name 'getTeam' is not found."));
    assert.equal(
      chrome('getTeam'),
      web("The requested module 'http://a/api.js' doesn't provide an export named: 'getTeam'"),
    );
    assert.notEqual(chrome('getTeam'), chrome('getUser'));
    assert.notEqual(chrome('default'), web("Importing binding name 'default' is not found."));
  });

  it('takes days and sums of money for values, and no parameter of SQL', () => {
    const of = (message: string) => valueOf({ message });
    assert.equal(of('Closed on Sunday, January 12'), of('Closed on Monday, March 3'));
    assert.equal(of('Balance $12.50 is below $100'), of('Balance $0.99 is below $1,000'));
    assert.notEqual(of('no type for parameter $1'), of('no type for parameter $2'));
    assert.notEqual(of('no type for parameter $10'), of('no type for parameter $11'));
    assert.notEqual(of('no type for parameters $1, $12'), of('no type for parameters $1, $13'));
    assert.notEqual(of('UPDATE a SET b = $1 WHERE c = $12'), of('UPDATE a SET b = $1 WHERE c = $13'));
    assert.notEqual(of('insert into a values ($1, $10)'), of('insert into a values ($1, $11)'));
    assert.equal(of('the sum = $50 is above $20'), of('the sum = $70 is above $30'));
  });

  it('keeps what a line of a log says', () => {
    const of = (said: string, id: string) => valueOf({ message: `level=error request_id=${id} msg="${said}"` });
    assert.equal(of('queue full', 'ab12cd34ef'), of('queue full', '99fe01aa22'));
    assert.notEqual(of('queue full', 'ab12cd34ef'), of('render failed', 'ab12cd34ef'));
  });

  it('takes for not JSON whatever an engine met first in it', () => {
    const messages = [
      'Unexpected end of JSON input',
      'Unexpected token < in JSON at position 0',
      `Unexpected token 'E', "ERR:17" is not valid JSON`,
      'Unexpected number in JSON at position 3',
      'Unexpected non-whitespace character after JSON at position 2',
      'No number after minus sign in JSON at position 1',
      'Exponent part is missing a number in JSON at position 2',
      'Unterminated string in JSON at position 4',
      'Unterminated fractional number in JSON at position 2 (line 1 column 3)',
      'Bad control character in string literal in JSON at position 3',
      'Bad Unicode escape in JSON at position 3',
      'Bad escaped character in JSON at position 3',
      "Expected property name or '}' in JSON at position 1",
      "Expected ',' or '}' after property value in JSON at position 9",
      'Expected double-quoted property name in JSON at position 9',
      '"undefined" is not valid JSON',
      'JSON.parse: unexpected end of data at line 1 column 1 of the JSON data',
      'JSON Parse error: Unexpected EOF',
    ];
    for (const message of messages)
      assert.equal(printOf({ type: 'SyntaxError', message, source: 'frontend' }).parts.message, 'not JSON', message);
    assert.notEqual(printOf({ type: 'Error', message: 'Expected two files in JSON' }).parts.message, 'not JSON');
  });

  it('takes the last property of the expression that Safari tells', () => {
    const of = (message: string) => printOf({ type: 'TypeError', message, source: 'frontend' }).parts.message;
    const nothing = (expression: string) => of(`null is not an object (evaluating '${expression}')`);
    assert.equal(nothing(`document.querySelector('#a.b').getContext`), 'property getContext of null');
    assert.equal(nothing(`rows.find(row => row.id === "a)").cells[at].total`), 'property total of null');
    assert.equal(nothing(`form['post-code'].value = input.text`), 'property value of null');
    assert.equal(nothing(`rows[0]`), of("Cannot read properties of null (reading '0')"));
    assert.equal(nothing(`this.form["post-code"]`), 'property post-code of null');
    assert.equal(nothing(`cart`), 'cart is null');
    assert.notEqual(nothing(`menu.find('.a').open`), nothing(`menu.find('.a').close`));
    assert.equal(of('document.querySelector(...).getContext is not a function'), 'getContext is not a function');
    assert.equal(of(`undefined is not a function (evaluating 'cart.add(item.id)')`), 'add is not a function');
    assert.equal(of('(0 , util.toDate) is not a function'), 'toDate is not a function');
  });

  it('counts a function without a name as part of the one that calls it in its file', () => {
    const at = (...stackFrames: NonNullable<Parameters<typeof printOf>[0]['stackFrames']>) =>
      printOf({ ...EVENT, stackFrames }).parts.frames;
    const file = '/app/src/a.ts';
    const shuffle = [{ filename: file, function: 'shuffle' }];
    const anonymous = (lineno: number) => ({ filename: file, lineno });
    const native = { filename: '<anonymous>', function: 'Array.reduce' };
    const named = { ...frame('shuffle'), filename: file };
    const stable = [{ filename: 'src/a.ts', function: 'shuffle' }];
    assert.deepEqual(at(anonymous(3), named), stable);
    assert.deepEqual(at({ ...named, function: 'shuffle/<' }, ...shuffle), stable);
    assert.deepEqual(at(anonymous(3), anonymous(2), native, named), stable);
    assert.deepEqual(at(anonymous(3), { filename: '[native code]', function: 'reduce' }, named), stable);
    assert.deepEqual(at({ ...anonymous(3), function: '<anonymous>' }, named), stable);
    // Another file, what a library calls, and what is passed to a helper.
    const other = { ...named, filename: '/app/src/b.ts' };
    assert.equal(at(anonymous(3), other).length, 2);
    const library = { filename: '/app/node_modules/lodash/each.js', function: 'each' };
    assert.equal(at(anonymous(3), library, named).length, 2);
    assert.equal(at(anonymous(3), { ...named, function: 'withRetry' }, named).length, 2);
    assert.equal(at(anonymous(3), native, { ...named, function: 'fetchAll' }).length, 1);
    // In one file of a build lies what does not belong together.
    assert.equal(at(anonymous(9000), { ...named, lineno: 12_000 }).length, 2);
    assert.notDeepEqual(at(anonymous(3), named), at(anonymous(3), { ...named, function: 'deal' }));
  });

  it('counts no file that a bundler makes of libraries, and the route where no other is left', () => {
    const web = (files: readonly string[], path = '/a') =>
      printOf({
        ...EVENT,
        source: 'frontend',
        request: { method: 'GET', url: `https://a.example${path}` },
        stackFrames: files.map((file, at) => ({
          filename: `https://a.example/${file}`,
          function: `r${at}`,
          lineno: 1,
          colno: 5000 + 70 * at,
        })),
      });
    const libraries = [
      'assets/vendor-b7c1.js',
      'js/chunk-vendors.3f2a1b9c.js',
      'static/js/vendors~main.8d2c1a.chunk.js',
      'assets/react-dom-Bx3kQ9aZ.js',
      'runtime-main.4be1d2c3.js',
      'polyfills.5c1d9e.js',
      '_next/static/chunks/framework-9c21.js',
      '_next/static/chunks/main-app-1f2e3d4c5b6a7980.js',
      '_next/static/chunks/webpack.js',
    ];
    for (const file of libraries) assert.deepEqual(web([file]).parts.frames, [], file);
    const owns = [
      'assets/index-20de.js',
      'js/vendor.js',
      'assets/vendor-list-Bx3kQ9aZ.js',
      'src/runtime.js',
      'main.3f2a1b.js',
    ];
    for (const file of owns) assert.equal(web([file]).parts.frames.length, 1, file);
    assert.equal(web(libraries, '/u/7').parts.place, 'GET a.example/u/:id');
    assert.notEqual(web(libraries, '/a').value, web(libraries, '/b').value);
    assert.equal(
      web(['assets/index-20de.js', 'assets/vendor-b7c1.js'], '/a').value,
      web(['assets/index-77ab.js'], '/b').value,
    );
  });

  it('takes the mirrors of one host for it', () => {
    const at = (host: string) =>
      valueOf({ stackFrames: [{ filename: `https://${host}/a.js`, function: 'f', lineno: 1 }] });
    assert.equal(at('cdn1.a.example'), at('cdn2.a.example'));
    assert.equal(at('static.a.example'), at('static-3.a.example'));
    assert.equal(at('eu.edge12.a.example'), at('eu.edge7.a.example'));
    assert.notEqual(at('cdn1.a.example'), at('static1.a.example'));
    assert.notEqual(at('shop1.a.example'), at('shop2.a.example'));
  });

  it('takes functions that call each other without end for one place', () => {
    const of = (names: readonly string[], more: Partial<Parameters<typeof printOf>[0]> = {}) =>
      valueOf({ message: 'Maximum call stack size exceeded', stackFrames: names.map((name) => frame(name)), ...more });
    const usual = of(['walk', 'visit', 'walk', 'visit', 'walk']);
    assert.equal(of(['visit', 'walk', 'visit', 'walk', 'visit']), usual);
    assert.equal(of(['isLeaf', 'visit', 'walk', 'visit', 'walk', 'main']), usual);
    assert.equal(of(['c', 'a', 'b', 'c']), of(['b', 'c', 'a', 'b', 'c']));
    assert.notEqual(of(['walk', 'visit', 'walk']), of(['step', 'turn', 'step']));
    assert.notEqual(of(['walk', 'visit', 'walk'], { message: 'm' }), of(['visit', 'walk', 'visit'], { message: 'm' }));
    const languages = [
      { platform: 'java', message: 'java.lang.StackOverflowError' },
      { platform: 'java', type: 'java.lang.StackOverflowError' },
      { platform: 'python', type: 'RecursionError', message: 'maximum recursion depth exceeded' },
      { platform: 'ruby', type: 'SystemStackError', message: 'stack level too deep' },
      { platform: 'dotnet', type: 'System.StackOverflowException' },
      { platform: 'go', message: 'runtime: goroutine stack exceeds 1000000000-byte limit' },
    ];
    for (const event of languages)
      assert.equal(of(['walk', 'visit', 'walk'], event), of(['visit', 'walk', 'visit'], event), JSON.stringify(event));
    const python = (message: string) => of(['walk', 'walk'], { platform: 'python', type: 'RecursionError', message });
    assert.equal(
      python('maximum recursion depth exceeded in comparison'),
      python('maximum recursion depth exceeded while calling a Python object'),
    );
  });

  it('takes a selector, the value of a header and the file of a user for values', () => {
    const of = (message: string, type = 'Error') => valueOf({ type, message, stackFrames: [frame('f')] });
    const selector = (text: string) =>
      of(`Failed to execute 'querySelector' on 'Document': '${text}' is not a valid selector.`, 'SyntaxError');
    assert.equal(selector('#slot-09:30'), selector("[data-at='14:00#b']"));
    assert.notEqual(selector('#a:'), of("Failed to execute 'matches' on 'Element': '#a:' is not a valid selector."));
    assert.equal(of("Invalid HTTP_HOST header: 'a.example'."), of("Invalid HTTP_HOST header: 'b.example'."));
    assert.notEqual(of('header "x-id" is missing'), of('header "x-tenant" is missing'));
    assert.notEqual(of("Missing header: 'x-id'"), of("Missing header: 'x-tenant'"));
    const files = ['/mnt/nas/bach/bwv.pdf', 'uploads/Sinfonie.tiff', 'C:\\inbox\\probe.csv', 'scan_17.jpg'];
    for (const file of files) assert.equal(of(`fopen(${file}): Failed`), of('fopen(/mnt/a.xlsx): Failed'), file);
    assert.notEqual(of('cannot parse config/mail.yaml'), of('cannot parse config/shop.yaml'));
    assert.notEqual(of('address.zip is empty'), of('owner.zip is empty'));
    assert.notEqual(of('GET /maps/town.png failed'), of('GET /maps/lake.png failed'));
    assert.notEqual(of('Cannot read s3://invoices/a.pdf'), of('Cannot read s3://avatars/a.pdf'));
  });

  it('takes the address of a client for a value, in each form, and that of a service where no frame tells', () => {
    const of = (message: string) => valueOf({ message });
    const clients = ['84.112.9.3', '10.0.0.7:51234', '2003:c1::7', '::ffff:10.0.0.8', '[2001:db8::1]:51234', 'fe80::1'];
    for (const client of clients) {
      assert.equal(of(`timed out, client: ${client}, server: _`), of('timed out, client: 1.2.3.4, server: _'), client);
      assert.equal(of(`connection from ${client} was reset`), of('connection from 1.2.3.4 was reset'), client);
      assert.equal(of(`remote_addr=${client} denied`), of('remote_addr=1.2.3.4 denied'), client);
    }
    assert.equal(of('[client 84.1.2.3:5123] denied'), of('[client 84.1.2.4] denied'));
    assert.notEqual(of('no response from 10.0.0.7'), of('no response from 10.0.0.8'));
    assert.notEqual(of('cannot fetch prices from 10.0.0.7'), of('cannot fetch prices from 10.0.0.8'));
    assert.notEqual(of('peer 10.0.0.7:5432 is gone'), of('peer 10.0.0.7:6379 is gone'));
    assert.notEqual(of('server: 10.0.0.7 is down'), of('server: 10.0.0.8 is down'));
    const own = (message: string) => valueOf({ message, stackFrames: [frame('f')] });
    assert.equal(own('refused [2001:db8::1]:5432'), own('refused 10.0.0.3:5432'));
    assert.notEqual(own('refused [2001:db8::1]:5432'), own('refused [2001:db8::1]:6379'));
  });

  it('takes of a line of a log in JSON what it says, and nothing else', () => {
    const of = (fields: Record<string, unknown>) =>
      valueOf({
        message: JSON.stringify({ level: 'error', logger: 'shop', msg: 'sync failed', err: 'bad sum', ...fields }),
      });
    const usual = of({ device: 'cold-room-3', ms: 812, ok: false });
    assert.equal(of({ device: 'truck', ms: 77, ok: true }), usual);
    assert.equal(of({ device: 'a "b"', ms: -1.5, ok: null }), usual);
    assert.notEqual(of({ device: 'truck', ms: 77, ok: true, msg: 'sync refused' }), usual);
    assert.notEqual(of({ device: 'truck', ms: 77, ok: true, err: 'no route' }), usual);
    assert.notEqual(of({ device: 'truck', ms: 77, ok: true, logger: 'mail' }), usual);
    const stack = (lines: number) => of({ stack: '\n    at f (/app/a.js:1:2)'.repeat(lines) });
    assert.equal(stack(2), stack(40));
    assert.equal(stack(200), stack(300));
    const body = (error: string) => valueOf({ message: `upstream said {"error":"${error}"}` });
    assert.notEqual(body('card lost'), body('card expired'));
  });

  it('names the innermost cause', () => {
    const causes = [
      { type: 'Error', message: 'query failed' },
      { type: 'SyntaxError', message: 'no order 42' },
    ];
    assert.equal(printOf({ ...EVENT, causes }).parts.cause, 'SyntaxError: no order <n>');
  });
});
