import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactUrl } from '../../../clients/core/redact.js';
import { UrlTexts } from '../../../clients/node/src/url-texts.js';

const anyPart = fc.oneof(
  fc.constantFrom('/', '//', '?', '&', '=', ':', '@', '#', '%3d', '%253D', '"', "'", ' ', ',', ';', '{', '[', '+'),
  fc.constantFrom('token', 'password', 'api_key', 'a[secret]', 'page', '2', 'hunter2', 'https://u:hunter2@host'),
  fc.string({ maxLength: 6 }),
);
const anyUrl = fc
  .tuple(fc.constantFrom('/', '', '/orders/7'), fc.array(anyPart, { maxLength: 12 }))
  .map(([start, parts]) => start + parts.join(''));

describe('the address of a request record', () => {
  it('is what redaction leaves of it, asked for the first time and again', () => {
    const urls = new UrlTexts();
    fc.assert(
      fc.property(anyUrl, (url) => {
        for (const time of ['first', 'again']) assert.equal(urls.redact(url), redactUrl(url), time);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps its own path where its query was seen with another one', () => {
    const urls = new UrlTexts();
    assert.equal(urls.redact('/a?token=1'), '/a?token=[Redacted]');
    assert.equal(urls.redact('/b?token=1'), '/b?token=[Redacted]');
  });
});
