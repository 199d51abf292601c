import assert from 'node:assert/strict';
import { GROUPING_CONDITION_CHARS_MAX as MAX } from '../../schemas/limits.js';
import { type EventConditions, toEventCondition } from '../../src/event-conditions.js';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Frame {
  readonly inApp: boolean;
  readonly filename?: string;
  readonly module?: string;
}

interface Subject {
  readonly type: string;
  readonly message: string;
  readonly stackFrames: readonly Frame[];
}

type Name = keyof EventConditions;

interface Module {
  toOffers(event: Subject): Readonly<Record<Name, readonly string[]>>;
}

const subject = (over: Partial<Subject> = {}): Subject => ({ type: 'A', message: 'b', stackFrames: [], ...over });

describe('what an event has to offer for a split', () => {
  let module: Module;
  before(async () => {
    module = await loadDashboardModule<Module>('merge/split-fields.ts');
  });

  const ofMessage = (message: string) => module.toOffers(subject({ message })).message;
  const ofFile = (filename: string) => module.toOffers(subject({ stackFrames: [{ inApp: true, filename }] })).file;

  it('is whole at the limit of a condition; past it a message keeps its beginning and a file its end', () => {
    assert.deepEqual(ofMessage('m'.repeat(MAX)), ['m'.repeat(MAX)]);
    assert.deepEqual(ofMessage('m'.repeat(MAX + 1)), [`${'m'.repeat(MAX - 1)}*`]);
    assert.deepEqual(ofFile('f'.repeat(MAX)), ['f'.repeat(MAX)]);
    assert.deepEqual(ofFile(`a${'f'.repeat(MAX)}`), [`*${'f'.repeat(MAX - 1)}`]);
  });

  it('is nothing of a text that has nothing to be seen', () => {
    assert.deepEqual(ofMessage(''), []);
    assert.deepEqual(ofMessage('\u202e\n'), []);
  });

  it('is of files of the application and packages of any of the first frames, each once and three at most', () => {
    const own = ['a.ts', 'a.ts', 'b.ts', 'c.ts', 'd.ts'].map((filename) => ({ inApp: true, filename }));
    const others = [
      { inApp: false, filename: '/app/node_modules/express/lib/router.js' },
      { inApp: false, filename: 'C:\\app\\node_modules\\@nestjs\\core\\index.js' },
      { inApp: false, module: 'shop.cart' },
    ];
    const { file, package: packages } = module.toOffers(subject({ stackFrames: [...own, ...others] }));
    assert.deepEqual(file, ['a.ts', 'b.ts', 'c.ts']);
    assert.deepEqual(packages, ['express', '@nestjs/core', 'shop.cart']);
  });

  for (const [name, text] of [
    ['of several lines', 'first\r\nsecond\n\nthird'],
    ['with stars', '**a** * b*'],
    ['with what cannot be seen', '\u202ea\u0000b\u200b\u2028c\ufeff'],
    ['with the codes of a terminal', '\u001b[31mrefused\u001b[0m'],
    ['that ends inside a surrogate pair where it is cut', '😀'.repeat(MAX)],
    ['that would be cut before one of its halves', `x${'😀'.repeat(MAX)}`],
    ['with stars where it is cut', `${'s'.repeat(MAX - 3)}***${'s'.repeat(MAX)}***${'s'.repeat(MAX - 3)}`],
  ] as const)
    it(`holds for a text ${name}, fits a field, and says there what it is`, () => {
      const frame = { inApp: true, filename: text, module: text };
      const event = subject({ type: text, message: text, stackFrames: [frame] });
      for (const [part, offers] of Object.entries(module.toOffers(event))) {
        assert.equal(offers.length, 1);
        const offer = offers[0] ?? '';
        assert.ok(offer.length <= MAX && offer.isWellFormed() && !/[\p{Cc}\p{Bidi_Control}\u2028]/u.test(offer), offer);
        const { ofTexts, ofFrames } = toEventCondition({ [part]: offer });
        assert.ok(ofTexts(event) && (ofFrames === null || ofFrames(event.stackFrames)), `${part}: ${offer}`);
      }
    });
});
