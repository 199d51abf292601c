import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventPayload } from '../../../schemas/event.js';
import type { RequestPayload } from '../../../schemas/request.js';
import {
  CONTEXT_CHARS_MAX,
  CONTEXT_DEPTH_MAX,
  CONTEXT_KEY_CHARS_MAX,
  CONTEXT_NODES_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  RECORD_BODY_BYTES_MAX,
  RECORD_BODY_DEPTH_MAX,
} from '../../../src/limits.js';
import {
  normalizeEvent,
  normalizeLog,
  normalizeRequest,
  normalizeSite,
} from '../../../src/workers/domain/normalize.js';
import {
  type RedactedEvent,
  type RedactedSite,
  redactEvent,
  redactLog,
  redactRequest,
  redactSite,
} from '../../../src/workers/domain/redact.js';
import { TRUNCATED } from '../../../src/workers/domain/text.js';
import { assertQuick } from '../../support/assert-quick.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
const SECRET = 'hunter2-planted';

const HEADER_NAMES = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-token'];
const FIELD_NAMES = [
  ...['password', 'passwd', 'secret', 'token', 'apiKey', 'api_key', 'accessToken', 'access_token', 'refreshToken'],
  ...['refresh_token', 'creditCard', 'credit_card', 'ssn', 'cardNumber', 'card_number', 'cvv', 'cvc'],
];
const NAMES = [...HEADER_NAMES, ...FIELD_NAMES];

function redactedEvent(fields: Partial<EventPayload>): RedactedEvent & RedactedSite {
  const payload: EventPayload = { type: 'Error', message: 'm', source: 'backend', ...fields };
  return { ...redactSite(normalizeSite(payload)), ...redactEvent(normalizeEvent(payload, FACTS)) };
}

function extraOf(extra: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(redactedEvent({ extra }).extra));
}

function textOf(text: string): string {
  return (extraOf({ note: text }) as { note: string }).note;
}

function bodyOf(requestBody: NonNullable<RequestPayload['requestBody']>): string {
  const request = redactRequest(normalizeRequest({ method: 'GET', url: '/', requestBody }, FACTS));
  return request.requestBody?.text ?? '';
}

