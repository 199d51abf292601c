// A process of its own that opens a database as the daemon does and says how that went: `node hold-database.js
// <path> [uid]`. With a uid it gives up being root first. Holds the database until it is killed.

import { ErrordError } from '../../../src/errors.js';
import { lockDatabase, openWritable } from '../../../src/store/sqlite/database.js';

const [, , dbPath = '', uid] = process.argv;
if (uid !== undefined) process.setuid?.(Number(uid));
try {
  lockDatabase(dbPath);
  openWritable(dbPath);
  process.stdout.write('open\n');
  process.stdin.resume();
} catch (error) {
  const { code, message } = error instanceof ErrordError ? error : { code: 'other', message: String(error) };
  process.stdout.write(`${JSON.stringify({ code, message })}\n`);
}
