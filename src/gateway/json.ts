// Serialisers of the daemon's own answers, compiled once from the schemas that document them.

import { Health, Outcomes } from '../../schemas/stats.js';
import { compileStringify } from '../stringify.js';

export const stringifyHealth: (reply: Health) => string = compileStringify(Health);
export const stringifyOutcomes: (reply: Outcomes) => string = compileStringify(Outcomes);
