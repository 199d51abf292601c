// What events say of themselves, as labels to count by; remembered by the texts that it is read from, which repeat.

import { LRUCache } from '#lru-cache';
import {
  type FacetValues,
  NO_OWN,
  type OwnFacets,
  parseFacetText,
  toOwnFacets,
  toSharedFacets,
} from '../../../facets.js';
import { FACET_TEXTS_KNOWN_MAX, FACETS_GATHERED_MAX } from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import { unpackDetails } from '../packed-details.js';

/** One value of one facet. */
export interface FacetLabel {
  readonly facet: string;
  readonly value: string;
}

/** What a context says, or an event alone: the same object wherever it is said. */
export interface FacetLabels {
  readonly labels: readonly FacetLabel[];
  readonly facets: ReadonlySet<string>;
}

const NO_LABELS: FacetLabels = { labels: [], facets: new Set() };

/** Makes labels; those of one value are one object, as long as they are remembered. */
function openLabels(): (values: FacetValues) => FacetLabels {
  const known = new Map<string, FacetLabel>();
  const toLabel = (facet: string, value: string): FacetLabel => {
    const key = `${facet}\n${value}`;
    let label = known.get(key);
    if (label === undefined) {
      label = { facet, value };
      // Two objects for one value are written one after the other, and nothing is lost.
      if (known.size >= FACETS_GATHERED_MAX) known.clear();
      known.set(key, label);
    }
    return label;
  };
  return (values) => ({
    labels: [...values].map(([facet, value]) => toLabel(facet, value)),
    facets: new Set(values.keys()),
  });
}

interface LabelledEvent {
  readonly contextId: number | null;
  readonly details: string | null;
}

export class EventLabels {
  readonly #readContext;
  readonly #toLabels = openLabels();
  /** By the id of the context that many events share. */
  readonly #shared = new LRUCache<number, FacetLabels>({ max: FACET_TEXTS_KNOWN_MAX });
  readonly #own = new LRUCache<string, FacetLabels>({ max: FACET_TEXTS_KNOWN_MAX });

  constructor(db: WritableDb) {
    this.#readContext = db.prepare<[number], string>('SELECT body FROM contents WHERE id = ?').pluck();
  }

  /** Of an event, where `known` is what it says alone; read from its details where nobody has. */
  of({ contextId, details }: LabelledEvent, known: OwnFacets | undefined) {
    const { text, user } = known ?? readOwn(details);
    const shared = contextId === null ? NO_LABELS : this.#sharedOf(contextId);
    return { shared, own: text === '' ? NO_LABELS : this.#ownOf(text), user };
  }

  /** The ids of contexts may stand for others from now on. */
  forgetContexts(): void {
    this.#shared.clear();
  }

  #sharedOf(contextId: number): FacetLabels {
    let labels = this.#shared.get(contextId);
    if (labels === undefined) {
      const body = this.#readContext.get(contextId);
      labels =
        body === undefined ? NO_LABELS : this.#toLabels(toSharedFacets(JSON.parse(body) as Record<string, unknown>));
      this.#shared.set(contextId, labels);
    }
    return labels;
  }

  #ownOf(text: string): FacetLabels {
    let labels = this.#own.get(text);
    if (labels === undefined) {
      labels = this.#toLabels(new Map(parseFacetText(text)));
      this.#own.set(text, labels);
    }
    return labels;
  }
}

function readOwn(details: string | null): OwnFacets {
  return details === null ? NO_OWN : toOwnFacets(JSON.parse(unpackDetails(details)) as Record<string, unknown>);
}
