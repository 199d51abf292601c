import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import { parseJsonBody } from '../../src/workers/dialects/json-body.js';
import { unpack } from '../../src/workers/unpack.js';

const VALUE = { message: 'grüße 😀' };
const BYTES = Buffer.from(JSON.stringify(VALUE));

function read(bytes: Uint8Array, encoding = ''): ReturnType<typeof parseJsonBody> {
  const unpacked = unpack(bytes, encoding);
  return 'reason' in unpacked ? unpacked : parseJsonBody(unpacked);
}

function reasonOf(bytes: Uint8Array, encoding = ''): string {
  const body = read(bytes, encoding);
  return 'ok' in body ? 'ok' : body.reason;
}

describe('a body of JSON, unpacked', () => {
  const READABLE: readonly (readonly [string, Uint8Array])[] = [
    ['', BYTES],
    ['identity', BYTES],
    ['gzip', gzipSync(BYTES)],
    ['GZIP', gzipSync(BYTES)],
    ['x-gzip', gzipSync(BYTES)],
    ['deflate', deflateSync(BYTES)],
    ['deflate', deflateRawSync(BYTES)],
    ['br', brotliCompressSync(BYTES)],
    ['gzip, br', brotliCompressSync(gzipSync(BYTES))],
    ['identity, gzip,', gzipSync(BYTES)],
  ];
  for (const [encoding, bytes] of READABLE) {
    it(`reads ${encoding || 'no encoding'} (${bytes.length} bytes)`, () => {
      assert.deepEqual(read(bytes, encoding), { ok: true, value: VALUE });
    });
  }

  it('drops a byte order mark', () => {
    assert.deepEqual(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), BYTES]), ''), {
      ok: true,
      value: VALUE,
    });
    assert.deepEqual(read(Buffer.from('\ufeff{}'), ''), { ok: true, value: {} });
  });

  it('reads a view into a larger buffer', () => {
    const larger = Buffer.concat([Buffer.from('xx'), BYTES, Buffer.from('yy')]);
    assert.deepEqual(read(larger.subarray(2, 2 + BYTES.length), ''), { ok: true, value: VALUE });
  });

  const UNSUPPORTED = ['zstd', 'gzip, gzip, gzip', 'chunked', 'gzip;q=1', 'x'.repeat(10_000), 'constructor'];
  for (const encoding of UNSUPPORTED) {
    it(`refuses ${encoding.slice(0, 20)} with unsupported_encoding`, () => {
      assert.equal(reasonOf(BYTES, encoding), 'unsupported_encoding');
    });
  }

  const BROKEN: readonly (readonly [string, Uint8Array])[] = [
    ['gzip', BYTES],
    ['gzip', new Uint8Array(0)],
    ['gzip', gzipSync(BYTES).subarray(0, -6)],
    ['br', BYTES],
    ['deflate', Buffer.from('zz')],
    ['gzip, gzip', gzipSync(BYTES)],
  ];
  for (const [encoding, bytes] of BROKEN) {
    it(`refuses a broken ${encoding} body of ${bytes.length} bytes with invalid_encoding`, () => {
      assert.equal(reasonOf(bytes, encoding), 'invalid_encoding');
    });
  }

  const INVALID_JSON: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', new Uint8Array(0)],
    ['a form', Buffer.from('projectId=proj-1&message=x')],
    ['JSON that was cut', BYTES.subarray(0, -1)],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['two values', Buffer.from('{} {}')],
  ];
  for (const [what, bytes] of INVALID_JSON) {
    it(`refuses ${what} with invalid_json`, () => {
      assert.equal(reasonOf(bytes), 'invalid_json');
    });
  }

  it('does not quote the body in a refusal', () => {
    assert.doesNotMatch(JSON.stringify(read(Buffer.from('{"password":hunter2}'), '')), /hunter2/);
  });

  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    it(`unpacks ${encoding} up to the limit and refuses one byte more with body_too_large`, () => {
      const fit = Buffer.alloc(INGEST_BODY_BYTES_MAX, ' ');
      fit.write('{}');
      assert.equal(reasonOf(pack(fit), encoding), 'ok');
      assert.equal(reasonOf(pack(Buffer.concat([fit, Buffer.from(' ')])), encoding), 'body_too_large');
    });
  }

  it('refuses a bomb inside a bomb', () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(8 * INGEST_BODY_BYTES_MAX, ' ')));
    assert.equal(reasonOf(bomb, 'gzip, gzip'), 'body_too_large');
  });

  it('reads a plain body of the limit and refuses one byte more with body_too_large', () => {
    const fit = Buffer.alloc(INGEST_BODY_BYTES_MAX, ' ');
    fit.write('{}');
    assert.equal(reasonOf(fit), 'ok');
    assert.equal(reasonOf(Buffer.concat([fit, Buffer.from(' ')])), 'body_too_large');
  });
});
