import assert from 'node:assert/strict';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const READ = "Cannot read properties of undefined (reading 'total')";

describe('the explanation of an error', () => {
  const daemon = useSharedDaemon();

  async function groupOf(facts: Parameters<typeof anEvent>[0]) {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId, ...facts }));
    return (await daemon.onlyErrorGroup(projectId)).error;
  }

  it('begins with what the event shows, and its detail tells where', async () => {
    const frame = { filename: '/srv/cart/price.ts', function: 'toPrice', lineno: 42, inApp: true };
    const stackFrames = [{ ...frame, contextLine: 'return cart.items.total;' }];
    const {
      explanation = '',
      suggestion = '',
      explanationEvidence = [],
    } = await groupOf({ message: READ, stackFrames });
    const found = '`cart.items` was `undefined` when `.total` was read, in `toPrice` at `cart/price.ts:42`. ';
    assert.ok(explanation.startsWith(found), explanation);
    assert.ok(explanation.endsWith(suggestion));
    assert.deepEqual(
      explanationEvidence.map(({ start, end, shownBy }) => [explanation.slice(start, end), shownBy]),
      [
        ['`cart.items`', 'sourceLine'],
        ['`undefined`', 'message'],
        ['`.total`', 'message'],
        ['`toPrice`', 'frame'],
        ['`cart/price.ts:42`', 'frame'],
      ],
    );
  });

  it('has none where nothing explains the error', async () => {
    const group = await groupOf({ type: 'Error', message: 'coupon expired', code: 'COUPON_7' });
    assert.equal('explanation' in group, false);
    assert.equal('explanationEvidence' in group, false);
  });

  it('tells nothing of a secret in a cause', async () => {
    const message = 'connect ECONNREFUSED password=hunter22.db:5432';
    const group = await groupOf({ type: 'TypeError', message: 'fetch failed', causes: [{ type: 'Error', message }] });
    assert.doesNotMatch(JSON.stringify(group), /hunter/);
  });

  it('is of the causes of each event, also where type, message and stack are those of another', async () => {
    const fetchOf = (host: string) =>
      groupOf({ message: 'fetch failed', causes: [{ message: `connect ECONNREFUSED ${host}:5432` }] });
    const [first, second] = [await fetchOf('10.0.0.1'), await fetchOf('10.0.0.2')];
    assert.match(first.explanation ?? '', /^`10\.0\.0\.1:5432` refused/);
    assert.match(second.explanation ?? '', /^`10\.0\.0\.2:5432` refused/);
  });
});
