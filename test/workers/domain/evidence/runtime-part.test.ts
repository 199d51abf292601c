import assert from 'node:assert/strict';
import { runtimePartOf } from '../../../../src/workers/domain/evidence/runtime-part.js';

describe('the part of a runtime that an error names by itself', () => {
  it('is the package that Go puts in front of a message or a type', () => {
    const named: readonly (readonly [type: string, message: string, part: string | null])[] = [
      ['*errors.errorString', "mail: missing '@' or angle-addr", 'go:mail'],
      ['hex.InvalidByteError', "encoding/hex: invalid byte: U+007A 'z'", 'go:hex'],
      ['*csv.ParseError', 'record on line 2: wrong number of fields', 'go:csv'],
      ['*errors.errorString', 'orders: cart is empty', null],
      ['*orders.Error', 'cart is empty', null],
    ];
    for (const [type, message, part] of named) {
      assert.equal(runtimePartOf({ type, message, language: 'go' }), part, message);
    }
  });

  it('is the function or class that PHP puts in front of a message', () => {
    const named: readonly (readonly [message: string, part: string | null])[] = [
      ['preg_match(): Delimiter must not be alphanumeric', 'php:preg'],
      ['DateTimeZone::__construct(): Unknown or bad timezone (Mars/X)', 'php:DateTimeZone'],
      ['fopen(https://shop.test/): Failed to open stream', 'php:fopen'],
      ['Coupon is expired', null],
    ];
    for (const [message, part] of named) {
      assert.equal(runtimePartOf({ type: 'ErrorException', message, language: 'php' }), part, message);
    }
  });

  it('is none where nothing shows the language', () => {
    assert.equal(runtimePartOf({ type: 'Error', message: 'mail: room 5 is closed' }), null);
    assert.equal(runtimePartOf({ type: 'Error', message: 'mail: room 5 is closed', language: 'javascript' }), null);
  });
});
