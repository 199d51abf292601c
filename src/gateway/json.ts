// Serialisers of the hot answers, compiled once from the schemas that document them.

import { ErrorReply } from '../../schemas/error-reply.js';
import { EventAccepted } from '../../schemas/event.js';
import { RecordAccepted } from '../../schemas/request.js';
import { Health, Outcomes } from '../../schemas/stats.js';
import { compileStringify } from '../stringify.js';

export const stringifyErrorReply: (reply: ErrorReply) => string = compileStringify(ErrorReply);
export const stringifyEventAccepted: (reply: EventAccepted) => string = compileStringify(EventAccepted);
export const stringifyRecordAccepted: (reply: RecordAccepted) => string = compileStringify(RecordAccepted);
export const stringifyHealth: (reply: Health) => string = compileStringify(Health);
export const stringifyOutcomes: (reply: Outcomes) => string = compileStringify(Outcomes);
