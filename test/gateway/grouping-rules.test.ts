import assert from 'node:assert/strict';
import type { GroupingRulesPreview } from '../../schemas/grouping.js';
import {
  GROUPING_CONDITION_CHARS_MAX,
  GROUPING_RULE_FINGERPRINT_CHARS_MAX,
  GROUPING_RULE_NAME_CHARS_MAX,
  GROUPING_RULES_MAX,
} from '../../schemas/limits.js';
import type { GroupingRule, ProjectSettings } from '../../schemas/project-settings.js';
import { ErrordError } from '../../src/errors.js';
import type { GatewayOptions } from '../../src/gateway/server.js';
import { SETTINGS_BODY_BYTES_MAX } from '../../src/limits.js';
import { readError, useGateways } from '../support/gateway.js';
import { times } from '../support/store-harness.js';

const RULE: GroupingRule = { name: 'stock', message: 'no * left', fingerprint: 'stock' };

const PREVIEWED: GroupingRulesPreview = {
  projectId: 'shop',
  groups: { before: 14, after: 1 },
  joined: { before: 14, after: 1 },
  split: { before: 0, after: 0 },
  changes: [],
  rules: [{ name: 'stock', events: 20, groups: 14 }],
  looked: { groups: 14, events: 20, isWhole: true },
};

/** As long as a rule may be, of one character; the index makes its name its own. */
function toLargest(character: string, index: number): GroupingRule {
  const condition = character.repeat(GROUPING_CONDITION_CHARS_MAX);
  const ending = String(index);
  return {
    name: character.repeat(GROUPING_RULE_NAME_CHARS_MAX - ending.length) + ending,
    type: condition,
    message: condition,
    file: condition,
    package: condition,
    fingerprint: character.repeat(GROUPING_RULE_FINGERPRINT_CHARS_MAX),
  };
}

