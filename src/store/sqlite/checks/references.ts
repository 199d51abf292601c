// Records that name what is not there. It cannot be made of anything: only a backup has it.

import { NO_PROJECT_ID } from '../tables/projects.js';
import { type Check, countingFault } from './check.js';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  /** What the target is, of many. */
  readonly noun: string;
}

const REFERENCES: readonly Reference[] = [
  { table: 'events', column: 'group_id', target: 'error_groups', noun: 'their error group' },
  { table: 'error_groups', column: 'id', target: 'error_group_texts', noun: 'their texts' },
  { table: 'events', column: 'stack_id', target: 'contents', noun: 'their stack' },
  { table: 'events', column: 'context_id', target: 'contents', noun: 'their context' },
  { table: 'requests', column: 'headers_id', target: 'contents', noun: 'their headers' },
  { table: 'requests', column: 'response_headers_id', target: 'contents', noun: 'the headers of their response' },
  { table: 'logs', column: 'environment_id', target: 'contents', noun: 'their environment' },
  ...['error_groups', 'events', 'requests', 'logs'].map((table) => ({
    table,
    column: 'project_id',
    target: 'projects',
    noun: 'their project',
  })),
];

export const references: readonly Check[] = REFERENCES.map(({ table, column, target, noun }) => ({
  name: `${column} of ${table}`,
  find: countingFault(
    `SELECT count(*) FROM ${table} t WHERE t.${column} IS NOT NULL AND t.${column} <> ${NO_PROJECT_ID}
       AND NOT EXISTS (SELECT 1 FROM ${target} x WHERE x.id = t.${column})`,
    false,
    (count) => `${table}: ${count} have lost ${noun}`,
  ),
}));
