import assert from 'node:assert/strict';
import { BodyBuffers } from '../src/body-buffers.js';
import { BODY_BUFFER_BYTES_MAX, BODY_BUFFER_BYTES_MIN, BODY_BUFFERS_KEPT_BYTES_MAX } from '../src/limits.js';

describe('BodyBuffers', () => {
  it('gives as many bytes as asked for, in a buffer of at most twice as many', () => {
    const buffers = new BodyBuffers();
    for (const byteCount of [
      0,
      1,
      BODY_BUFFER_BYTES_MIN,
      BODY_BUFFER_BYTES_MIN + 1,
      5000,
      BODY_BUFFER_BYTES_MAX,
      BODY_BUFFER_BYTES_MAX + 1,
    ]) {
      const bytes = buffers.take(byteCount);
      assert.equal(bytes.byteLength, byteCount);
      assert.ok(bytes.buffer.byteLength <= Math.max(BODY_BUFFER_BYTES_MIN, 2 * byteCount), String(byteCount));
    }
  });

  it('uses a buffer again once it is given back, and not before', () => {
    const buffers = new BodyBuffers();
    const first = buffers.take(5000);
    const second = buffers.take(5000);
    assert.notEqual(second.buffer, first.buffer);
    buffers.giveBack(first);
    assert.equal(buffers.take(4097).buffer, first.buffer);
    assert.notEqual(buffers.take(4097).buffer, first.buffer);
  });

  it('keeps no buffer beyond the largest size, and none that it did not make', () => {
    const buffers = new BodyBuffers();
    buffers.giveBack(buffers.take(BODY_BUFFER_BYTES_MAX + 1));
    buffers.giveBack(new Uint8Array(BODY_BUFFER_BYTES_MIN + 1));
    buffers.giveBack(new Uint8Array(0));
    assert.equal(buffers.keptBytes, 0);
    buffers.giveBack(buffers.take(BODY_BUFFER_BYTES_MAX));
    assert.equal(buffers.keptBytes, BODY_BUFFER_BYTES_MAX);
  });

  it('keeps free buffers up to its bound', () => {
    const buffers = new BodyBuffers();
    const count = BODY_BUFFERS_KEPT_BYTES_MAX / BODY_BUFFER_BYTES_MAX + 1;
    const taken = Array.from({ length: count }, () => buffers.take(BODY_BUFFER_BYTES_MAX));
    for (const bytes of taken) buffers.giveBack(bytes);
    assert.equal(buffers.keptBytes, BODY_BUFFERS_KEPT_BYTES_MAX);
  });
});
