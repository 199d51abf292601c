// What a text may cost to redact: at each bound everything is found, and past it nothing passes that was not looked at.

import assert from 'node:assert/strict';
import type { RequestPayload } from '../../../schemas/request.js';
import {
  BODY_NODES_MAX,
  BODY_TEXT_CHARS_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  DETAIL_CHARS_MAX,
  ENCODED_LEVELS_MAX,
  PART_HEADERS_CHARS_MAX,
  SCAN_CHARS_MAX,
  SECRET_AHEAD_CHARS,
  TEXT_NAME_CHARS_MAX,
  USERINFO_CHARS_MAX,
} from '../../../src/limits.js';
import type { RecordBodyText } from '../../../src/messages.js';
import { normalizeLog, normalizeRequest, normalizeSite } from '../../../src/workers/domain/normalize.js';
import { redactLog, redactRequest } from '../../../src/workers/domain/redact.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
const SECRET = 'hunter2-planted';

function bodyOf(requestBody: NonNullable<RequestPayload['requestBody']>): RecordBodyText | null {
  return redactRequest(normalizeRequest({ method: 'GET', url: '/', requestBody }, FACTS)).requestBody;
}

function urlOf(url: string): string {
  return redactRequest(normalizeRequest({ method: 'GET', url }, FACTS)).url;
}

function routeOf(route: unknown): string | null {
  return redactRequest(normalizeRequest({ method: 'GET', url: '/', route }, FACTS)).route;
}

function messageOf(message: string): string {
  return redactSite(normalizeSite({ type: 'Error', message })).message;
}

/** May be longer than the message of an event. */
function logMessageOf(message: string): string {
  return redactLog(normalizeLog({ level: 'info', message }, FACTS)).message;
}

function noteOf(note: string): string {
  const { extra } = redactLog(normalizeLog({ level: 'info', message: 'm', extra: { note } }, FACTS));
  return (extra as { note: string }).note;
}

/** A form of so many characters, nearly all of them the secret. */
function formOf(chars: number, rest: string): string {
  return `password=${SECRET.padEnd(chars - 'password='.length - rest.length, 'x')}${rest}`;
}

