import assert from 'node:assert/strict';
import { CLI_COLUMNS_MAX, CLI_COLUMNS_MIN } from '../../src/cli/limits.js';
import { toColumns } from '../../src/cli/screen.js';
import { type Line, renderLine } from '../../src/cli/styled-line.js';

describe('renderLine', () => {
  const line: Line = [
    { text: 'warn', style: 'yellow', width: 6 },
    { text: 'a\u001b[31mb\nc', style: 'plain' },
  ];

  it('fills parts to their width, two columns apart, and colours them by codes of its own alone', () => {
    const text = 'a\\u001b[31mb c';
    assert.equal(renderLine(line, { columns: 80, hasColours: false }), `warn    ${text}`);
    assert.equal(renderLine(line, { columns: 80, hasColours: true }), `\u001b[33mwarn\u001b[0m    ${text}`);
  });

  it('ends every colour also where the line is cut, and is never wider than the columns', () => {
    for (let columns = 1; columns < 24; columns += 1) {
      const plain = renderLine(line, { columns, hasColours: false });
      assert.ok(plain.length <= columns, plain);
      const coloured = renderLine(line, { columns, hasColours: true });
      assert.equal(coloured.replaceAll('\u001b[33m', '').replaceAll('\u001b[0m', ''), plain);
      assert.equal(coloured.split('\u001b[33m').length, coloured.split('\u001b[0m').length);
    }
  });
});

describe('toColumns', () => {
  it('keeps to the terminal within limits, and to the upper one where there is none', () => {
    const widths = [CLI_COLUMNS_MIN - 1, CLI_COLUMNS_MIN, 80, CLI_COLUMNS_MAX, CLI_COLUMNS_MAX + 1, undefined];
    assert.deepEqual(widths.map(toColumns), [
      CLI_COLUMNS_MIN,
      CLI_COLUMNS_MIN,
      80,
      CLI_COLUMNS_MAX,
      CLI_COLUMNS_MAX,
      CLI_COLUMNS_MAX,
    ]);
  });
});
