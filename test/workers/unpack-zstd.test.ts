// Frames that the zstd program made, and frames that say what is not true.

import assert from 'node:assert/strict';
import { INGEST_BODY_BYTES_MAX, ZSTD_WINDOW_BYTES_MAX, ZSTD_WORK_BYTES_MAX } from '../../src/limits.js';
import { unpack } from '../../src/workers/unpack.js';

/** 300 lines of JSON, packed in the three ways that say their size differently. */
const PACKED = {
  'of a known size':
    'KLUv/WRPLW0ZAIpFLAgakCeVFgOXQ7h91b6bZ+Zp293dvVOI2Or6gxOUAHMAcAD2WKAyKqoSq2+orMiSK6IUOqEaGqIo0uiM6mhI' +
    'pJ8QYzEkIzPThBqrIZu5CVE5pZYJCRFHbqRIqEQsPouwIEOOI4KESdTE0FFrn133HO7fW0yijJOhtJJMOTfoqfU9YRFS4tDcDBVJ' +
    'TYWFfZ4AJGBwwAGCAgoODhSEggQGBkiAwKCAgQECBDg4MGCAQQChgMEBAwQCI8UoMj5joNFopBrHxjhR8cRSnMUIURFPxBqRSJQK' +
    'tzBcaBdSKIYfhggtwpJwZoPW2qst27mN1T3XXgoV0UcDqZFSqZh+e3paBudgRFAJngRrgkPBqKAWDBe0Ozrx/kKcxZGczE1n3ZWV' +
    '2ZyFqZ1W24SFBDEv/dFX/djHvX9vPu0SvngYt3Eil/LNw/mdV3gMx2EjfBEuCc+Eg8JWOFjY7KQ75dwzfNonxSlyPqd0HplV5pgZ' +
    'Z2qeWZqzGWEuZpjSpiQqpcqtDFfalVSKZVwa5AVZQs6QQaRFXpFl5Bwp5I7h0Q5WN9ktd38Hb/Omb4l7uZ37xi6yp+ww27Pv7LJH' +
    'O7YPO0htUtPUQvVVB6vNarpa6rB2+qYr6BE6hpboI7qKHqPl6OfgbM70LDEvc5jZZiaap+Yw2ZPv5JJHOZYN+UIukWlkofiKg8Vm' +
    'MV0s8cbh2I4r4pEPgleoEoDDX/878t6o9BJIEFhBwEGP+AHvJiBMMSaWW6W9kN230GyMhsy+xcXnbGJzaWSHJxy0XWe3CNMjod9m' +
    '83g9BIc+y+0TYXTk2mk/P6Ml4d1stmg9GI81s/0WxzS0mus2L2YnaZndq/h4GK80su8mzmylsns3fpIFTs4iS2rfoJB06RKe5JOO' +
    'pIu8gCQ8JjuqjUjGisU1xYIxKAbUPYxk4NleGfHsJRZ5OLF4D1sBGQaljKRLghQpBDEUGQYRTtyIGOx14xCjETOgxGWHEbOVbYiU' +
    'IU2pCPruC4oQQUX+Mg1KYSbiRFwQSQ4rN7RUWJZwwkEVCvaC9AIbIInfC+SbPrP55Z8+s/nlT1+z+eVPn/lvfkm+YfLhAaBbAZLm' +
    'tkY=',
  'with a checksum':
    'KLUv/WRPLZ0bABavXBiQqdBi1xmH0sNru/vEJpHdvVNOb3W9AQhpAF4ASwCDZHSGYw/JyIw0g8ZqymZOHiJSyiyLJEZuxEioFtt7' +
    '3DamxX38yTUOeZkwz6xzhptwqPaY5ETGxqJBVFZjZHJyD4cKhAGCAaABsbBIODgsDA6JgwLBgEICQoEgKBBYLAgQEAEJBcIAwRBz' +
    'PlTNhCcUSegkHJPQKCFVQrGEXsLESHhj1BjHj4SMk1EzhsY1tDHs7I7GyekNzz6Sk7npEmVXVmZz9jCz0mYTMafGlFFRlVh5Na5s' +
    'FNVYTwmhE6qhIbooYXRGdUQBn0N1VxzJsjTPoeoncs8lyI6sysbss8SwG6qbojiSpWmeQ3VXHMmyNM+h6iMyzowZo6maMfkkMeSG' +
    '6oriSJameQ5V/RJnnEyUV5YZ9j3e/eWZpmv7Hr+/PM90bd/3eP+XZ7qu7Xu8+8szTdf2PX5/WZ7p2r7v8f4vz3Rd2yfj95dnmq7t' +
    '+/eX5Zmu7QuCVqhyCPP1/wxCDiNEoCI/EvgRBBpYVlw/BK153ma+UeqOAQbacs1r//gp+n6BCGJYaYr+Zh42LnejdsqFasq8VzD/' +
    'Us5ES00Kw5k/gO/RJNPEnbYgRZjJY54tL99NzInpmp2pL5ojy24wT0AAIy80azOveqR95C+bhjIKcSU5yl9+Wp6ofBuV/6Q8vskf' +
    'JR8Z+WXIOzw+4fiPjUdifHLxSfFy4iWuE19nE29AvD68Ujc+XIvDrtUlefbOqr0n0rvn/aIkMN7N7k6we4O6D+i+nHsmuRfjzsJd' +
    'vn3bb+9wu0HbN9nOtfZNtXemvY12Omcfmn2p7IHs6tidWsfeYcZuELsOu1InvliLw67VJXmqzqqqJ6L6aOppUj+PugnUEZ5e6nSi' +
    'ppeYvnzprvSX9DZLOgfSXUc/jd5Ak5uKNnH4gQY5K6QE06iTaedqI7kc0vF+9M6OjHsj92Z0/BfdtyJxT/Q9IwY1aWKZtXG69kgk' +
    '5V82QBQb20QaORRWf7OspiacSdNleNN7iiUKj7NeUJcP1jzNJMQBkk8sQ0Zubn2Idg0yiRHjTJa4xodiasKZtLsbkU86DMNk3qLE' +
    '0kC8Kzbl2y6riQwRhMSJ0S6EJeKFHhaa4UQV+juh1Q6yS1AcyAhyAAcSAL1+/Mnf2+v9+93Z6/n7ez3b36fMBx1PphWS5rZG',
  'of a stream':
    'KLUv/QRYJR0Ahq5bGXBpQXMeNevnQ+kAAIA8WdndO4kLv/5ZUwRlAFcAUABDznH6kIzMkOZoWlOdMflEpCizLDJGbKQkVEunfXZv' +
    'Wji/N7mGQ7w4SivLOMc5eCT7TWIi02HREVVrShUT+3hEHBQHBYCFQ8LioMCwUBiGASExgHBwQBwSBAKLRcLgEDAQB8VBIUNVtcly' +
    'kB4igzN4M0qDalA6aGPcoF3d8P6GnMnV3NBdx97VakZnYqQdrRuJydhko2rVasf6tS12rkg5dVOloipp0eqsekU1rKchZEI1NEQX' +
    'jZKVyoiOJGOpMTseNjY7HknOKRwSi8XSeCTJTcQeG1SjVnXareNqR5JTKBwSi2VpPJKcUzgkFoul8UiSj8hw5mZKUzVT2WSc2JHk' +
    'FAqHxGJZGo8kySkB3b7n/OWZputu389fnme67rZ9z//lma7rbt9z/vJM03W37+cvyzNdd9u+5//yTNd1t2/+8kzTdbd//pgyPhl3' +
    'xkQBglaokgjz9f8M8g0jQkimDxL4EQQaWFJeP5yseZ95uqq8E5wiHGVYidU8yseb09qziQpqf2I8jZkvs4pwFuEExYrJ/MU8xA68' +
    'FYIRBqcsps28A74neMkqdLcQu3UqFZifG4UzhKMpTlDBfPbLWyeWzGRuX9S4zGCGnszTm/bWSXvbfiG2fIe6/IdgWhQgjYRUC1pP' +
    'ycPyX3lrqnyV8jqTD0hePvJ1kHc9Povj2RvvYTzP4kfxeeLdkYm3t8Q/Iz6HHykRww0ICCaNl3T2HtPeGfS+yHsy3pXvfrQ70rqT' +
    '0106dxK5k8ddcH/eDrK3g7td1nYwtpOvHaZ2srSTox12djCzk5cdyf7GDsl97Fkb+0XsVNhHf8la32i+Xz/JWnVjrvqB6q9Tf5O6' +
    'JeosUGd/usXpLE1nZ7pl6aH0JOnAn3QP0nmPzm90T4qOb0TXmaHvs9D/HXRdBrqvf67E558FyVOwYqTpSZu9arRtn1NbmLzwmNme' +
    'TbaRIsP/Xgtc1x7cUWis3avIEi1saITsMuJEuQXJv6UZqrDmzElMpMM1xTD8UyGlek7SQs3CHtwAt0RTYMvWfPCKlY0LESzNEUb2' +
    'xkOiVLWdDp1A1HLqQ5IhqlUr/LtPick+3G38DJeiW+9LSrd7odQ78ltNiiXWAc5tFiTZtB6uBTEDhBljJc63xS1GBNZDkDYcykKK' +
    'SfiJwaYiaAhkEQxRBM4B5vhFSg2AjI0GXIs0ADU2G4CUxpb0HnQM+laS5rZG',
};
const TEXT = Array.from(
  { length: 300 },
  (_, i) => `${JSON.stringify({ i, message: `order ${(i * 7919) % 1000} is lost` })}\n`,
).join('');

