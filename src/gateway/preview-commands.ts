// Rules of grouping as somebody thinks of them, tried on what is stored. Changes nothing, so the audit does not tell it.

import { GroupingRulesTrial } from '../../schemas/grouping.js';
import type { ErrorCode } from '../errors.js';
import { compileBody } from '../validate.js';
import { parseCommand } from './command-body.js';
import type { Exchange } from './exchange.js';
import { areSoundRules } from './rule-checks.js';
import type { GatewayOptions } from './server.js';

export type PreviewRules = GatewayOptions['previewRules'];

const parseTrial = compileBody(GroupingRulesTrial);

/** Rejects when the store does, or with `queue_full` while another preview is under way. */
export async function answerRulesPreview(
  exchange: Exchange,
  { id, unknownId }: { readonly id: string | null; readonly unknownId: ErrorCode | null },
  { bytes, previewRules }: { readonly bytes: Uint8Array; readonly previewRules: PreviewRules },
): Promise<void> {
  const trial = parseCommand(exchange, bytes, parseTrial);
  if (trial === null || !areSoundRules(exchange, trial.groupingRules)) return;
  const preview = id === null ? null : await previewRules({ projectName: id, rules: trial.groupingRules });
  if (preview === null) exchange.reply.error(unknownId ?? 'internal');
  else exchange.reply.json(200, JSON.stringify(preview));
}
