import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fingerprint } from '../../../src/workers/domain/fingerprint/v1.js';
import { normalizeLog, normalizeSite } from '../../../src/workers/domain/normalize.js';
import { redactLog } from '../../../src/workers/domain/redact.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Put together here, so that nobody takes what they are in for a place with keys. */
const joined = (...parts: readonly string[]): string => parts.join('');

const KEYS: Readonly<Record<string, readonly string[]>> = {
  'signed tokens': ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.'],
  'access keys of AWS': [joined('AKIA', 'IOSFODNN7EXAMPLE'), `ASIA${'Q'.repeat(16)}`],
  'tokens of GitHub': [`ghp_${LETTERS}`, `gho_${LETTERS}`, `ghs_${LETTERS}`, `github_pat_11ABC_${LETTERS}`],
  'tokens of GitLab': [`glpat-${LETTERS.slice(-20)}`],
  'tokens of Slack': [joined('xoxb-', '1234567890-abcdefghij'), joined('xoxp-', '1234567890-abc')],
  'keys of Stripe': [`sk_live_${LETTERS}`, `rk_live_${LETTERS}`, `sk_test_${LETTERS}`, `whsec_${LETTERS}`],
  'keys of Google': [`AIza${LETTERS.slice(0, 35)}`, `ya29.${LETTERS}`],
  'tokens of npm': [`npm_${LETTERS}`],
  'keys of AI services': [`sk-proj-${LETTERS}`, `sk-ant-api03-${LETTERS}`],
  'numbers of cards': [
    ...['4111 1111 1111 1111', '4111-1111-1111-1111', '4111111111111111', '5555555555554444', '2223003122003222'],
    ...['378282246310005', '3782 822463 10005', '6011111111111117', '3530111333300000', '30569309025904'],
  ],
  'numbers of bank accounts': [
    ...['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'GB29NWBK60161331926819', 'NO93 8601 1117 947'],
    ...['FR14 2004 1010 0505 0001 3M02 606', 'MT84MALT011000012345MTLCAST001S'],
  ],
};

const NOT_KEYS = [
  ...[
    'eyJhbGciOiJIUzI1NiJ9',
    'eyJ.eyJ.a',
    'AKIAIOSFODNN7',
    joined('xAKIA', 'IOSFODNN7EXAMPLE'),
    'ghp_short',
    'npm_config_cache',
  ],
  ...['sk_live_', 'sk-button', 'xoxo-hugs-and-kisses', 'SG.1'],
  ...[
    '4111 1111 1111 1112',
    '4111111111111112',
    '1111 2222 3333 4444',
    '4222222222222',
    '9999 9999 9999 9995',
    '0000 0000 0000 0000',
  ],
  ...[
    'order 4111111111111111',
    'order no. 4111111111111111',
    'tracking number: 4111111111111111',
    '"userId": "4111111111111111"',
  ],
  ...[
    '#4111111111111111',
    'id=4111111111111111',
    '4111111111111111.5',
    '4111 1111 1111 1111 1111 1111',
    'v4111111111111111',
  ],
  ...['1714566645123', '1714566645123456', '20240501100000123', '550e8400-e29b-41d4-a716-446655440000'],
  ...['DE88 3704 0044 0532 0130 00', 'DE8937040044053201300', 'XX89370400440532013000', 'AB12 3456 7890 1234'],
];

function messageOf(message: string): string {
  return redactSite(normalizeSite({ type: 'Error', message })).message;
}

function noteOf(note: string): unknown {
  const { extra } = redactLog(normalizeLog({ level: 'info', message: 'm', extra: { note } }, FACTS));
  return (extra as { note: unknown }).note;
}

describe('secrets that their form gives away', () => {
  for (const [name, keys] of Object.entries(KEYS)) {
    it(`are ${name}`, () => {
      for (const key of keys) {
        for (const [before, after] of [
          ['', ''],
          ['got ', ' there'],
          ['(', ')'],
          ['"', '"'],
          ['value=', ''],
        ] as const) {
          // Digits behind `=` may be anything.
          if (before === 'value=' && /^\d/.test(key)) continue;
          assert.equal(messageOf(before + key + after), `${before}[Redacted]${after}`);
          assert.equal(noteOf(before + key + after), `${before}[Redacted]${after}`);
        }
      }
    });
  }

  it('are the paths of hooks', () => {
    assert.equal(
      messageOf(joined('POST https://hooks.slack.com/services/', 'T000/B000/XXXX failed')),
      'POST https://hooks.slack.com/services/[Redacted] failed',
    );
  });

  it('are private keys, whole, escaped and cut, and no certificates', () => {
    const [begin, end] = ['-----BEGIN RSA PRIVATE KEY-----', '-----END RSA PRIVATE KEY-----'];
    assert.equal(messageOf(`${begin}\nMII\nabc\n${end} x`), `${begin}[Redacted]${end} x`);
    assert.equal(messageOf(`${begin}\\nMII\\n${end}\\n`), `${begin}[Redacted]${end}\\n`);
    assert.equal(messageOf(`a ${begin}\nMII`), `a ${begin}[Redacted]`);
    assert.equal(
      messageOf('-----BEGIN PGP PRIVATE KEY BLOCK-----\nx'),
      '-----BEGIN PGP PRIVATE KEY BLOCK-----[Redacted]',
    );
    const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----';
    assert.equal(messageOf(certificate), certificate);
  });

  it('are found across the place where a long text is cut', () => {
    const pad = 'p '.repeat(8187);
    assert.doesNotMatch(String(noteOf(`${pad} 4111 1111 1111 1111 and more, and more`)), /4111/);
  });

  for (const text of NOT_KEYS) {
    it(`are not ${JSON.stringify(text)}`, () => {
      assert.equal(messageOf(text), text);
      assert.equal(noteOf(text), text);
    });
  }
});

describe('ordinary texts', () => {
  const path = fileURLToPath(new URL('../../../../test/fixtures/ordinary-texts.txt', import.meta.url));
  const texts = readFileSync(path, 'utf8').trimEnd().split('\n');
  /** The name of a secret and its value, for a text that is not known to be a sentence. */
  const FIELD = /(?:password|secret|token|session|authorization|cookie)["']? ?[:=]/i;

  it('are a thousand, and no two the same', () => {
    assert.equal(new Set(texts).size, 1000);
  });

  it('stay as they are in messages, stacks, source lines and log messages', () => {
    for (const text of texts) {
      const site = redactSite(
        normalizeSite({
          type: 'Error',
          message: text,
          stack: text,
          stackFrames: [{ filename: 'a.js', contextLine: text }],
        }),
      );
      assert.equal(site.message, text);
      assert.equal(site.stack, text);
      assert.equal(site.stackFrames[0]?.contextLine, text);
      assert.equal(redactLog(normalizeLog({ level: 'info', message: text }, FACTS)).message, text);
    }
  });

  it('group as they did, because what is redacted is what is hashed', () => {
    for (const text of texts) {
      const site = normalizeSite({ type: 'Error', message: text });
      assert.equal(fingerprint(redactSite(site)).value, fingerprint({ ...site, stage: 'redacted', causes: [] }).value);
    }
  });

  it('stay as they are in contexts, but where they are a field', () => {
    const others = texts.filter((text) => !FIELD.test(text));
    assert.ok(others.length > 950);
    for (const text of others) assert.equal(noteOf(text), text);
  });
});
