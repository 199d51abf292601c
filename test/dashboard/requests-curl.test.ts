import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import type { RequestRecord } from '../../schemas/request.js';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Curl {
  readonly command: string;
  readonly notes: readonly string[];
}

interface Module {
  toCurl(request: RequestRecord): Curl;
  quote(text: string): string;
}

function aRequest(fields: Partial<RequestRecord> = {}): RequestRecord {
  return { id: '1', method: 'GET', url: 'https://shop.test/cart', timestamp: '2026-01-01T00:00:00.000Z', ...fields };
}

/** What a real shell hands to curl; any other command that it ran would stand in the output too. */
function toArguments(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  return stdout.split('\0').slice(0, -1);
}

describe('a request as a curl command', () => {
  let curl: Module;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    curl = await loadDashboardModule<Module>('requests/detail/to-curl.ts');
  });

  it('gives method, headers and body as they were', () => {
    const { command, notes } = curl.toCurl(
      aRequest({
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Note': "it's", 'X-Two': ['a', 'b'], 'X-Empty': '' },
        requestBody: { name: 'Ünal', items: ['1', '2'] },
      }),
    );
    assert.deepEqual(toArguments(command), [
      ...['--proto', '=http,https', '--url', 'https://shop.test/cart'],
      ...['-H', 'Content-Type: application/json', '-H', "X-Note: it's", '-H', 'X-Two: a', '-H', 'X-Two: b'],
      ...['-H', 'X-Empty;', '--data-raw', '{"name":"Ünal","items":["1","2"]}'],
    ]);
    assert.deepEqual(notes, []);
  });

  it('is short where curl would do the same by itself', () => {
    const { command } = curl.toCurl(aRequest({ headers: { host: 'shop.test', 'content-length': '0' } }));
    assert.equal(command, "curl --proto '=http,https' --url 'https://shop.test/cart'");
    assert.match(curl.toCurl(aRequest({ method: 'HEAD' })).command, /--head$/);
    assert.match(curl.toCurl(aRequest({ method: 'DELETE' })).command, /-X 'DELETE'$/);
  });

  it('leaves what was redacted as a placeholder, and says so', () => {
    const { command, notes } = curl.toCurl(
      aRequest({ headers: { authorization: '[Redacted]' }, requestBody: { password: '[Redacted]' } }),
    );
    assert.ok(command.includes("-H 'authorization: [Redacted]'"));
    assert.ok(command.includes('{"password":"[Redacted]"}'));
    assert.match(notes.join(' '), /put the real one in/);
  });

  it('says what it had to guess or leave out', () => {
    const notesOf = (fields: Partial<RequestRecord>): string => curl.toCurl(aRequest(fields)).notes.join(' ');
    assert.match(notesOf({ url: '/cart' }), /without a host/);
    assert.match(notesOf({ url: '/cart', headers: { Host: 'shop.test' } }), /http is a guess/);
    assert.match(notesOf({ method: 'POST', requestBody: 'abc', requestBodyTruncated: true }), /only the beginning/);
    assert.match(notesOf({ headers: { '@/etc/passwd': 'x' } }), /left out/);
  });

  it('lets nothing out of its quotes, whatever the record says', () => {
    const breakers = [
      "'; echo pwned; '",
      '$(echo pwned)',
      '`echo pwned`',
      '"; echo pwned; "',
      "\\'; echo pwned #",
      'a\necho pwned\n',
      'a\recho pwned\r',
      '!echo pwned',
      '\u001b[201~echo pwned\n',
      '\u0003\u0004\u0015',
      'a\u202Eb\u200B',
      '-o/tmp/pwned',
      '@/etc/passwd',
      '\\',
      "\\'",
      "$'\\x27",
      '%s%n',
      '${IFS}',
      '\ud800',
    ];
    for (const text of breakers) {
      const { command } = curl.toCurl(
        aRequest({ method: `X${text}`, url: text, headers: { 'x-a': text, [`@${text}`]: 'y' }, requestBody: text }),
      );
      const seen = text.toWellFormed();
      const words = toArguments(command);
      assert.deepEqual(words.slice(0, 4), ['--proto', '=http,https', '--url', seen]);
      assert.equal(words[words.indexOf('-X') + 1], `X${seen}`);
      assert.equal(words[words.indexOf('-H') + 1], `x-a: ${seen.replace(/[\r\n]+/g, ' ').trim()}`);
      assert.equal(words[words.indexOf('--data-raw') + 1], seen);
      // Each in a word of its own: nothing of the record stands between them.
      assert.equal(
        words.filter((word) => word.startsWith('-') && word !== seen).length,
        5 + (/[[{]/.test(text) ? 1 : 0),
      );
      assert.match(command, /^[\x20-\x7e\n]*$/);
      const lines = command.split('\n').slice(1);
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('  ')),
        [],
      );
    }
  });

  it('never adds a header by a line break in a value', () => {
    const { command } = curl.toCurl(aRequest({ headers: { 'x-a': 'one\r\nHost: evil.test' } }));
    assert.ok(toArguments(command).includes('x-a: one Host: evil.test'));
  });

  it('sends one request where the address has patterns of curl in it', () => {
    assert.ok(curl.toCurl(aRequest({ url: 'https://shop.test/[1-9]{a,b}' })).command.includes('--globoff'));
  });

  it('quotes any text as exactly that text', () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 30 }), { numRuns: 400, seed: 7 });
    const words = texts.map((text) => curl.quote(text)).join(' ');
    assert.deepEqual(
      toArguments(`curl ${words}`),
      texts.map((text) => text.replaceAll('\0', '').toWellFormed()),
    );
  });
});