describe('rules of grouping over HTTP', () => {
  const openTestGateway = useGateways();
  let projects = 0;

  /** A gateway, and a project that no other test has. */
  const open = async (previewRules?: GatewayOptions['previewRules']) => {
    const gateway = await openTestGateway(previewRules && { previewRules });
    projects += 1;
    const name = `ruled ${projects}`;
    const path = `/api/projects/${encodeURIComponent(name)}`;
    const sendText = (method: string, path: string, body: string) => gateway.fetch(path, { method, body });
    const send = (method: string, path: string, body: unknown) => sendText(method, path, JSON.stringify(body));
    return {
      name,
      setText: (body: string) => sendText('PATCH', `${path}/settings`, body),
      previewText: (body: string) => sendText('POST', `${path}/grouping-rules/preview`, body),
      set: (groupingRules: unknown) => send('PATCH', `${path}/settings`, { groupingRules }),
      preview: (groupingRules: unknown) => send('POST', `${path}/grouping-rules/preview`, { groupingRules }),
      read: async () => ((await (await gateway.fetch(`${path}/settings`)).json()) as ProjectSettings).groupingRules,
    };
  };

  it('are all of the settings that a change names, in their order', async () => {
    const { set, read } = await open();
    const rules = [RULE, { ...RULE, name: 'another', type: '*', file: '*', package: '*' }];
    const answer = await set(rules);
    assert.equal(answer.status, 200);
    assert.deepEqual(((await answer.json()) as ProjectSettings).groupingRules, rules);
    assert.equal((await set(rules.toReversed())).status, 200);
    assert.deepEqual(await read(), rules.toReversed());
    assert.equal((await set([])).status, 200);
    assert.deepEqual(await read(), []);
  });

  it('are as many as may be, each of the length that may be, in one body; and no more', async () => {
    const { set, preview } = await open(() => Promise.resolve(PREVIEWED));
    const largest = toLargest('x', 0);
    const small = times(GROUPING_RULES_MAX + 1, (index) => ({ ...RULE, name: `rule ${index}` }));
    for (const send of [set, preview]) {
      assert.equal((await send(times(GROUPING_RULES_MAX, (index) => toLargest('x', index)))).status, 200);
      await readError(await send(small), 400, 'validation_failed');
      for (const [field, value] of Object.entries(largest))
        await readError(await send([{ ...largest, [field]: `${value}x` }]), 400, 'validation_failed');
    }
  });

  it('are as many and as long in characters that take most bytes, and a body past its limit is refused', async () => {
    const { setText, previewText, read } = await open(() => Promise.resolve(PREVIEWED));
    const rules = times(GROUPING_RULES_MAX, (index) => toLargest('😀', index));
    const body = JSON.stringify({ groupingRules: rules }).replaceAll('😀', '\\ud83d\\ude00');
    const atLimit = body.padEnd(SETTINGS_BODY_BYTES_MAX);
    for (const send of [setText, previewText]) {
      assert.equal((await send(atLimit)).status, 200);
      await readError(await send(`${atLimit} `), 413, 'body_too_large');
    }
    assert.deepEqual(await read(), rules);
  });

  it('have names of their own, or the answer names the one that two have', async () => {
    const { set, preview, read } = await open(() => Promise.resolve(PREVIEWED));
    const rules = [RULE, { ...RULE, name: 'Stock' }, { ...RULE, name: 'paid "twice"' }];
    for (const send of [set, preview]) {
      assert.equal((await send(rules)).status, 200);
      const refused = await send([...rules, { ...RULE, name: 'paid "twice"' }]);
      const { error, details } = await readError(refused, 400, 'validation_failed');
      assert.equal(error, 'Two rules are called "paid \\"twice\\""; give each rule a name of its own.');
      assert.deepEqual(details, [{ path: '/groupingRules/3/name', message: 'is the name of an earlier rule' }]);
    }
    assert.deepEqual(await read(), rules);
  });

  for (const [what, rule] of [
    ['no condition', { name: 'a', fingerprint: 'a' }],
    ['no name', { message: '*', type: '*', fingerprint: 'a' }],
    ['no fingerprint', { name: 'a', message: '*', type: '*' }],
    ['an empty condition', { ...RULE, message: '' }],
    ['an empty fingerprint', { ...RULE, fingerprint: '' }],
    ['a control character', { ...RULE, name: 'a\u0007' }],
    ["a client's word for the usual parts beside others", { ...RULE, fingerprint: '{{ default }} of {type}' }],
    ['another word in two braces', { ...RULE, fingerprint: '{{ message }}' }],
    ['a word in place of yes or no', { ...RULE, ignore: 'yes' }],
    ['a field that nobody knows', { ...RULE, function: '*' }],
  ] as const) {
    it(`refuses a rule with ${what}`, async () => {
      const { set, preview } = await open();
      for (const send of [set, preview]) await readError(await send([rule]), 400, 'validation_failed');
    });
  }

  it('may ignore events, and leave them what they would be grouped by', async () => {
    const { set, preview, read } = await open(() => Promise.resolve(PREVIEWED));
    const rules = [
      { ...RULE, ignore: true },
      { ...RULE, name: 'left', fingerprint: '{{ default }}', ignore: false },
    ];
    for (const send of [set, preview]) assert.equal((await send(rules)).status, 200);
    assert.deepEqual(await read(), rules);
  });

  it('have a condition each, for which being ignored does not stand in', async () => {
    const { set, preview, read } = await open(() => Promise.resolve(PREVIEWED));
    for (const send of [set, preview]) {
      const refused = await send([RULE, { name: 'all', fingerprint: 'all', ignore: true }]);
      const { error, details } = await readError(refused, 400, 'validation_failed');
      assert.equal(error, 'The rule "all" has no condition; say at least one of type, message, file and package.');
      assert.deepEqual(details, [{ path: '/groupingRules/1', message: 'has no condition' }]);
    }
    assert.deepEqual(await read(), []);
  });

  it('answers a preview of the rules in the body, which changes nothing', async () => {
    const asked: unknown[] = [];
    const { name, preview, read } = await open((request) => {
      asked.push(request);
      return Promise.resolve(PREVIEWED);
    });
    const answer = await preview([RULE]);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), PREVIEWED);
    assert.deepEqual(asked, [{ projectName: name, rules: [RULE] }]);
    assert.deepEqual(await read(), []);
  });

  it('answers 404 to a preview of a project that nobody has named, and 503 to one beside another', async () => {
    const unknown = await open();
    await readError(await unknown.preview([RULE]), 404, 'project_not_found');
    const busy = await open(() => Promise.reject(new ErrordError('queue_full', 'another one')));
    await readError(await busy.preview([RULE]), 503, 'queue_full');
  });
});