describe('redactEvent', () => {
  for (const name of NAMES) {
    it(`redacts ${name} in any case, with _ and - ignored`, () => {
      const variants = [
        name,
        name.toUpperCase(),
        name.replace(/[_-]/g, ''),
        name.split(/(?=.)/).join('_'),
        `-${name}-`,
      ];
      const extra = Object.fromEntries(variants.map((variant) => [variant, SECRET]));
      assert.deepEqual(extraOf(extra), Object.fromEntries(variants.map((variant) => [variant, '[Redacted]'])));
    });
  }

  it('redacts by the whole name only', () => {
    const extra = {
      tokenCount: 3,
      passwordHint: 'pet',
      mytoken: 'x',
      secretary: 'Ann',
      cookies: 'yes',
      'x-token': 1,
      pass: 1,
    };
    assert.deepEqual(extraOf(extra), extra);
  });

  for (const value of [null, 0, 1, true, '', 'x', [], ['x'], {}, { a: { b: 1 } }]) {
    it(`redacts a value of any type: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(extraOf({ token: value }), { token: '[Redacted]' });
    });
  }

  it('redacts every context of an event', () => {
    const context = { a: { Authorization: SECRET } };
    const event = redactedEvent({
      request: context,
      environment: context,
      extra: context,
      user: context,
      tags: context,
      breadcrumbs: [context, { data: { url: `/x?token=${SECRET}` } }],
    });
    assert.doesNotMatch(JSON.stringify(event), /hunter2/);
  });

  it('redacts printed objects in messages, whatever else is in them, and never a word of a sentence', () => {
    const printed = `login failed { user: 'bob', password: '${SECRET}' }`;
    const sentence = 'Unexpected token: "}"';
    for (const rest of ['', ' a=b']) {
      assert.equal(
        redactedEvent({ message: printed + rest }).message,
        `login failed { user: 'bob', password: '[Redacted]' }${rest}`,
      );
      assert.equal(redactedEvent({ message: sentence + rest }).message, sentence + rest);
    }
  });

  it('redacts URLs and quoted JSON in messages, stacks and file names, and leaves their words alone', () => {
    const event = redactedEvent({
      message: `GET https://u:${SECRET}@h/?a=1&access_token=${SECRET} {"password":"${SECRET}"} Unexpected token: x = y`,
      stack: `Error: /cb#access_token=${SECRET}\n at a.js:1:1`,
      stackFrames: [{ filename: `http://h/a.js?token=${SECRET}&v=1` }],
    });
    assert.equal(
      event.message,
      'GET https://u:[Redacted]@h/?a=1&access_token=[Redacted] {"password":"[Redacted]"} Unexpected token: x = y',
    );
    assert.equal(event.stack, 'Error: /cb#access_token=[Redacted]\n at a.js:1:1');
    assert.equal(event.stackFrames[0]?.filename, 'http://h/a.js?token=[Redacted]&v=1');
  });

  it('redacts source lines, frames that group, release, component and client fingerprint', () => {
    const link = 'https://a:hunter2@x/y?token=hunter2&z=1';
    const frame = { filename: link, contextLine: `get("${link}")`, preContext: [link], postContext: [link] };
    const stackFrames = [frame, { filename: 'https://a:hunter2@x/y.js' }];
    const event = redactedEvent({ stackFrames, release: link, componentName: link, fingerprint: [link] });
    assert.doesNotMatch(JSON.stringify(event), /hunter2/);
    assert.equal(event.stackFrames[0]?.contextLine, 'get("https://a:[Redacted]@x/y?token=[Redacted]&z=1")');
    assert.equal(event.groupingFrames[1]?.filename, 'https://a:[Redacted]@x/y.js');
  });

  it('gives back the same reference when nothing had to change', () => {
    const extra = { a: { b: ['text', 1, null, { c: 'x=1&y=2' }] }, url: 'http://localhost:3000/a?b=c' };
    assert.equal(redactedEvent({ extra }).extra, extra);
  });

  it('drops __proto__ keys and pollutes nothing', () => {
    const extra = JSON.parse(
      '{"__proto__":{"polluted":1},"a":{"__proto__":2,"constructor":{"prototype":{"x":1}}},"toJSON":"t"}',
    ) as Record<string, unknown>;
    const kept = redactedEvent({ extra }).extra;
    assert.equal(JSON.stringify(kept), '{"a":{"constructor":{"prototype":{"x":1}}},"toJSON":"t"}');
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('redacts lists of headers in their three shapes', () => {
    assert.deepEqual(
      extraOf({
        pairs: [
          ['Authorization', SECRET],
          ['Host', 'h'],
          ['password', SECRET],
        ],
        objects: [
          { name: 'authorization', value: SECRET },
          { key: 'Cookie', value: [SECRET] },
          { name: 'Host', value: 'h' },
        ],
        rawHeaders: ['Host', 'h', 'Authorization', SECRET, 'Accept', '*/*'],
        words: ['token', 'password', 'name'],
      }),
      {
        pairs: [
          ['Authorization', '[Redacted]'],
          ['Host', 'h'],
          ['password', '[Redacted]'],
        ],
        objects: [
          { name: 'authorization', value: '[Redacted]' },
          { key: 'Cookie', value: '[Redacted]' },
          { name: 'Host', value: 'h' },
        ],
        rawHeaders: ['Host', 'h', 'Authorization', '[Redacted]', 'Accept', '*/*'],
        words: ['token', 'password', 'name'],
      },
    );
  });

  it('keeps the deepest allowed level and marks the one below', () => {
    const nested = (levels: number): Record<string, unknown> => (levels === 1 ? { end: 1 } : { a: nested(levels - 1) });
    assert.doesNotMatch(JSON.stringify(redactedEvent({ extra: nested(CONTEXT_DEPTH_MAX) }).extra), /Truncated/);
    assert.match(JSON.stringify(redactedEvent({ extra: nested(CONTEXT_DEPTH_MAX + 1) }).extra), /"a":"\[Truncated\]"/);
  });

  it('survives nesting that would overflow a stack', () => {
    const extra = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as Record<string, unknown>;
    assert.ok(JSON.stringify(redactedEvent({ extra }).extra).length < 200);
  });

  it('keeps as many nodes as allowed and marks the rest', () => {
    const list = (length: number) =>
      redactedEvent({ extra: { list: Array.from({ length }, () => 1) } }).extra as { list: unknown[] };
    assert.equal(list(CONTEXT_NODES_MAX - 1).list.at(-1), 1);
    const cut = list(CONTEXT_NODES_MAX).list;
    assert.equal(cut.length, CONTEXT_NODES_MAX);
    assert.equal(cut.at(-1), TRUNCATED);
  });

  it('keeps a text at the limit and cuts one past it, with a mark', () => {
    const fit = 'x'.repeat(CONTEXT_TEXT_CHARS_MAX);
    assert.deepEqual(extraOf({ fit }), { fit });
    assert.deepEqual(extraOf({ long: `${fit}y` }), { long: `${fit}${TRUNCATED}` });
  });

  it('keeps characters up to the allowance of the whole record', () => {
    const texts = Array.from({ length: 20 }, () => 'x'.repeat(CONTEXT_TEXT_CHARS_MAX));
    const kept = JSON.stringify(redactedEvent({ extra: { texts } }).extra);
    assert.ok(kept.length > CONTEXT_CHARS_MAX - 1000 && kept.length < CONTEXT_CHARS_MAX + 1000);
    assert.ok(kept.includes(TRUNCATED));
  });

  it('keeps a key at the limit and cuts one past it', () => {
    const fit = 'k'.repeat(CONTEXT_KEY_CHARS_MAX);
    assert.deepEqual(extraOf({ [fit]: 1 }), { [fit]: 1 });
    assert.deepEqual(extraOf({ [`${fit}k`]: 1 }), { [`${fit}${TRUNCATED}`]: 1 });
  });

  it('redacts a secret that the cut of a long text leaves open', () => {
    const pad = 'p'.repeat(CONTEXT_TEXT_CHARS_MAX - 30);
    assert.doesNotMatch(textOf(`{"pad":"${pad}","password":"${SECRET.repeat(9)}"}`), /hunter2/);
  });

  it('makes texts and keys well formed', () => {
    assert.deepEqual(extraOf({ 'a\ud800': 'b\udc00' }), { 'a\ufffd': 'b\ufffd' });
  });
});

