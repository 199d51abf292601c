// Requests whose length two programs can read in two ways: what one takes for a body is a request to the other.

import assert from 'node:assert/strict';
import { useDaemon } from '../support/daemon.js';
import { exchangeRaw } from '../support/raw.js';

const BODY = '{"level":"info","message":"m"}';
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
/** Ours, or the library's when the rest of a body is no request. */
const REFUSED = /^HTTP\/1\.1 (?:400|505) /;
const SMUGGLED = 'POST /api/clear HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';

describe('a request of unclear length', () => {
  const fixture = useDaemon();

  for (const [what, lengths, body] of [
    ['two lengths', [`Content-Length: ${BODY.length}`, 'Content-Length: 5'], BODY],
    ['two lengths, the shorter first', ['Content-Length: 2', `Content-Length: ${BODY.length}`], BODY],
    ['one length twice', [`Content-Length: ${BODY.length}`, `Content-Length: ${BODY.length}`], BODY],
    ['a list of lengths', [`Content-Length: ${BODY.length}, ${BODY.length}`], BODY],
    ['a length beside chunks', [`Content-Length: ${BODY.length}`, 'Transfer-Encoding: chunked'], CHUNKED],
    ['a coding like chunked', ['Transfer-Encoding: xchunked'], CHUNKED],
    ['a coding in front of chunked', ['Transfer-Encoding: gzip, chunked'], CHUNKED],
    ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], CHUNKED],
    ['a coding alone', ['Transfer-Encoding: gzip'], BODY],
  ] as const) {
    it(`is refused with 400 and its connection ended: ${what}`, async () => {
      const { port, parts } = await fixture.start();
      const head = ['POST /api/logs HTTP/1.1', 'Host: localhost', ...lengths].join('\r\n');
      // Without an end of ours: the daemon ends the connection.
      assert.match(await exchangeRaw(port, `${head}\r\n\r\n${body}`, /$^/), REFUSED);
      // With a request behind it the library may end the connection before the answer; that request is nobody's.
      const followed = await exchangeRaw(port, `${head}\r\n\r\n${body}${SMUGGLED}`, /$^/);
      assert.match(followed, /^(HTTP\/1\.1 400 |$)/);
      assert.doesNotMatch(followed, /success/);
      assert.equal(parts.gateway.outcomes.toJson().total.stored, 0);
    });
  }

  it('is taken when it says so once, in whatever case', async () => {
    const { port } = await fixture.start();
    for (const [length, body] of [
      [`content-length: ${BODY.length}`, BODY],
      ['transfer-encoding: Chunked', CHUNKED],
    ] as const) {
      const head = ['POST /api/logs HTTP/1.1', 'Host: localhost', 'Connection: close', length].join('\r\n');
      assert.match(await exchangeRaw(port, `${head}\r\n\r\n${body}`), /^HTTP\/1\.1 201 /);
    }
  });
});
