// What the command line does with a database file itself, without a daemon or beside one.

export { backupDatabase, type CopyProgress } from './store/sqlite/backup.js';
export { restoreDatabase } from './store/sqlite/restore.js';
export { type Fault, repairDatabase, type VerifyReport, verifyDatabase } from './store/sqlite/verify.js';