const TEXTS: readonly (readonly [string, string])[] = [
  // Query strings and fragments.
  [`https://h/p?token=${SECRET}`, 'https://h/p?token=[Redacted]'],
  [`https://h/p?a=1&access_token=${SECRET}&b=2#x`, 'https://h/p?a=1&access_token=[Redacted]&b=2#x'],
  [`/cb#access_token=${SECRET}&state=1`, '/cb#access_token=[Redacted]&state=1'],
  [`see /x?API-KEY=${SECRET} now`, 'see /x?API-KEY=[Redacted] now'],
  [`/x?next=%2Fy%3Ftoken%3D${SECRET}%26a%3D1&b=2`, '/x?next=%2Fy%3Ftoken%3D[Redacted]%26a%3D1&b=2'],
  [`/x?user[password]=${SECRET}&a=1`, '/x?user[password]=[Redacted]&a=1'],
  [`user%5Bpassword%5D=${SECRET}&a=1`, 'user%5Bpassword%5D=[Redacted]&a=1'],
  [`pass%77ord=${SECRET}&a=1`, 'pass%77ord=[Redacted]&a=1'],
  // Userinfo.
  [`postgres://app:${SECRET}@db:5432/app`, 'postgres://app:[Redacted]@db:5432/app'],
  [`redis://:${SECRET}@cache:6379`, 'redis://:[Redacted]@cache:6379'],
  // Forms.
  [`user=a&password=${SECRET}&api_key=${SECRET}`, 'user=a&password=[Redacted]&api_key=[Redacted]'],
  [`password=it's ${SECRET} "x"&a=1`, 'password=[Redacted]&a=1'],
  // JSON, whole.
  [`{"password":"${SECRET}","a":1}`, '{"password":"[Redacted]","a":1}'],
  [`[{"a":{"token":["${SECRET}"]}}]`, '[{"a":{"token":"[Redacted]"}}]'],
  [`{"a":"{\\"password\\":\\"${SECRET}\\"}"}`, '{"a":"{\\"password\\":\\"[Redacted]\\"}"}'],
  [`{"x":{"password":"${SECRET}"},"x":1}`, '{"x":{"password":"[Redacted]"},"x":1}'],
  [`{"pass\\u0077ord":"${SECRET}"}`, '{"password":"[Redacted]"}'],
  // JSON, cut or broken.
  [`{"a":1,"password": "${SECRET}`, '{"a":1,"password": "[Redacted]'],
  [`{"password":"a\\"${SECRET}","b":`, '{"password":"[Redacted]","b":'],
  [`{"password":"a\\\\","b":"c`, '{"password":"[Redacted]","b":"c'],
  [`{"password":{"a":["${SECRET}"]},"b":`, '{"password":"[Redacted]","b":'],
  [`{"cvv":123,"b":`, '{"cvv":"[Redacted]","b":'],
  [`{"token":["${SECRET}", "${SECRET}`, '{"token":"[Redacted]"'],
  [`{"a":"{\\"password\\":\\"${SECRET}\\",\\"b\\":1`, '{"a":"{\\"password\\":\\"[Redacted]\\",\\"b\\":1'],
  [
    `{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"${SECRET}`,
    '{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"[Redacted]',
  ],
  [`{"pass\\u0077ord":"${SECRET}`, '{"pass\\u0077ord":"[Redacted]'],
  [`{'password': '${SECRET}', 'a': 1}`, "{'password': '[Redacted]', 'a': 1}"],
  [`{ password: '${SECRET}', a: 1 }`, "{ password: '[Redacted]', a: 1 }"],
  [`{ password: ${SECRET}, a: 1 }`, '{ password: [Redacted], a: 1 }'],
  [`[["Authorization","${SECRET}"],["a"`, '[["Authorization","[Redacted]"],["a"'],
  [`[{"name":"authorization","value":"${SECRET}`, '[{"name":"authorization","value":"[Redacted]'],
  // Header lines.
  [`Host: h\r\nAuthorization: Bearer ${SECRET}\r\nA: b`, 'Host: h\r\nAuthorization: [Redacted]\r\nA: b'],
  [`curl -H 'Cookie: a=1; b=${SECRET}' http://h/`, "curl -H 'Cookie: [Redacted]' http://h/"],
  // Multipart.
  [
    `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--`,
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[Redacted]\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
  ],
  // Assignments.
  [`login failed password="${SECRET} x" user=a`, 'login failed password="[Redacted]" user=a'],
  [`token = ${SECRET} end`, 'token = [Redacted] end'],
];

