import { strict as assert } from 'node:assert';
import { packDetails, unpackDetails } from '../../../src/store/sqlite/packed-details.js';

const EVENT = {
  request: { method: 'GET', url: '/api/orders/7?page=2', statusCode: 500, duration: 12.25, headers: { host: 'a' } },
  extra: { request: { method: 1 } },
  user: { id: 42, username: 'Ada', email: 'ada@example.org' },
  breadcrumbs: [
    { timestamp: '2026-01-01T00:00:00Z', category: 'http', message: 'GET /', level: 'info', data: { url: '/' } },
    { timestamp: '2026-01-01T00:00:01Z', category: 'click' },
  ],
  handled: false,
  mechanism: 'onerror',
  transaction: '/orders/:id',
  contexts: { trace: { trace_id: 'a' } },
};

/** Names and values that look like what is packed, or like what it is packed into. */
const HOSTILE = [
  {},
  { user: {} },
  { user: { id: ',"url"' } },
  { ',"url"': ',"url":1' },
  { '"request': '{"request":{"method"' },
  { request: '{"request":{"method":"GET"}' },
  { request: { method: { request: { method: [] } } } },
  { extra: { text: '\u0002\u0003\u001f\u0000\t\n' } },
  { extra: ['a', 'url', 'email', { timestamp: 1 }, { timestamp: 2 }] },
  { extra: { 'Ünïcode 😀': 'Zoë', lone: '\ud800' } },
  JSON.parse('{"__proto__":{"url":1},"constructor":{"user":{"id":2}},"":{"":""}}') as unknown,
  { user: { id: '"', username: '\\' }, x: '\\"' },
];

describe('the details of an event as they are stored', () => {
  it('take less than half for what most events tell', () => {
    const { request } = EVENT;
    const json = JSON.stringify({ request: { ...request, headers: undefined }, user: { id: 'u-1', username: 'Ada' } });
    assert.ok(packDetails(json).length < json.length / 2, packDetails(json));
  });

  it('come back exactly, also where names and values look like what is packed', () => {
    for (const details of [EVENT, ...HOSTILE]) {
      const json = JSON.stringify(details);
      assert.equal(unpackDetails(packDetails(json)), json);
    }
  });

  it('are read as an older build stored them', () => {
    for (const details of [EVENT, ...HOSTILE])
      assert.equal(unpackDetails(JSON.stringify(details)), JSON.stringify(details));
  });

  it('have values as JSON has them, with the colon before, by which statements look for them', () => {
    const packed = packDetails(JSON.stringify(EVENT));
    for (const value of [':"GET"', ':42', ':"Ada"', ':"ada@example.org"', ':500', ':"http"', ':false'])
      assert.ok(packed.includes(value), value);
  });

  it('are in a form that files have: a piece is never changed or moved', () => {
    assert.equal(
      packDetails(JSON.stringify(EVENT)),
      '\u0002:"GET"\u0004:"/api/orders/7?page=2"\u0006:500\u0007:12.25\b:{"host":"a"}}\u000b:{"request":{"method":1}}\u000e:42' +
        '\u000f:"Ada"\u0010:"ada@example.org"}\u0011:"2026-01-01T00:00:00Z"\u0013:"http"\u0014:"GET /"\u0015:"info"' +
        '\u0016:{"url":"/"}}\u0012:"2026-01-01T00:00:01Z"\u0013:"click"}]\u0017:false\u0018:"onerror"' +
        '\u0019:"/orders/:id"\u001a:{"trace":{"trace_id":"a"}}}',
    );
    assert.equal(packDetails('{"request":{"url":"/","method":"GET"}}'), '\u0003:"/"\u0005:"GET"}}');
    assert.equal(packDetails('{"user":{"id":1}}'), '\f:1}}');
  });

  it('take a time that grows with their length alone', () => {
    const json = JSON.stringify({
      extra: { text: ',"'.repeat(200_000), names: Array.from({ length: 50_000 }, () => 'u') },
    });
    const startedAtMs = performance.now();
    assert.equal(unpackDetails(packDetails(json)), json);
    assert.ok(performance.now() - startedAtMs < 2000);
  });
});
