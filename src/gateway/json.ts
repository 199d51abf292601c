// Serialisers of the hot answers, compiled once from the schemas that document them.

import fastJsonStringify from 'fast-json-stringify';
import { ErrorReply } from '../../schemas/error-reply.js';
import { EventAccepted } from '../../schemas/event.js';
import { RecordAccepted } from '../../schemas/request.js';
import { Health, Outcomes } from '../../schemas/stats.js';

export const stringifyErrorReply: (reply: ErrorReply) => string = fastJsonStringify(ErrorReply);
export const stringifyEventAccepted: (reply: EventAccepted) => string = fastJsonStringify(EventAccepted);
export const stringifyRecordAccepted: (reply: RecordAccepted) => string = fastJsonStringify(RecordAccepted);
export const stringifyHealth: (reply: Health) => string = fastJsonStringify(Health);
export const stringifyOutcomes: (reply: Outcomes) => string = fastJsonStringify(Outcomes);