const CLEAN_TEXTS = [
  'Unexpected token: found }',
  'if (token === undefined) return',
  'tokenCount=3&pass=1',
  'the secret to success',
  'http://localhost:3000/a?b=c',
  'https://github.com/@scope/pkg',
  '{"tokens":1,"a":"b"}',
  '12:30:45 password',
  'a, token, b',
];

describe('redaction inside texts', () => {
  for (const [text, expected] of TEXTS) {
    it(`redacts ${JSON.stringify(text)}`, () => {
      assert.equal(textOf(text), expected);
      assert.equal(bodyOf(text), expected);
    });
  }

  for (const text of CLEAN_TEXTS) {
    it(`leaves ${JSON.stringify(text)}`, () => {
      assert.equal(textOf(text), text);
    });
  }

  it('leaves what it has redacted as it is', () => {
    for (const [, expected] of TEXTS) assert.equal(textOf(expected), expected);
  });

  const json = fc.jsonValue({ maxDepth: 3 });
  const name = fc.constantFrom(...NAMES);
  const wrappers: readonly ((value: unknown, key: string) => unknown)[] = [
    (value) => ({ a: value, b: 1 }),
    (value) => [1, value, 'x'],
    (value) => JSON.stringify(value),
    (value, key) => ({ [`${key}s`]: value }),
  ];

  it('never leaks a planted secret, at any depth, under any name, in any wrapping', () => {
    const plants: readonly ((key: string) => unknown)[] = [
      (key) => ({ [key]: SECRET }),
      (key) => ({ [key.toUpperCase()]: { deep: [SECRET] } }),
      (key) => [
        [key, SECRET],
        ['a', 'b'],
      ],
      (key) => ({ name: key, value: SECRET }),
      (key) => `https://h/p?x=1&${key}=${SECRET}&y=2`,
      (key) => `a=1&${key}=${SECRET}`,
      (key) => `{"a":1,"${key}":"${SECRET}`,
      (key) => `{"${key}" : ["${SECRET}"], `,
    ];
    fc.assert(
      fc.property(
        fc.tuple(name, fc.nat(plants.length - 1), fc.array(fc.nat(wrappers.length - 1), { maxLength: 6 }), json),
        ([key, plant, wrapping, noise]) => {
          let value = plants[plant]?.(key);
          for (const index of wrapping) value = wrappers[index]?.(value, key);
          const context = { noise, value };
          assert.doesNotMatch(JSON.stringify(redactedEvent({ extra: context, breadcrumbs: [context] })), /hunter2/);
          assert.doesNotMatch(bodyOf(context), /hunter2/);
          assert.doesNotMatch(bodyOf(JSON.stringify(context)), /hunter2/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never leaks a planted secret from a JSON body cut anywhere behind its name', () => {
    fc.assert(
      fc.property(name, json, fc.nat(200), (key, noise, cut) => {
        const body = JSON.stringify({ noise, [key]: `${SECRET}"\\${SECRET}`, more: noise });
        assert.doesNotMatch(bodyOf(body.slice(0, body.length - cut)), /hunter2/);
        assert.doesNotMatch(bodyOf(JSON.stringify(body).slice(0, -cut)), /hunter2/);
      }),
      { numRuns: 1000 },
    );
  });

  it('is total for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (extra) => {
        JSON.parse(JSON.stringify(redactedEvent({ extra }).extra));
        bodyOf(extra);
      }),
    );
  });

  const pieces = [
    '%3D',
    '"',
    '\\',
    '":',
    '"a":"',
    'password',
    'a=',
    '{',
    '[',
    ' ',
    ':',
    '://',
    'name="',
    '\\"',
    ',"token","',
    'form-data; name="token"\n',
    "'cookie: a\n",
    '\\\\\\"x\\":',
  ];
  for (const piece of pieces) {
    it(`is linear in texts made of ${JSON.stringify(piece)}`, () => {
      const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
      // A quadratic scan of this length would take hours.
      for (const body of [text, `{"password":"${text}`, `[${text}`]) assertQuick(3000, () => bodyOf(body));
    });
  }
});

