import assert from 'node:assert/strict';
import {
  REDACT_NAMES_MAX,
  REDACT_PATTERN_CHARS_MAX,
  REDACT_PATTERNS_MAX,
  REDACT_REPEAT_MAX,
  REDACT_STEPS_MAX,
} from '../../../src/limits.js';
import {
  normalizeEvent,
  normalizeLog,
  normalizeRequest,
  normalizeSite,
} from '../../../src/workers/domain/normalize.js';
import { redactEvent, redactLog, redactRequest } from '../../../src/workers/domain/redact.js';
import { DEFAULT_RULES, toRedactRules } from '../../../src/workers/domain/redact-rules.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';
import type { RedactRules } from '../../../src/workers/domain/redact-text.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };

function rulesOf(names: readonly string[], patterns: readonly string[] = []): RedactRules {
  const result = toRedactRules({ names, patterns });
  return result.ok ? result.rules : assert.fail(result.message);
}

function refusalOf(names: readonly string[], patterns: readonly string[] = []): string {
  const result = toRedactRules({ names, patterns });
  return result.ok ? assert.fail('was accepted') : result.message;
}

function messageOf(message: string, rules: RedactRules): string {
  return redactSite(normalizeSite({ type: 'Error', message }), rules).message;
}

describe('rules of the configuration', () => {
  it('are the default rules when nothing is added', () => {
    assert.equal(rulesOf([]), DEFAULT_RULES);
  });

  it('add names to those that are known, in any case, with _ and - ignored, in every kind of record', () => {
    const rules = rulesOf(['employeePin', 'X-Tenant']);
    const fields = { EMPLOYEE_PIN: 'planted', 'x-tenant': 'planted', tenant: 'stays', password: 'planted' };
    const expected = { EMPLOYEE_PIN: '[Redacted]', 'x-tenant': '[Redacted]', tenant: 'stays', password: '[Redacted]' };
    const site = { type: 'Error', message: 'm employeePin=planted', stack: 's?employee-pin=planted' };
    const event = redactEvent(normalizeEvent({ ...site, source: 'backend', extra: fields }, FACTS), rules);
    assert.deepEqual({ ...(event.extra as object) }, expected);
    const { message, stack } = redactSite(normalizeSite(site), rules);
    assert.deepEqual([message, stack], ['m employeePin=[Redacted]', 's?employee-pin=[Redacted]']);
    const sent = { method: 'GET', url: '/x?employeePin=planted', requestBody: fields, headers: fields };
    const request = redactRequest(normalizeRequest(sent, FACTS), rules);
    assert.deepEqual(JSON.parse(request.requestBody?.text ?? ''), expected);
    assert.deepEqual({ ...(request.headers as object) }, expected);
    assert.equal(request.url, '/x?employeePin=[Redacted]');
    const log = redactLog(
      normalizeLog(
        { level: 'info', message: 'm --employee-pin planted', extra: { raw: ['X-Tenant', 'planted'] } },
        FACTS,
      ),
      rules,
    );
    assert.equal(log.message, 'm --employee-pin [Redacted]');
    assert.deepEqual({ ...(log.extra as object) }, { raw: ['X-Tenant', '[Redacted]'] });
  });

  it('add patterns, of which every match in every text is redacted', () => {
    const rules = rulesOf([], ['EMP-\\d+', '\\bcust_[a-z0-9]{8}\\b']);
    assert.equal(messageOf('EMP-12 and EMP-345: cust_ab12cd34', rules), '[Redacted] and [Redacted]: [Redacted]');
    const log = redactLog(normalizeLog({ level: 'info', message: 'm', extra: { a: ['EMP-1'] } }, FACTS), rules);
    assert.deepEqual({ ...(log.extra as object) }, { a: ['[Redacted]'] });
    assert.equal(messageOf('EMP-12', DEFAULT_RULES), 'EMP-12');
  });

  it('match the same text again when it comes again', () => {
    const rules = rulesOf([], ['EMP-\\d+']);
    for (let time = 0; time < 3; time++) assert.equal(messageOf('EMP-12', rules), '[Redacted]');
  });

  it('take as many names and patterns as allowed and refuse one more', () => {
    const names = (count: number) => Array.from({ length: count }, (_zero, index) => `name${index}`);
    rulesOf(names(REDACT_NAMES_MAX));
    assert.match(refusalOf(names(REDACT_NAMES_MAX + 1)), /^There may be at most \d+ names to redact\.$/);
    rulesOf([], names(REDACT_PATTERNS_MAX));
    assert.match(refusalOf([], names(REDACT_PATTERNS_MAX + 1)), /^There may be at most \d+ patterns to redact\.$/);
  });

  it('take names and patterns of the longest length and refuse one more character', () => {
    const longest = 'x'.repeat(REDACT_PATTERN_CHARS_MAX);
    rulesOf([longest], [longest]);
    assert.match(refusalOf([`${longest}x`]), /has more than 200 characters/);
    assert.match(refusalOf([], [`${longest}x`]), /has more than 200 characters\.$/);
  });

  it('refuse a name without a letter', () => {
    assert.equal(refusalOf(['_-']), '"_-" is no name to redact: it has no letter or digit.');
  });

  for (const pattern of [
    ...[
      'EMP-\\d+',
      '\\bcust_[a-z0-9]{8}\\b',
      '[A-Z]{2}\\d{6}',
      'a|b|cd',
      '(?:DE|AT)-\\d{4}',
      'x\\d*y',
      '\\w+@\\w+\\.example',
    ],
    ...[
      '[^\\]]+\\]',
      '\\p{Lu}{3}',
      `a{${REDACT_REPEAT_MAX}}`,
      '\\u{1f600}x',
      '(a)(b)',
      'ab?c',
      '^id \\d+$',
      '\\d+?x',
      '[+*]{2}',
    ],
  ]) {
    it(`accept the pattern ${pattern}`, () => {
      rulesOf([], [pattern]);
    });
  }

  for (const [pattern, reason] of [
    ['', 'is empty'],
    ['(', 'is not a regular expression'],
    ['a**', 'is not a regular expression'],
    ['(a+)', 'inside a group'],
    ['(a+)+', 'repeats a group'],
    ['(ab)+', 'repeats a group'],
    ['(?:a|b)*', 'repeats a group'],
    ['(ab){2}', 'repeats a group'],
    ['(a)\\1', 'refers back to a group'],
    ['(?<n>a)\\k<n>', 'has a lookahead, a lookbehind or a named group'],
    ['(?=a)b', 'has a lookahead, a lookbehind or a named group'],
    ['(?!a)b', 'has a lookahead, a lookbehind or a named group'],
    ['(?<=a)b', 'has a lookahead, a lookbehind or a named group'],
    ['(?<!a)b', 'has a lookahead, a lookbehind or a named group'],
    ['a+a', 'repeats a in front of a, which could be a part of it'],
    ['\\w+\\d+', 'repeats \\w in front of \\d, which could be a part of it'],
    ['.*x', 'repeats . in front of x, which could be a part of it'],
    ['a*b*a', 'repeats a in front of a, which could be a part of it'],
    ['a+(b)', 'has a group behind a repetition of a variable length'],
    [`a{${REDACT_REPEAT_MAX + 1}}`, `repeats more than ${REDACT_REPEAT_MAX} times`],
    ['a*', 'matches the empty text'],
    ['x|', 'matches the empty text'],
  ] as const) {
    it(`refuse the pattern ${JSON.stringify(pattern)}: ${reason}`, () => {
      const message = refusalOf([], [pattern]);
      assert.ok(message.startsWith(`The pattern ${JSON.stringify(pattern)} to redact `) && message.endsWith('.'));
      assert.ok(message.includes(reason), message);
    });
  }

  it('take patterns of so many steps for a character, and refuse one that takes more', () => {
    const word = `x{${REDACT_REPEAT_MAX}}`;
    const words = REDACT_STEPS_MAX / REDACT_REPEAT_MAX;
    // 16 in each of two patterns: as many as may be.
    const halves = [word.repeat(words / 2), word.repeat(words / 2)];
    rulesOf([], halves);
    assert.match(refusalOf([], [...halves, 'y']), /^The pattern "y" to redact is too dear/);
    // Each pair of equal alternatives doubles the ways through the rest.
    rulesOf([], [`${'(?:a|a)'.repeat(8)}x`]);
    assert.match(refusalOf([], [`${'(?:a|a)'.repeat(9)}x`]), /too dear/);
  });

  it('bound what a repetition takes, so that a match ends', () => {
    const rules = rulesOf([], ['E\\d+']);
    const digits = '1'.repeat(REDACT_REPEAT_MAX);
    assert.equal(messageOf(`E${digits}`, rules), '[Redacted]');
    assert.equal(messageOf(`E${digits}1`, rules), '[Redacted]1');
  });
});
