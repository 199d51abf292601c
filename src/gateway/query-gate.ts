import { ErrordError } from '../errors.js';
import { ANSWER_BYTES_MAX, QUERIES_AT_ONCE_MAX, QUERY_QUEUE_MAX } from '../limits.js';
import type { Outgoing } from './outgoing.js';

/**
 * Lets so many queries at once go to the store that no more answers come back than there is room for. The others wait
 * here, in their order: when its turn comes, a query for whose answer there would be no room is not asked at all.
 */
export class QueryGate {
  readonly #outgoing: Outgoing;
  readonly #queue: (() => void)[] = [];
  #underWay = 0;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  /** Rejects with `queue_full`, or as `ask` does. The answer must be on its way when `ask` resolves. */
  async run(ask: () => Promise<void>): Promise<void> {
    if (this.#underWay >= QUERIES_AT_ONCE_MAX) await this.#wait();
    else this.#underWay += 1;
    try {
      if (!this.#outgoing.hasRoom(this.#underWay * ANSWER_BYTES_MAX)) {
        throw new ErrordError('queue_full', 'too many answers wait for clients that do not read them');
      }
      await ask();
    } finally {
      // The place goes to the next in the queue, so that nobody who comes meanwhile takes it.
      const next = this.#queue.shift();
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.length >= QUERY_QUEUE_MAX)
      throw new ErrordError('queue_full', 'too many queries wait for their turn');
    return new Promise((resolve) => {
      this.#queue.push(resolve);
    });
  }
}
