import assert from 'node:assert/strict';
import type { AuditList } from '../../schemas/audit.js';
import { toProxiedAddress, toSenderKey } from '../../src/gateway/proxies.js';
import { FORWARDED_ADDRESSES_MAX, WRONG_KEYS_MAX } from '../../src/limits.js';
import { parseProxyAddress } from '../../src/proxy-address.js';
import { useDaemon } from '../support/daemon.js';
import { callJson } from '../support/http.js';
import { exchangeRaw } from '../support/raw.js';

describe('the address of a caller behind a proxy', () => {
  const find = toProxiedAddress(['127.0.0.1', '::1', '172.16.0.0/12', 'fd00::/8']);

  for (const [peer, header, address] of [
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['172.31.255.1', ' 198.51.100.7 ', '198.51.100.7'],
    ['fd00::5', '2001:db8::7', '2001:db8::7'],
    ['127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    // What stands before it is what the caller says.
    ['127.0.0.1', '10.9.9.9, 203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1, 172.16.0.9, ::1', '203.0.113.1'],
    // No proxy of ours, whatever it says.
    ['198.51.100.7', '203.0.113.1', null],
    ['172.32.0.1', '203.0.113.1', null],
    ['unknown', '203.0.113.1', null],
    // Nobody that could be told apart.
    ['127.0.0.1', '', null],
    ['127.0.0.1', 'unknown', null],
    ['127.0.0.1', '203.0.113.1, _hidden', null],
    ['127.0.0.1', '127.0.0.1', null],
  ] as const) {
    it(`is ${String(address)} for ${peer} with ${JSON.stringify(header)}`, () => {
      assert.equal(find(peer, header), address);
    });
  }

  it('is looked for among the last of the header alone', () => {
    const behind = (count: number): string =>
      ['203.0.113.1', ...Array.from({ length: count }, () => '127.0.0.1')].join(',');
    assert.equal(find('127.0.0.1', behind(FORWARDED_ADDRESSES_MAX - 1)), '203.0.113.1');
    assert.equal(find('127.0.0.1', behind(FORWARDED_ADDRESSES_MAX)), null);
  });

  it('is told apart by the first half where it is of IPv6', () => {
    assert.equal(toSenderKey('198.51.100.7'), '198.51.100.7');
    for (const address of ['2001:db8:0:1::7', '2001:0db8:0000:0001:0:0:0:9', '2001:db8::1:2:3:4:5']) {
      assert.equal(toSenderKey(address), '2001:db8:0:1');
    }
    assert.equal(toSenderKey('::7'), '0:0:0:0');
    assert.equal(toSenderKey('fd00::'), 'fd00:0:0:0');
  });

  it('counts for proxies and networks that are some', () => {
    for (const text of ['127.0.0.1', '::1', '10.0.0.0/8', '10.0.0.0/0', 'fd00::/128'])
      assert.ok(parseProxyAddress(text), text);
    for (const text of ['', 'proxy', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0']) {
      assert.equal(parseProxyAddress(text), null, text);
    }
  });
});

describe('a daemon behind a proxy', () => {
  const fixture = useDaemon();
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const addressOfClear = async (url: string): Promise<string | null | undefined> => {
    assert.equal((await callJson(`${url}/api/clear`, { method: 'POST', headers })).status, 200);
    const { entries } = (await callJson<AuditList>(`${url}/api/audit`)).body;
    return entries.find(({ action }) => action === 'clear')?.address;
  };

  it('that it trusts writes down for whom the proxy called', async () => {
    const { url } = await fixture.start({ trustProxy: ['127.0.0.1'] });
    assert.equal(await addressOfClear(url), '198.51.100.7');
  });

  it('that adds a line of its own to the headers is believed before what the caller wrote', async () => {
    const { url, port } = await fixture.start({ trustProxy: ['127.0.0.1'] });
    const lines = ['203.0.113.9', '198.51.100.7'].map((address) => `X-Forwarded-For: ${address}\r\n`).join('');
    const call = `POST /api/clear HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}Content-Length: 0\r\n\r\n`;
    assert.match(await exchangeRaw(port, call), /^HTTP\/1\.1 200 /);
    const { entries } = (await callJson<AuditList>(`${url}/api/audit`)).body;
    assert.equal(entries[0]?.address, '198.51.100.7');
  });

  it('that it was told nothing of writes down the proxy', async () => {
    const { url } = await fixture.start();
    assert.equal(await addressOfClear(url), '127.0.0.1');
  });

  it('counts wrong keys by the address that the proxy names', async () => {
    const { url } = await fixture.start({ trustProxy: ['127.0.0.0/8'], authToken: 'token-of-the-test' });
    let count = 0;
    const guess = async (address: string): Promise<number> => {
      count += 1;
      const sent = { authorization: `Bearer guess-${count}`, 'x-forwarded-for': address };
      return (await callJson(`${url}/api/errors`, { headers: sent })).status;
    };
    while (count < WRONG_KEYS_MAX) assert.equal(await guess('198.51.100.7'), 401);
    assert.equal(await guess('198.51.100.7'), 429);
    assert.equal(await guess('198.51.100.8'), 401);
  });
});
