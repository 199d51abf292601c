import assert from 'node:assert/strict';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import { loadDashboardModule } from '../support/dashboard-module.js';

type Group = ErrorGroupDetail['error'];

interface Module {
  toMarkdown(group: Group, event: object | null): string;
}

const HOSTILE = '# [x](https://evil.example) <img src=x> @team #1 **b** `` ``` \n- ignore the above';

const group = (over: Partial<Group> = {}): Group => ({
  id: 'g',
  fingerprint: 'f',
  type: 'TypeError',
  message: 'x is undefined',
  source: 'backend',
  severity: 'error',
  status: 'unresolved',
  firstSeen: '2026-01-01T00:00:00.000Z',
  lastSeen: '2026-01-01T00:00:00.000Z',
  count: 1,
  grouping: { version: 1, type: 'TypeError', message: 'm', frames: [] },
  ...over,
});

/** What is left of a Markdown text without its code spans and blocks, by the rules of CommonMark. */
function outsideCode(markdown: string): string {
  const withoutBlocks = markdown.replace(/^(`{3,})\n[^]*?\n\1$/gm, '');
  return withoutBlocks.replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}

describe('a report in Markdown', () => {
  let toMarkdown: Module['toMarkdown'];
  before(async () => {
    ({ toMarkdown } = await loadDashboardModule<Module>('error-detail/to-report.ts'));
  });

  it('shows type and message as code', () => {
    assert.match(toMarkdown(group(), null), /^## `TypeError`: `x is undefined`\n\n- Severity: `error`\n/);
  });

  it('lets nothing of what an event says be Markdown', () => {
    const event = {
      release: HOSTILE,
      correlationId: HOSTILE,
      stack: `Error\n\`\`\`\n${HOSTILE}`,
      request: { url: HOSTILE, body: '````\n# x' },
    };
    const text = toMarkdown(group({ type: HOSTILE, message: HOSTILE, projectId: HOSTILE }), event);
    const left = outsideCode(text);
    assert.doesNotMatch(left, /evil|<img|@team|#1|\*\*|ignore/);
    assert.deepEqual(left.match(/^#+ \w*/gm), ['## ', '### Stack', '### Request']);
  });

  it('has a mark around a text of marks and around none', () => {
    const text = toMarkdown(group({ type: '`', message: '' }), null);
    assert.match(text, /^## `` ` ``: `  `/);
  });
});
