import type { DialectName } from '../../messages.js';
import type { Dialect } from './dialect.js';
import { ERRORD } from './errord.js';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { errord: ERRORD };
