import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { BEHIND_PACKED, packId, plainId, unpackId } from '../../../src/store/sqlite/packed-id.js';
import { times } from '../../support/store-harness.js';

const UUID = '6f1f0a52-3c9b-4e0f-9d0b-2a7c5e8b1d34';
const DIGITS = UUID.replaceAll('-', '');
/** What a client may call a record that looks like something else. */
const OTHERS = [
  UUID.toUpperCase(),
  DIGITS.toUpperCase(),
  `${UUID} `,
  `${UUID}\n`,
  ` ${DIGITS}`,
  UUID.slice(1),
  `${UUID}0`,
  DIGITS.slice(1),
  UUID.replace('-', ''),
  UUID.replace('6', 'g'),
  `{${UUID}}`,
  'an id',
  '-',
  '0',
  'Ünïcode 😀',
  '\0',
  '\u0001',
  '\u0001\u0002',
  '\u0002',
  '\u0003',
  '\u0004',
  '\u0004\u0004',
  '\u0005',
  packId(UUID),
  packId(DIGITS),
  packId(packId(UUID)),
  packId('\u0004'),
  'x'.repeat(128),
];

describe('an id as it is stored', () => {
  it('is 23 characters for a UUID, with dashes and without, none of which ends a text or is hard to read back', () => {
    for (const id of [UUID, DIGITS, '0'.repeat(32), 'f'.repeat(32), ...times(500, () => randomUUID())]) {
      const packed = packId(id);
      assert.match(packed.slice(1), /^[\w-]{22}$/);
      assert.ok(packed > '\u0001' && packed < BEHIND_PACKED, id);
      assert.equal(unpackId(packed), id);
    }
  });

  it('comes back exactly, whatever its client made it', () => {
    for (const id of OTHERS) assert.equal(unpackId(packId(id)), id);
  });

  it('is the same for no two ids', () => {
    const ids = new Set([UUID, DIGITS, ...OTHERS]);
    assert.equal(new Set([...ids].map(packId)).size, ids.size);
  });

  it('of an older build is what it was, and is not asked for by an id that looks packed', () => {
    for (const id of [UUID, DIGITS, 'an id', 'Ünïcode', '\u0002short', `\u0003${'x'.repeat(40)}`])
      assert.equal(unpackId(id), id);
    for (const id of [UUID, DIGITS, 'an id']) assert.equal(plainId(id), id);
    assert.notEqual(plainId(packId(UUID)), packId(UUID));
  });
});
