import assert from 'node:assert/strict';
import { isOwnNetwork, OwnNetworkRefused, resolveAllowed } from '../../src/alerts/addresses.js';
import { findChannelFault, mergeChannel, type StoredChannel, toShownChannel } from '../../src/alerts/channels.js';

const OWN = [
  '127.0.0.1',
  '127.8.8.8',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'ff02::1',
  'no address',
];
const PUBLIC = ['8.8.8.8', '172.32.0.1', '172.15.255.255', '192.169.0.1', '2606:4700:4700::1111'];

const hook = (url: string): StoredChannel => ({ name: 'c', kind: 'webhook', url, secret: 'a secret of 16 c' });

describe('addresses that alerts may go to', () => {
  it('are none of the machine and its networks, in any form', () => {
    assert.deepEqual(
      OWN.filter((address) => !isOwnNetwork(address)),
      [],
    );
    assert.deepEqual(PUBLIC.filter(isOwnNetwork), []);
  });

  it('are refused after a name was resolved, unless they are allowed', async () => {
    await assert.rejects(resolveAllowed('localhost', false), OwnNetworkRefused);
    assert.ok(['127.0.0.1', '::1'].includes(await resolveAllowed('localhost', true)));
    await assert.rejects(resolveAllowed('127.0.0.1', false), OwnNetworkRefused);
  });

  it('are refused when a channel is set, however they are written', () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:a9fe:a9fe]', '169.254.169.254'])
      assert.equal(findChannelFault(hook(`http://${host}/x`), false)?.path, '/url', host);
    assert.equal(findChannelFault(hook('http://127.0.0.1/x'), true), null);
    assert.equal(findChannelFault(hook('https://hooks.example.com/x'), false), null);
  });
});

describe('channels', () => {
  it('are refused with what is wrong', () => {
    const mail: StoredChannel = {
      name: 'm',
      kind: 'email',
      to: ['a@b.example'],
      from: 'e@b.example',
      smtpHost: 'b.example',
    };
    const paths = (
      [
        hook('ftp://a.example/'),
        hook('https://user:pass@a.example/'),
        { name: 'c', kind: 'webhook', url: 'https://a.example/' },
        { name: 'c', kind: 'slack' },
        { ...mail, to: [] },
        { ...mail, to: ['a@b.example', 'x@y.example\r\nBcc: z'] },
        { ...mail, from: 'Errord <a@b.example>' },
        { ...mail, smtpHost: 'a b' },
        { ...mail, quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Olympus' } },
        mail,
      ] as StoredChannel[]
    ).map((channel) => findChannelFault(channel, false)?.path ?? null);
    const all = ['/url', '/url', '/secret', '/url', '/to', '/to/1', '/from', '/smtpHost', '/quietHours/timeZone', null];
    assert.deepEqual(paths, all);
  });

  it('keep what is secret when they are set again without it, but no password for another server', () => {
    const before = { ...hook('https://a.example/token'), smtpPassword: 'p', smtpHost: 'a.example' };
    const kept = mergeChannel(before, { name: 'c', kind: 'webhook', smtpHost: 'a.example' });
    assert.deepEqual([kept.url, kept.secret, kept.smtpPassword], [before.url, before.secret, 'p']);
    assert.equal(mergeChannel(before, { name: 'c', kind: 'webhook', smtpHost: 'b.example' }).smtpPassword, undefined);
    assert.equal(mergeChannel(before, { name: 'c', kind: 'slack' }).url, undefined);
  });

  it('are shown without what is secret', () => {
    const shown = toShownChannel({ ...hook('https://a.example/services/T0/B0/token?x=y'), smtpPassword: 'hunter22' });
    assert.doesNotMatch(JSON.stringify(shown), /token|a secret of|hunter22/);
    assert.equal(shown.target, 'https://a.example/…');
    assert.deepEqual([shown.hasSecret, shown.hasPassword], [true, true]);
  });
});
