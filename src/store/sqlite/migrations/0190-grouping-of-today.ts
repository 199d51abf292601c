import { finerGrouping } from './0180-finer-grouping.js';
import type { Migration } from './migration.js';

/** Version 2 of the grouping has other rules once more: what is stored by it waits as it did then. */
export const groupingOfToday: Migration = { ...finerGrouping, version: 190 };