describe('redactRequest', () => {
  it('redacts headers, URL and bodies', () => {
    const request = redactRequest(
      normalizeRequest(
        {
          method: 'POST',
          url: `https://u:${SECRET}@h/x?token=${SECRET} y&a=1`,
          headers: { Authorization: SECRET, host: 'h' },
          responseHeaders: { 'Set-Cookie': [SECRET] },
          requestBody: { password: SECRET },
          responseBody: [{ access_token: SECRET }],
        },
        FACTS,
      ),
    );
    assert.doesNotMatch(JSON.stringify(request), /hunter2/);
    assert.equal(request.url, 'https://u:[Redacted]@h/x?token=[Redacted]&a=1');
    assert.deepEqual(request.requestBody, { text: '{"password":"[Redacted]"}', truncated: false });
    assert.deepEqual(request.responseBody, { text: '[{"access_token":"[Redacted]"}]', truncated: false });
  });

  const cutOf = (requestBody: string) =>
    redactRequest(normalizeRequest({ method: 'GET', url: '/', requestBody }, FACTS)).requestBody;

  it('keeps a body of the limit in bytes and cuts one past it', () => {
    const fit = 'x'.repeat(RECORD_BODY_BYTES_MAX);
    assert.deepEqual(cutOf(fit), { text: fit, truncated: false });
    assert.deepEqual(cutOf(`${fit}x`), { text: fit, truncated: true });
  });

  it('cuts a body in front of a character that does not fit', () => {
    const cut = cutOf(`x${'é'.repeat(RECORD_BODY_BYTES_MAX)}`);
    assert.equal(cut?.text, `x${'é'.repeat(RECORD_BODY_BYTES_MAX / 2 - 1)}`);
    const emoji = cutOf(`xx${'😀'.repeat(RECORD_BODY_BYTES_MAX)}`);
    assert.equal(Buffer.byteLength(emoji?.text ?? ''), RECORD_BODY_BYTES_MAX - 2);
    assert.ok(emoji?.truncated);
  });

  it('redacts before it cuts', () => {
    const cut = cutOf(`{"pad":"${'p'.repeat(RECORD_BODY_BYTES_MAX - 30)}","password":"${SECRET}"}`);
    assert.ok(cut?.truncated);
    assert.doesNotMatch(cut.text, /hunter2/);
  });

  it('bounds the recursion in a body and keeps what is above the bound', () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    assert.equal(cutOf(nested(RECORD_BODY_DEPTH_MAX - 1))?.text, nested(RECORD_BODY_DEPTH_MAX - 1));
    assert.match(cutOf(nested(RECORD_BODY_DEPTH_MAX + 1))?.text ?? '', /\[Truncated\]/);
    assert.ok(cutOf(nested(100_000)));
  });
});

describe('redactLog', () => {
  it('redacts environment and extra', () => {
    const log = redactLog(
      normalizeLog(
        { level: 'info', message: `m {"token":"${SECRET}"}`, environment: { a: { ssn: 1 } }, extra: { cvc: 1 } },
        FACTS,
      ),
    );
    assert.equal(
      JSON.stringify([log.message, log.environment, log.extra]),
      '["m {\\"token\\":\\"[Redacted]\\"}",{"a":{"ssn":"[Redacted]"}},{"cvc":"[Redacted]"}]',
    );
  });
});
