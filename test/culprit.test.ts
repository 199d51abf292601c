import { strict as assert } from 'node:assert';
import { parseCulprit, toCulpritText, toStoredCulprit } from '../src/culprit.js';
import { CULPRIT_FILE_CHARS_MAX, CULPRIT_FUNCTION_CHARS_MAX } from '../src/limits.js';

describe('the culprit of a group', () => {
  it('is file, line and function of a frame, as far as it has them', () => {
    const read = (frame: Parameters<typeof toCulpritText>[0]) => parseCulprit(toCulpritText(frame));
    assert.deepEqual(read({ filename: 'src/price.ts', function: 'total', lineno: 42 }), {
      function: 'total',
      file: 'src/price.ts',
      line: 42,
    });
    assert.deepEqual(read({ filename: 'src/price.ts' }), { file: 'src/price.ts' });
    assert.deepEqual(read({ function: 'total', lineno: 0.5 }), { function: 'total' });
    assert.equal(read({ lineno: 3 }), undefined);
    assert.equal(read(undefined), undefined);
  });

  it('takes a line break in a name for a space', () => {
    assert.deepEqual(parseCulprit(toCulpritText({ filename: 'a\nb', function: '\n9\nx', lineno: 1 })), {
      file: 'a b',
      function: ' 9 x',
      line: 1,
    });
  });

  it('keeps CULPRIT_FILE_CHARS_MAX characters of the end of a path and CULPRIT_FUNCTION_CHARS_MAX of a name', () => {
    const whole = { filename: 'f'.repeat(CULPRIT_FILE_CHARS_MAX), function: 'n'.repeat(CULPRIT_FUNCTION_CHARS_MAX) };
    assert.deepEqual(parseCulprit(toCulpritText(whole)), { file: whole.filename, function: whole.function });
    const longer = { filename: `/${whole.filename}`, function: `${whole.function}!` };
    assert.deepEqual(parseCulprit(toCulpritText(longer)), { file: whole.filename, function: whole.function });
  });

  it('is read from the stored frames of an event, the first one of its own', () => {
    const stack = {
      stackFrames: [
        { filename: 'lib.js', inApp: false },
        { filename: 'own.js', lineno: 7, inApp: true },
      ],
    };
    assert.deepEqual(parseCulprit(toStoredCulprit(JSON.stringify(stack))), { file: 'own.js', line: 7 });
    assert.equal(toStoredCulprit('{}'), null);
    assert.equal(toStoredCulprit(null), null);
  });
});