describe('the cost of redaction is bounded', () => {
  it('in one text of a body, of which the end is cut when it is too long', () => {
    assert.deepEqual(bodyOf(formOf(BODY_TEXT_CHARS_MAX, '&note=kept')), {
      text: 'password=[Redacted]&note=kept',
      truncated: false,
    });
    assert.deepEqual(bodyOf(formOf(BODY_TEXT_CHARS_MAX + 1, '&note=kept')), {
      text: 'password=[Redacted]&note=kep[Truncated]',
      truncated: true,
    });
    const behind = bodyOf(`${formOf(BODY_TEXT_CHARS_MAX, '&note=kept')}&token=${SECRET}`);
    assert.deepEqual(behind, { text: 'password=[Redacted]&note=kept[Truncated]', truncated: true });
  });

  it('in all texts of a body together, past which a text is left out', () => {
    const texts = Array.from({ length: SCAN_CHARS_MAX / BODY_TEXT_CHARS_MAX }, () => formOf(BODY_TEXT_CHARS_MAX, ''));
    const kept = texts.map(() => 'password=[Redacted]');
    const bodyWith = (last: string) => bodyOf([...texts, last]);
    assert.deepEqual(bodyWith(''), { text: JSON.stringify([...kept, '']), truncated: false });
    assert.deepEqual(bodyWith('x'), { text: JSON.stringify([...kept, '[Truncated]']), truncated: true });
    assert.deepEqual(bodyWith(formOf(100, '')), {
      text: JSON.stringify([...kept, '[Truncated]']),
      truncated: true,
    });
  });

  it('in all values of a body, past which nothing is kept', () => {
    // What stands under __proto__ is looked at and not kept, so that the limit shows in a short body.
    const bodyWith = (values: number) =>
      bodyOf(
        JSON.parse(`{"__proto__":[${'1,'.repeat(values - 1)}1],"password":"${SECRET}"}`) as Record<string, unknown>,
      )?.text;
    assert.equal(bodyWith(BODY_NODES_MAX - 2), '{"password":"[Redacted]"}');
    assert.equal(bodyWith(BODY_NODES_MAX - 1), '{"[Truncated]":"[Truncated]"}');
  });

  it('behind the place where a text is cut, so far as a key of a known form reaches over it', () => {
    const head = 'eyJhbGciOi1';
    const payload = '.eyJ1c2Vy';
    const start = 'x'.repeat(CONTEXT_TEXT_CHARS_MAX - head.length - 1);
    const cutWith = (filling: number): string => noteOf(`${start} ${head}${'H'.repeat(filling)}${payload}${SECRET}`);
    const fit = SECRET_AHEAD_CHARS - payload.length;
    // Cut through, the mark that replaces it ends where the text does.
    assert.equal(cutWith(fit), `${start} [Redacted][Truncated]`);
    // The head says how it is signed; what it holds lies behind the cut.
    assert.equal(cutWith(fit + 1), `${start} ${head}[Truncated]`);
  });

  it('in a signed token that is cut, of which nothing is kept', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0';
    assert.equal(messageOf(`sent ${token}`), 'sent [Redacted]');
    const start = `${'x'.repeat(CONTEXT_TEXT_CHARS_MAX - 100)} `;
    const kept = noteOf(`${start}${token}${'A'.repeat(3 * SECRET_AHEAD_CHARS)}.signature`);
    assert.equal(kept, `${start}[Redacted][Truncated]`);
  });

  it('in names in a text, of which the end decides when they are too long', () => {
    const question = (length: number): string => `has_${'x'.repeat(length - 'has__password'.length)}_password`;
    for (const [before, between, behind] of [
      ['{"', '":"', ''],
      ["cut ['", "': ['", ''],
      ['/x?', '=', '&a=1'],
    ] as const) {
      const textOf = (length: number, value: string): string => before + question(length) + between + value + behind;
      const fit = textOf(TEXT_NAME_CHARS_MAX, 'no');
      assert.equal(messageOf(fit), fit);
      assert.doesNotMatch(messageOf(textOf(TEXT_NAME_CHARS_MAX + 1, SECRET)), /hunter2/);
      assert.doesNotMatch(messageOf(textOf(3 * TEXT_NAME_CHARS_MAX, SECRET)), /hunter2/);
    }
  });

  it('in URLs inside URLs, of which every value is redacted when they are encoded too often', () => {
    const urlWith = (pair: string, times: number): string => {
      let encoded = `https://h/p?${pair}`;
      for (let time = 0; time < times; time++) encoded = encodeURIComponent(encoded);
      return `/x?to=${encoded}&a=1`;
    };
    for (let times = 0; times <= ENCODED_LEVELS_MAX; times++) {
      assert.equal(urlOf(urlWith('note=kept', times)), urlWith('note=kept', times));
      assert.equal(urlOf(urlWith(`token=${SECRET}`, times)), urlWith('token=~', times).replace('~', '[Redacted]'));
    }
    for (const name of ['note', 'token']) {
      const url = urlOf(urlWith(`${name}=${SECRET}`, ENCODED_LEVELS_MAX + 1));
      assert.ok(url.includes(name) && url.endsWith('[Redacted]&a=1'), url);
    }
  });

  for (const [kind, filling] of [
    ['plain', 'p'],
    ['with marks that end a host', '/'],
  ] as const) {
    it(`in passwords of URLs, ${kind}, past which nothing of the address is kept`, () => {
      const message = (chars: number): string =>
        logMessageOf(`at redis://:s${filling}${SECRET.padEnd(chars - 2, 'p')}@cache/0 failed`);
      assert.equal(message(USERINFO_CHARS_MAX - 1), 'at redis://:[Redacted]@cache/0 failed');
      assert.equal(message(USERINFO_CHARS_MAX), 'at redis://:[Redacted] failed');
      assert.equal(message(2 * USERINFO_CHARS_MAX), 'at redis://:[Redacted] failed');
    });
  }

  it('in the headers of a part of a form, which are redacted with it when they are too long', () => {
    const disposition = '--b\nContent-Disposition: form-data; name="password"';
    const partWith = (chars: number): string | undefined =>
      bodyOf(`${disposition}\nX-A: ${'a'.repeat(chars - '\nX-A: \n\n'.length)}\n\n${SECRET}\n--b--`)?.text;
    const fit = partWith(PART_HEADERS_CHARS_MAX) ?? '';
    assert.ok(fit.startsWith(`${disposition}\nX-A: aaa`) && fit.endsWith('aaa\n\n[Redacted]\n--b--'), fit);
    assert.equal(partWith(PART_HEADERS_CHARS_MAX + 1), `${disposition}[Redacted]\n--b--`);
  });

  it('in the headers of a part in front of its name, however long they are', () => {
    const long = `filename="${'f'.repeat(PART_HEADERS_CHARS_MAX)}"`;
    const partOf = (value: string): string =>
      `--b\nContent-Disposition: form-data; ${long}; name="password"\n\n${value}\n--b--`;
    assert.equal(bodyOf(partOf(SECRET))?.text, partOf('[Redacted]'));
    const page = '--b\nContent-Disposition: form-data; name="page"\n\n<input name="password"\n\n>\n--b--';
    assert.equal(bodyOf(page)?.text, page);
  });
});

describe('the route of a request record', () => {
  it('is kept up to its limit, cut past it, and left out where it is no text', () => {
    const longest = '/'.padEnd(DETAIL_CHARS_MAX, 'a');
    assert.deepEqual([routeOf(longest), routeOf(`${longest}b`)], [longest, longest]);
    for (const route of [null, undefined, 7, {}]) assert.equal(routeOf(route), null);
  });

  it('is redacted as an address is', () => {
    assert.equal(routeOf(`/cart?token=${SECRET}`), '/cart?token=[Redacted]');
  });
});
