// Commands about saved views.

import { parseGroupQuery } from '../../schemas/group-query.js';
import { type SavedView, ViewAdd, ViewChange } from '../../schemas/views.js';
import type { Actor } from '../store/access.js';
import type { Store } from '../store/store.js';
import type { StoredView, ViewCommand } from '../store/views.js';
import { compileBody } from '../validate.js';
import { parseCommand } from './command-body.js';
import type { Exchange } from './exchange.js';
import type { ViewCommandKind } from './route.js';

export interface ViewCall {
  readonly kind: ViewCommandKind;
  readonly id: string | null;
  readonly by: Actor;
}

const parseAdd = compileBody(ViewAdd);
const parseChange = compileBody(ViewChange);

/** Runs a command and answers the view as it is then. Rejects when the store does. */
export async function answerViewCommand(
  exchange: Exchange,
  { kind, id, by }: ViewCall,
  { bytes, store }: { readonly bytes: Uint8Array; readonly store: Pick<Store, 'changeView'> },
): Promise<void> {
  const { reply } = exchange;
  const command = toCommand(exchange, kind, { id: id ?? '', bytes });
  if (command === null) return;
  const outcome = await store.changeView(command, by);
  if (outcome.kind === 'refused') reply.error(outcome.code);
  else if (kind === 'removeView') reply.json(200, JSON.stringify({ success: true }));
  else reply.json(kind === 'addView' ? 201 : 200, JSON.stringify(toSavedView(outcome.view)));
}

/** Null when it was refused and answered. */
function toCommand(
  exchange: Exchange,
  kind: ViewCommandKind,
  { id, bytes }: { readonly id: string; readonly bytes: Uint8Array },
): ViewCommand | null {
  if (kind === 'removeView') return { kind: 'remove', id };
  if (kind === 'changeView') {
    const change = parseCommand(exchange, bytes, parseChange);
    return change === null || !isQuery(exchange, change.query) ? null : { kind: 'change', id, change };
  }
  const view = parseCommand(exchange, bytes, parseAdd);
  if (view === null || !isQuery(exchange, view.query)) return null;
  const { projectId: project = null, name, query, sort = 'lastSeen', direction = 'desc' } = view;
  return { kind: 'add', view: { project, name, query, sort, direction } };
}

/** A view must show something: a query that is none is refused when it is saved. */
function isQuery({ reply }: Exchange, query = ''): boolean {
  const parsed = parseGroupQuery(query);
  if (parsed.ok) return true;
  const { at, sentence } = parsed.fault;
  reply.error('invalid_query', {
    message: `The query cannot be read at character ${at}: ${sentence}`,
    details: [{ path: '/query', message: `at character ${at}: ${sentence}` }],
  });
  return false;
}

function toSavedView({ project, ...view }: StoredView): SavedView {
  return { ...view, ...(project !== null && { projectId: project }) };
}
