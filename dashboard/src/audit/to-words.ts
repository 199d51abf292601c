import type { AuditEntry } from '../../../schemas/audit.ts';
import type { AuditAction } from '../../../schemas/words.ts';
import { toAmount, toTitle } from '../ui/format.ts';
import { toOneLine, toVisible } from '../ui/hostile-text.ts';

/** What was done, as a sentence without its subject. */
export function toWords({ action, project, detail }: AuditEntry): string {
  const of = project === null ? 'of all projects' : `of ${toVisible(project)}`;
  const words: Record<AuditAction, () => string> = {
    clear: () => `Cleared everything ${of}`,
    clear_logs: () => `Cleared the logs ${of}`,
    project_deleted: () => (project === null ? 'Deleted a project' : `Deleted the project ${toVisible(project)}`),
    project_settings_changed: () => `Changed the settings ${of}: ${toOneLine(JSON.stringify(detail), 160)}`,
    status_changed: () => toStatusWords(detail),
    view_added: () => `Saved the view ${toViewWords(detail)} ${of}`,
    view_changed: () => `Changed the view ${toViewWords(detail)} ${of}`,
    view_removed: () => `Removed the view ${toViewWords(detail)} ${of}`,
    key_added: () => `Added the key ${toKeyWords(detail)}`,
    key_revoked: () => `Revoked the key ${toKeyWords(detail)}`,
    login: () => 'Logged in',
    alerts_changed: () => 'Changed alerts',
    triage_changed: () => 'Triaged an error',
    errors_merged: () => `Merged ${toParts(detail)} into another`,
    errors_unmerged: () => `Took ${toParts(detail)} out of another`,
    error_split: () => 'Took some events out of an error',
    login_refused: () => 'Was refused: too many wrong keys',
  };
  // A newer daemon may know more than this page.
  return Object.hasOwn(words, action) ? words[action]() : toVisible(action);
}

function toViewWords({ name, query }: AuditEntry['detail']): string {
  return toOneLine(`“${String(name)}” (${String(query)})`, 160);
}

/** The one error whose status was changed; null when there were several, or it was about something else. */
export function toOnlyErrorId({ action, detail }: AuditEntry): string | null {
  if (action !== 'status_changed' || !Array.isArray(detail.ids) || detail.ids.length !== 1) return null;
  const [id] = detail.ids as readonly unknown[];
  return typeof id === 'string' ? id : null;
}

/** Who did it. */
export function toActorWords({ action, actor }: AuditEntry): string {
  if (actor !== null) return toVisible(actor);
  return action === 'login_refused' ? 'nobody known' : 'open daemon';
}

const STATUS_VERBS: Readonly<Record<string, string>> = {
  resolved: 'Resolved',
  acknowledged: 'Acknowledged',
  ignored: 'Ignored',
  unresolved: 'Reopened',
};

function toStatusWords({ status, count, undo }: AuditEntry['detail']): string {
  const word = String(status);
  const verb = Object.hasOwn(STATUS_VERBS, word) ? STATUS_VERBS[word] : toTitle(toVisible(word));
  const back = undo === true ? ', taking a change back' : '';
  return `${verb} ${toAmount(typeof count === 'number' ? count : 1, 'error')}${back}`;
}

function toParts({ count }: AuditEntry['detail']): string {
  return toAmount(typeof count === 'number' ? count : 1, 'error');
}

function toKeyWords({ name, role }: AuditEntry['detail']): string {
  return `${toVisible(String(name))} (${toVisible(String(role))})`;
}
