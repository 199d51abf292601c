// How a group begins: with its first event.

import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { NO_SIGNALS } from '../../../answers/group-signals.js';
import type { EventDigest, EventExplanation, EventPrint } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import type { GroupHead } from './error-groups.js';
import { openSearchIndex } from './search-index.js';

export interface NewGroupKeys {
  readonly id: number;
  readonly projectId: number;
}

/** The head of a group that one event makes; `explanation` is the one that `toExplanationRow` found. */
export function toNewHead(
  { id, projectId, explanation }: NewGroupKeys & Pick<GroupHead, 'explanation'>,
  digest: EventDigest,
  print: EventPrint,
): GroupHead {
  const { site } = digest;
  const seenAtMs = Math.min(digest.timestampMs, digest.receivedAtMs);
  return {
    id,
    projectId,
    projectName: digest.projectName,
    fingerprint: print.fingerprint,
    fingerprintVersion: print.fingerprintVersion,
    type: site.type,
    message: site.message,
    source: toSourceRow(digest.source),
    explanation,
    severity: toSeverityRow(digest.severity),
    status: toStatusRow(digest.ignoredBy === undefined ? 'unresolved' : 'ignored'),
    firstSeenAtMs: seenAtMs,
    lastSeenAtMs: seenAtMs,
    eventCount: 1,
    reopenedAtMs: null,
    culprit: site.culprit,
    ...NO_SIGNALS,
  };
}

/** Creates a group with one event in it; in the transaction of who calls it. */
export function openGroupInsert(db: WritableDb) {
  const insert = db.prepare(
    `INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message, source, severity, status,
       first_seen_at_ms, last_seen_at_ms, event_count, culprit)
     VALUES (:id, :projectId, :fingerprintBytes, :fingerprintVersion, :type, :message, :source, :severity, :status,
       :firstSeenAtMs, :lastSeenAtMs, :eventCount, :culprit)`,
  );
  const insertTexts = db.prepare(
    `INSERT INTO error_group_texts (id, explanation, explanation_title, suggestion, explanation_evidence, grouping)
     VALUES (:id, :explanation, :title, :suggestion, :evidenceJson, :grouping)`,
  );
  const addToSearch = openSearchIndex(db, 'error_groups_search');
  return ({ id, projectId }: NewGroupKeys, digest: EventDigest, print: EventPrint): GroupHead => {
    const texts = toExplanationRow(digest.site.explanation);
    const head = toNewHead({ id, projectId, explanation: texts.explanation }, digest, print);
    insert.run({ ...head, fingerprintBytes: Buffer.from(print.fingerprint, 'hex') });
    insertTexts.run({ id, ...texts, grouping: print.grouping });
    addToSearch(id, head.message);
    return head;
  };
}

const NO_EXPLANATION = { explanation: null, title: null, suggestion: null, evidenceJson: null };

/** The columns of an explanation, from its JSON text; null where there is none. */
export function toExplanationRow(json: string | null) {
  if (json === null) return NO_EXPLANATION;
  const { explanation, title, suggestion, evidence } = JSON.parse(json) as EventExplanation;
  return { explanation, title, suggestion, evidenceJson: evidence === undefined ? null : JSON.stringify(evidence) };
}
