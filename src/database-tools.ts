// What the command line does with a database file itself, without a daemon or beside one.

export type { TransferReport } from './store/transfer/import.js';

/** Moving between stores, with the driver of PostgreSQL: loaded by the commands that do it. */
export async function loadTransfer() {
  const [{ importFile }, { exportFile }] = await Promise.all([
    import('./store/transfer/import.js'),
    import('./store/transfer/export.js'),
  ]);
  return { importFile, exportFile };
}

/** The schema of PostgreSQL, with its driver. */
export function loadPreparation() {
  return import('./store/postgres/prepare-database.js');
}

export { backupDatabase, type CopyProgress } from './store/sqlite/backup.js';
export { chooseSqlite } from './store/sqlite/binding/choice.js';
export { restoreDatabase } from './store/sqlite/restore.js';
export { type Fault, repairDatabase, type VerifyReport, verifyDatabase } from './store/sqlite/verify.js';
