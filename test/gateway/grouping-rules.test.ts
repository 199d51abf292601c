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
import { COMMAND_BODY_BYTES_MAX } from '../../src/limits.js';
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

describe('rules of grouping over HTTP', () => {
  const openTestGateway = useGateways();
  let projects = 0;

  /** A gateway, and a project that no other test has. */
  const open = async (previewRules?: GatewayOptions['previewRules']) => {
    const gateway = await openTestGateway(previewRules && { previewRules });
    projects += 1;
    const name = `ruled ${projects}`;
    const path = `/api/projects/${encodeURIComponent(name)}`;
    const send = (method: string, path: string, body: unknown) =>
      gateway.fetch(path, { method, body: JSON.stringify(body) });
    return {
      name,
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
    const condition = 'x'.repeat(GROUPING_CONDITION_CHARS_MAX);
    const largest = {
      name: 'n'.repeat(GROUPING_RULE_NAME_CHARS_MAX),
      type: condition,
      message: condition,
      file: condition,
      package: condition,
      fingerprint: 'f'.repeat(GROUPING_RULE_FINGERPRINT_CHARS_MAX),
    };
    const rules = times(GROUPING_RULES_MAX, () => largest);
    assert.ok(JSON.stringify({ groupingRules: rules }).length <= COMMAND_BODY_BYTES_MAX);
    for (const send of [set, preview]) {
      assert.equal((await send(rules)).status, 200);
      await readError(await send([...times(GROUPING_RULES_MAX, () => RULE), RULE]), 400, 'validation_failed');
      for (const [field, value] of Object.entries(largest))
        await readError(await send([{ ...largest, [field]: `${value}x` }]), 400, 'validation_failed');
    }
  });

  for (const [what, rule] of [
    ['no condition', { name: 'a', fingerprint: 'a' }],
    ['no name', { message: '*', type: '*', fingerprint: 'a' }],
    ['no fingerprint', { name: 'a', message: '*', type: '*' }],
    ['an empty condition', { ...RULE, message: '' }],
    ['an empty fingerprint', { ...RULE, fingerprint: '' }],
    ['a control character', { ...RULE, name: 'a\u0007' }],
    ["a client's word for the usual parts", { ...RULE, fingerprint: '{{ default }}' }],
    ['a field that nobody knows', { ...RULE, function: '*' }],
  ] as const) {
    it(`refuses a rule with ${what}`, async () => {
      const { set, preview } = await open();
      for (const send of [set, preview]) await readError(await send([rule]), 400, 'validation_failed');
    });
  }

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
