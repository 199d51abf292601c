import assert from 'node:assert/strict';
import { INGEST_BODY_BYTES_MAX, JSON_COUNTED_BYTES_MIN, JSON_NAMES_MAX, JSON_NODES_MAX } from '../../../src/limits.js';
import { parseJsonBody } from '../../../src/workers/dialects/json-body.js';
import { findCost } from '../../../src/workers/dialects/json-cost.js';

/** The text, made long enough to be counted by spaces behind it. */
function parseCounted(text: string): string {
  return parse(text.padEnd(JSON_COUNTED_BYTES_MIN));
}

function parse(text: string): string {
  const parsed = parseJsonBody(new TextEncoder().encode(text));
  return 'ok' in parsed ? 'ok' : parsed.reason;
}

const named = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"name${index}":0`).join(',')}}`;

describe('the cost of a JSON body', () => {
  it('is taken at the limit of texts and refused with one more', () => {
    // The array itself counts twice.
    const texts = (count: number): string => `[${'"",'.repeat(count)}0]`;
    assert.equal(parseCounted(texts(JSON_NODES_MAX - 2)), 'ok');
    assert.equal(parseCounted(texts(JSON_NODES_MAX - 1)), 'too_costly');
  });

  it('is twice that of a text for an array or an object, however they are nested', () => {
    const objects = (count: number): string => `[${'{},'.repeat(count - 1)}0]`;
    const nested = (count: number): string => '['.repeat(count) + ']'.repeat(count);
    for (const toText of [objects, nested]) {
      assert.equal(parseCounted(toText(JSON_NODES_MAX / 2)), 'ok');
      assert.equal(parseCounted(toText(JSON_NODES_MAX / 2 + 1)), 'too_costly');
    }
  });

  it('is nothing for numbers and words', () => {
    assert.equal(parseCounted(`[${'0,null,'.repeat(JSON_NODES_MAX)}0]`), 'ok');
  });

  it('is taken near the limit of names and refused past it, in one object or in many', () => {
    // Two names may share the bits that they are known by: of 128,000 in a million about 8,000 do.
    const past = Math.round(JSON_NAMES_MAX * 1.1);
    assert.equal(parseCounted(named(JSON_NAMES_MAX)), 'ok');
    assert.equal(parseCounted(named(past)), 'too_costly');
    assert.equal(parseCounted(named(past).replaceAll(',', '},{').replace('{', '[{').concat(']')), 'too_costly');
  });

  it('does not count what is inside texts, nor a name twice', () => {
    const text = JSON.stringify('{[,":'.repeat(JSON_NODES_MAX / 2));
    assert.equal(parseCounted(`[${text},"\\\\",${'{"a":0},'.repeat(JSON_NAMES_MAX * 2)}0]`), 'ok');
  });

  it('is not counted for a body below the size at which it matters', () => {
    // As many quotes as there are bytes are never too many nodes below that size, so counting would find nothing.
    assert.ok(JSON_COUNTED_BYTES_MIN < JSON_NODES_MAX / 2);
    const names = named(JSON_NAMES_MAX * 2);
    assert.equal(findCost(new TextEncoder().encode(names.slice(0, JSON_COUNTED_BYTES_MIN - 1))), null);
  });

  it('is taken for 1,000 records of 10 KB, each with 400 texts and 100 names of its own', () => {
    const record = (at: number): string => {
      const own = Array.from({ length: 100 }, (_, index) => `"f${at} ${index}":""`).join(',');
      return `{${own},"list":[${'"some text of log",'.repeat(300)}0]}`;
    };
    const body = `[${Array.from({ length: 1000 }, (_, at) => record(at)).join(',')}]`;
    assert.ok(body.length < INGEST_BODY_BYTES_MAX);
    assert.equal(parse(body), 'ok');
  });

  it('leaves what is no JSON to the parser', () => {
    assert.equal(parseCounted('"never closed \\'), 'invalid_json');
    assert.equal(parseCounted(']]]]'), 'invalid_json');
  });
});
