import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import type { Host } from '../../../clients/node/src/host.js';
import { NEST_LOOKS_MAX } from '../../../clients/node/src/limits.js';
import { hookNest } from '../../../clients/node/src/nest-hook.js';

const requests = channel('http.server.request.start');

describe('the look for NestJS', () => {
  it('ends after so many requests of an application without it, and when the client is closed', () => {
    const host = {} as Host;
    hookNest(host);
    for (let request = 1; request < NEST_LOOKS_MAX; request++) requests.publish({});
    assert.ok(requests.hasSubscribers);
    requests.publish({});
    assert.equal(requests.hasSubscribers, false);
    const unhook = hookNest(host);
    assert.ok(requests.hasSubscribers);
    unhook();
    assert.equal(requests.hasSubscribers, false);
  });
});
