// The second port, where SDKs look for Spotlight when nobody tells them where it is.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { useDaemon } from '../support/daemon.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';

describe('the port for Spotlight', () => {
  const fixture = useDaemon();
  const send = (port: number): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/stream`, { method: 'POST', body: '{}\n{"type":"event"}\n{"message":"seen"}' });

  it('is not there unless somebody asks for it', async () => {
    const { parts } = await fixture.start();
    assert.equal(parts.gateway.spotlightPort, undefined);
  });

  it('takes what SDKs send, beside the other port, until the daemon stops', async () => {
    const daemon = await fixture.start({ spotlightPort: 0 });
    const { port, spotlightPort = 0 } = daemon.parts.gateway;
    assert.notEqual(port, spotlightPort);
    assert.deepEqual([(await send(port)).status, (await send(spotlightPort)).status], [200, 200]);
    const { body } = await callJson<{ errors: readonly { count: number }[] }>(`${daemon.url}/api/errors`);
    assert.equal(body.errors[0]?.count, 2);
    await daemon.stop();
    await assert.rejects(send(spotlightPort));
  });

  it('refuses the start with a sentence when another program has it, and leaves the other port free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const port = await takeFreePort();
    await assert.rejects(fixture.start({ port, spotlightPort: address.port }), {
      code: 'port_in_use',
      message: `Port ${address.port} on 127.0.0.1 is in use by another program: stop it, perhaps a Spotlight of its own, or start errord without --spotlight (spotlightPort).`,
    });
    assert.equal((await fixture.start({ port })).port, port);
    other.close();
    await once(other, 'close');
  });
});