const RAW = 0;
const REPEATED = 1;

/** A block header: the last one or not, its kind, and its size. */
const blockOf = (kind: number, size: number, isLast: boolean): Buffer => {
  const head = Buffer.alloc(3);
  head.writeUIntLE((size << 3) | (kind << 1) | (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([head, Buffer.alloc(kind === REPEATED ? 1 : size, ' ')]);
};
/** A frame with a window of 2 to this power times `eighths` more. */
const frameOf = (power: number, eighths: number, ...blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, ((power - 10) << 3) | eighths]), ...blocks]);
const sizedFrameOf = (byteCount: number, ...blocks: readonly Buffer[]): Buffer => {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(byteCount, 5);
  return Buffer.concat([head, ...blocks]);
};
const BLOCK_BYTES = 128 * 1024;
/** Blocks of spaces that unpack to so many bytes. */
const blocksOf = (byteCount: number): Buffer[] => {
  const blocks: Buffer[] = [];
  for (let left = byteCount; left > 0; left -= BLOCK_BYTES) {
    blocks.push(blockOf(REPEATED, Math.min(left, BLOCK_BYTES), left <= BLOCK_BYTES));
  }
  return blocks;
};

const outcomeOf = (bytes: Buffer): unknown => {
  const unpacked = unpack(bytes, 'zstd', 'sentry');
  return 'reason' in unpacked ? unpacked.reason : unpacked.byteLength;
};

