import { newId } from '../../core/correlation.js';
import { CORRELATION_IDS_COUNTED } from './limits.js';

const COUNT_CHARS = 12;

/** Ids of requests that came with none: as UUIDs, counted on from a random one, which costs a tenth of a random one each. */
export class CorrelationIds {
  #prefix = '';
  #count = CORRELATION_IDS_COUNTED;

  next(): string {
    if (this.#count >= CORRELATION_IDS_COUNTED) {
      this.#prefix = newId().slice(0, -COUNT_CHARS);
      this.#count = 0;
    }
    return `${this.#prefix}${(this.#count++).toString(16).padStart(COUNT_CHARS, '0')}`;
  }
}
