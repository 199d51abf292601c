import assert from 'node:assert/strict';
import { isLoopbackName, toHostName, toHostPolicy } from '../../src/gateway/hosts.js';

const isAllowed = toHostPolicy({
  allowedHosts: ['errors.example.com', '.dev.example'],
  ownNames: ['box.lan.example', '0.0.0.0'],
});

describe('the Host that a caller names', () => {
  for (const host of [
    '',
    'localhost',
    'localhost:3800',
    'LOCALHOST:3800',
    'localhost.:3800',
    'app.localhost',
    'box.local:3800',
    '127.0.0.1:3800',
    '192.168.1.20',
    '[::1]:3800',
    '[fe80::1]',
    'devbox',
    'host.docker.internal:3800',
    'box.lan.example:3800',
    'errors.example.com',
    'Errors.Example.com.:443',
    'shop.dev.example',
    'a.b.dev.example:8080',
  ]) {
    it(`may be ${host || 'missing'}`, () => assert.equal(isAllowed(host), true));
  }

  for (const host of [
    'evil.example',
    'evil.example:3800',
    'localhost.evil.example',
    'evil.localhost.example',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    'xerrors.example.com',
    'errors.example.com.evil.example',
    'dev.example',
    'evil-dev.example',
    'box.local.evil.example',
    '[::1].evil.example',
    'evil.example:localhost',
    'a b',
    'localhost/evil.example',
    'user@localhost',
    '999.999.999.999',
    '.',
    'x'.repeat(600),
  ]) {
    it(`may not be ${host.slice(0, 40)}`, () => assert.equal(isAllowed(host), false));
  }

  it('is read without its port', () => {
    assert.deepEqual(['a.b:1', 'A', '[::1]:1', '[::1]', 'a:b:c', 'a:x', ''].map(toHostName), [
      'a.b',
      'a',
      '::1',
      '::1',
      null,
      null,
      null,
    ]);
  });

  it('is of this machine alone for loopback names and addresses only', () => {
    for (const name of ['localhost', 'a.localhost', '::1', '127.0.0.1', '127.255.0.9']) assert.ok(isLoopbackName(name));
    for (const name of ['localhost.evil', 'notlocalhost', '128.0.0.1', '127.0.0.1.evil', '127.1', '0.0.0.0']) {
      assert.ok(!isLoopbackName(name), name);
    }
  });
});