describe('a body packed with zstd', () => {
  for (const [what, packed] of Object.entries(PACKED)) {
    it(`is unpacked: one ${what}`, () => {
      const unpacked = unpack(Buffer.from(packed, 'base64'), 'zstd', 'sentry');
      assert.ok(!('reason' in unpacked));
      assert.equal(Buffer.from(unpacked).toString(), TEXT);
    });
  }

  it('is taken from other protocols, and not by our own API, whose contract names what it takes', () => {
    const refused = unpack(Buffer.from(PACKED['of a stream'], 'base64'), 'zstd');
    assert.equal('reason' in refused && refused.reason, 'unsupported_encoding');
  });

  it('is refused as invalid wherever it is cut, and when there is more', () => {
    const whole = Buffer.from(PACKED['of a stream'], 'base64');
    for (let length = 0; length < whole.length; length += 7) {
      assert.equal(outcomeOf(whole.subarray(0, length)), 'invalid_encoding', String(length));
    }
    assert.equal(outcomeOf(Buffer.concat([whole, whole])), 'invalid_encoding');
  });

  it('is refused, or unpacks to something, whichever byte of it is wrong', () => {
    const whole = Buffer.from(PACKED['with a checksum'], 'base64');
    for (let at = 0; at < whole.length; at += 1) {
      for (const flip of [1, 0x80, 0xff]) {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] ?? 0) ^ flip;
        const outcome = outcomeOf(broken);
        assert.ok(typeof outcome === 'number' || outcome === 'invalid_encoding' || outcome === 'body_too_large');
      }
    }
  });

  it('unpacks to the limit and is refused with one byte more, whether it says its size or not', () => {
    for (const make of [sizedFrameOf, (_: number, ...blocks: readonly Buffer[]) => frameOf(20, 0, ...blocks)]) {
      const fit = INGEST_BODY_BYTES_MAX;
      assert.equal(outcomeOf(make(fit, ...blocksOf(fit))), fit);
      assert.equal(outcomeOf(make(fit + 1, ...blocksOf(fit + 1))), 'body_too_large');
    }
  });

  it('is refused before it is unpacked when it lies about its size', () => {
    assert.equal(outcomeOf(sizedFrameOf(0xffffffff, ...blocksOf(5))), 'body_too_large');
    assert.equal(outcomeOf(frameOf(41, 7, ...blocksOf(5))), 'body_too_large');
    assert.equal(outcomeOf(sizedFrameOf(10, ...blocksOf(1_000_000))), 'invalid_encoding');
  });

  it('may ask for so much memory, and not for more', () => {
    const power = Math.floor(Math.log2(ZSTD_WINDOW_BYTES_MAX));
    assert.equal(outcomeOf(frameOf(power, 0, ...blocksOf(5))), 5);
    assert.equal(outcomeOf(frameOf(power, 2, ...blocksOf(5))), 5);
    assert.equal(2 ** power * 1.25, ZSTD_WINDOW_BYTES_MAX);
    assert.equal(outcomeOf(frameOf(power, 3, ...blocksOf(5))), 'body_too_large');
  });

  it('may have so many blocks, and not more: the whole window moves for each', () => {
    const power = 23;
    const blocksMax = ZSTD_WORK_BYTES_MAX / 2 ** power;
    const empty = (count: number): Buffer[] => Array.from({ length: count }, () => blockOf(RAW, 0, false));
    assert.equal(outcomeOf(frameOf(power, 0, ...empty(blocksMax - 1), ...blocksOf(5))), 5);
    assert.equal(outcomeOf(frameOf(power, 0, ...empty(blocksMax), ...blocksOf(5))), 'body_too_large');
  });
});
