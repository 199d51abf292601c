import type { Pattern } from '../pattern.js';

const DEADLOCK = {
  text: 'Two transactions waited for locks of each other (a deadlock), and the database aborted this one so that the other can go on.',
  suggestion:
    'Retry the whole transaction with a short delay, change rows and tables in the same order everywhere, and keep transactions short.',
};

const STATEMENT_TIMEOUT = {
  text: 'The database cancelled this query because it ran longer than the statement timeout: it is slow (a missing index, too many rows), or it waited for the lock of another transaction.',
  suggestion:
    'Look at the plan with EXPLAIN, add the index it lacks or read fewer rows, see what holds locks at that time, and raise the timeout only for queries that may take long.',
};

export const DB_LOCK: Pattern = {
  id: 'db-lock',
  title: 'The database is locked by another transaction',
  text: 'Another connection or transaction holds the lock this statement needs, changed the same rows at the same time, or the transaction itself is in a state in which it takes no more statements.',
  suggestion:
    'Retry the whole transaction with a short delay, keep transactions short and fast (slow queries hold locks), take locks in the same order everywhere, and roll back after the first failed statement.',
  examples: [
    'SQLITE_BUSY: database is locked',
    'deadlock detected',
    'Lock wait timeout exceeded; try restarting transaction',
    'Deadlock found when trying to get lock; try restarting transaction',
    'could not serialize access due to concurrent update',
    'canceling statement due to statement timeout',
    'Transaction failed due to a write conflict or a deadlock. Please retry your transaction',
    'current transaction is aborted, commands ignored until end of transaction block',
    'cannot start a transaction within a transaction',
    'No matching document found for id "650c" version 3 modifiedPaths "items"',
    'Migration table is already locked',
  ],
  counterexamples: [
    'Lock wait timeout exceeded at the canal of Panama',
    'Transaction aborted: buyer did not sign before the notary',
    'Deadlock in the talks between union and company',
    'Lock timeout: canal lock 7 did not open within 20 minutes',
  ],
  match: [
    /\bMigration table is already locked\b|(?:^|: )Lock file is already being held\b|\bunable to achieve a quorum during its\b|\bExceeded \d{1,9} attempts to lock the resource\b/,
  ],
  cases: [
    {
      id: 'deadlock-as-serialization-failure',
      signs: { codes: ['SQLSTATE 40001', 'SQLSTATE HY000'], where: /\bdeadlock/i },
      ...DEADLOCK,
      examples: [
        {
          message: 'SQLSTATE[40001]: Serialization failure: 1213 Deadlock found when trying to get lock',
          type: 'PDOException',
          language: 'php',
        },
      ],
    },
    {
      id: 'deadlock',
      signs: {
        codes: ['SQLSTATE 40P01', 'ER_LOCK_DEADLOCK', 'ORA-00060', 'P2034'],
        classes: ['DeadlockDetected', 'Deadlocked', 'DeadlockLoserDataAccessException', 'LockAcquisitionException'],
        says: [
          /(?:^|: )(?:ERROR: +)?deadlock detected(?:$|[\s.,(]{1,3}(?:Process|DETAIL|SQLSTATE|$))|\bDeadlock found when trying to get lock\b|\bdetected deadlock\/conflict\b|\bchosen as the deadlock victim\b|\bwrite conflict or a deadlock\b/,
        ],
      },
      otherSigns: [{ codes: ['Neo.TransientError.Transaction.DeadlockDetected'] }],
      ...DEADLOCK,
      examples: [
        'deadlock detected',
        { message: 'ERROR: deadlock detected (SQLSTATE 40P01)', type: 'error', language: 'go' },
        'Deadlock found when trying to get lock; try restarting transaction',
        'Transaction (Process ID 52) was deadlocked on lock resources and has been chosen as the deadlock victim.',
      ],
    },
    {
      id: 'serialization-failure',
      signs: {
        codes: ['SQLSTATE 40001', 'ORA-08177', 'Mongo WriteConflict', 'gRPC ABORTED'],
        classes: ['SerializationFailure', 'CannotSerializeTransactionException'],
        says: [
          /\bcould not serialize access due to\b|(?:^|: )tuple concurrently (?:updated|deleted)|\bSnapshot isolation transaction aborted\b|\bWriteConflict\b|\bWrite conflict during plan execution\b|\bTransaction cancelled, please refer cancellation reasons\b|\bToo much contention on these documents\b/,
        ],
      },
      otherSigns: [
        { codes: ['Neo.TransientError.Transaction.*'] },
        { classes: ['SQLTransactionRollbackException', 'TransactionIsolationError'] },
      ],
      text: 'Two transactions changed the same rows at the same time (a write conflict), and the database aborted this one because it could not serialize them. It is safe to retry.',
      suggestion:
        'Retry the whole transaction from its first read, with a short growing delay, and keep transactions short so that concurrent ones meet less often.',
      examples: [
        'could not serialize access due to concurrent update',
        { message: 'Please retry your operation', type: 'MongoServerError', code: '112' },
      ],
    },
    {
      id: 'lock-wait-timeout',
      signs: {
        codes: ['SQLSTATE 55P03', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT', 'ORA-00054', 'ORA-30006', 'SQLSTATE 55006'],
        classes: [
          'LockNotAvailable',
          'LockWaitTimeout',
          'LockTimeoutException',
          'PessimisticLockException',
          'CannotAcquireLockException',
        ],
        says: [
          /\bLock wait timeout exceeded(?=$|[;.])|\bcanceling statement due to lock timeout\b|\bcould not obtain lock on (?:row|relation)\b/,
          /\block\(s\) could not be acquired immediately\b|\bLock request time ?out period exceeded\b/i,
        ],
      },
      otherSigns: [{ codes: 'ER_LOCK_TABLE_FULL, ORA-02049'.split(', ') }],
      text: 'The statement waited too long for a lock: another transaction holds the row or table, because it is slow, hangs, or was never committed.',
      suggestion:
        'Find the transaction that holds the lock (pg_stat_activity, SHOW PROCESSLIST), commit or roll back everywhere, keep network calls out of transactions, and retry.',
      examples: [
        'Lock wait timeout exceeded; try restarting transaction',
        'could not obtain lock on row in relation "a"',
      ],
    },
    {
      id: 'migration-lock',
      signs: { classes: ['ConcurrentMigrationError'] },
      otherSigns: [{ classes: ['LockException'], libraries: ['liquibase'] }],
      text: 'Another process runs the migrations of this database, or one that did was killed and its lock is still held, so the migrations cannot run now.',
      suggestion:
        'Wait for the other run, let only one instance migrate on a deploy, and release a lock that stayed behind (release-locks of Liquibase, or its row in the lock table) once nothing runs any more.',
      examples: [
        {
          type: 'liquibase.exception.LockException',
          message: 'Could not acquire change log lock.  Currently locked by app-1 (10.0.0.4) since 1/2/24',
          language: 'java',
        },
      ],
    },
    {
      id: 'sqlite-busy',
      signs: {
        codes: ['SQLITE_BUSY*', 'SQLITE_LOCKED*'],
        classes: ['BusyException', 'SQLiteDatabaseLockedException', 'SQLiteBusyException'],
        says: [/(?:^|: |\) )database (?:table |schema )?is locked\b|\bdatabase \S{1,80} is locked$/],
      },
      text: 'The SQLite database is locked: another connection or process is writing (or keeps a transaction open), and it stayed busy for longer than this one waited.',
      suggestion:
        'Set WAL mode and a busy timeout, write from one connection, keep transactions short, close cursors, and do not put the file on a network drive.',
      examples: [
        'SQLITE_BUSY: database is locked',
        { message: 'database is locked', type: 'sqlite3.OperationalError', language: 'python' },
        { message: '(sqlite3.OperationalError) database is locked', type: 'sqlalchemy.exc.OperationalError' },
      ],
    },
    {
      id: 'query-cancelled',
      signs: { codes: ['SQLSTATE 57014'], where: ['user request', 'conflict with recovery'] },
      otherSigns: [{ codes: ['SQLSTATE 40001'], where: ['conflict with recovery'] }],
      text: 'The database cancelled this query: someone or something asked for it (the client closed the request, a pooler or an administrator), or a replica had to apply changes that conflict with it.',
      suggestion:
        'Check whether the client gives up early (a timeout or an aborted request), and send long queries to the primary or allow the replica more delay.',
      examples: [{ message: 'canceling statement due to user request', code: '57014' }],
    },
    {
      id: 'snapshot-too-old',
      signs: { codes: ['ORA-01555', 'SQLSTATE 72000'] },
      text: 'The query ran so long that the old versions of rows which it has to see were overwritten meanwhile (snapshot too old): the undo space is too small for the time that it takes.',
      suggestion:
        'Make the query faster or read in smaller parts, do not commit inside of a loop over its own cursor, and raise the undo retention.',
      examples: ['ORA-01555: snapshot too old: rollback segment number 9 with name "_SYSSMU9$" too small'],
    },
    {
      id: 'statement-timeout',
      signs: {
        codes:
          'SQLSTATE 57014, ER_QUERY_TIMEOUT, ER_QUERY_INTERRUPTED, ER_STATEMENT_TIMEOUT, PROTOCOL_SEQUENCE_TIMEOUT, Mongo MaxTimeMSExpired, Mongo ExceededTimeLimit, ORA-01013'.split(
            ', ',
          ),
        classes: [
          'QueryCanceled',
          'QueryTimeoutException',
          'ExecutionTimeout',
          'SQLTimeoutException',
          'StatementTimeout',
          'QueryCanceledError',
        ],
        says: [
          /\bcanceling statement due to\b|\bmaximum statement execution time exceeded\b|(?:^|: )operation exceeded time limit\b|\bExecution Timeout Expired\b/,
        ],
      },
      otherSigns: [{ codes: ['ClickHouse TIMEOUT_EXCEEDED'] }, { classes: ['TransactionTimedOutException'] }],
      ...STATEMENT_TIMEOUT,
      examples: [
        'canceling statement due to statement timeout',
        {
          message: 'Query execution was interrupted, maximum statement execution time exceeded',
          code: 'ER_QUERY_TIMEOUT',
        },
        {
          message: 'Execution Timeout Expired.  The timeout period elapsed prior to completion of the operation',
          type: 'Microsoft.Data.SqlClient.SqlException',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'transaction-aborted',
      signs: {
        codes: ['SQLSTATE 25P02', 'Redis EXECABORT'],
        classes: ['InFailedSqlTransaction', 'PendingRollbackError', 'UnexpectedRollbackException'],
        says: [
          'current transaction is aborted, commands ignored',
          'Transaction silently rolled back because it has been marked',
          "An error occurred in the current transaction. You can't execute queries until the end of the",
        ],
      },
      text: 'An earlier statement of this transaction failed, so the transaction is aborted: all further commands are ignored until it is rolled back. The first error, not this one, is the cause.',
      suggestion:
        'Find the first failed statement in the log before this one, roll back when a statement fails, and use a savepoint around statements that may fail.',
      examples: [
        'current transaction is aborted, commands ignored until end of transaction block',
        { message: 'This Session’s transaction has been rolled back', type: 'sqlalchemy.exc.PendingRollbackError' },
      ],
    },
    {
      id: 'transaction-over',
      signs: {
        codes: [
          'P2028',
          'SQLSTATE 25001',
          'SQLSTATE 25P01',
          'SQLSTATE 25P03',
          'Mongo NoSuchTransaction',
          'Mongo OperationNotSupportedInTransaction',
          'Mongo TransactionTooOld',
          'Mongo TransactionCommitted',
        ],
        classes: [
          'TransactionAlreadyStartedError',
          'TransactionNotStartedError',
          'TransactionManagementError',
          'IllegalTransactionStateException',
          'TransactionRequiredException',
        ],
        says: [
          /\bcannot (?:start a transaction within a transaction|(?:commit|rollback) - no transaction is active)|\bSQL statements in progress\b|\bTransaction with \{ txnNumber: \d|\bTransaction API error: |(?:^|: )Transaction (?:already closed(?=$|: (?:A|Could not|The) )|query already complete\b)|\bGiven transaction number \d{1,20} does not match\b|\bsql: transaction has already been committed or rolled back\b|\bThere is no active transaction$|\bcannot be executed on a (?:committed|rolled back) transaction\b|^A transaction is already begun on this Session/,
        ],
      },
      otherSigns: [{ classes: ['MongoTransactionError', 'PessimisticLockTransactionRequiredError'] }],
      text: 'The transaction is not in the state this statement needs: it was already committed, rolled back or timed out (a query inside it was not awaited), or one was started within another.',
      suggestion:
        'Await every query before the transaction ends, use the transaction object only inside its callback, keep it shorter than its timeout, and use savepoints instead of nesting.',
      examples: [
        'Transaction query already complete, run with DEBUG=knex:tx for more info',
        'cannot start a transaction within a transaction',
        { message: 'Transaction API error: Transaction already closed', code: 'P2028' },
      ],
    },
    {
      id: 'rolled-back-by-code',
      signs: { classes: ['TransactionRollbackError', 'Rollback'] },
      otherSigns: [{ classes: ['DrizzleError', 'LibsqlError'], where: ['Rollback$'] }],
      text: 'The code itself rolled the transaction back: the ORM ends it by throwing this error, so that nothing that the transaction wrote is kept. It shows up because nobody caught it around the transaction.',
      suggestion:
        'Catch it around the transaction and answer there why nothing was saved; throw an error with the reason instead of a bare rollback() where the caller should know it.',
      examples: [
        { type: 'TransactionRollbackError', message: 'Rollback' },
        { type: 'DrizzleError', message: 'Rollback' },
      ],
    },
    {
      id: 'transaction-over-elsewhere',
      signs: {
        languages: ['go', 'java', 'python', 'php', 'ruby', 'dotnet', 'rust', 'elixir'],
        codes: ['SQLSTATE 25001', 'SQLSTATE 25P01', 'SQLSTATE 25P03'],
        classes: ['TransactionManagementError', 'IllegalTransactionStateException', 'TransactionRequiredException'],
        says: [
          /\bcannot (?:start a transaction within a transaction|(?:commit|rollback) - no transaction is active)|\bsql: transaction has already been committed or rolled back\b|(?:^|: )There is no active transaction$|\bNo EntityManager with actual transaction available\b|^A transaction is already begun on this Session|^Transaction (?:not|already) (?:successfully )?(?:started|active)$/,
        ],
      },
      otherSigns: [{ classes: ['NoTransactionException'] }],
      text: 'The transaction is not in the state this call needs: none is active, it was already committed or rolled back, or one was started within another.',
      suggestion:
        'Begin, commit and roll back in one place, check the path on which it ends early, mark the method as transactional, and use savepoints instead of nesting.',
      examples: [
        { message: 'sql: transaction has already been committed or rolled back', type: 'error', language: 'go' },
        { message: 'cannot start a transaction within a transaction', type: 'OperationalError', language: 'python' },
      ],
    },
    {
      id: 'optimistic-lock',
      signs: {
        classes:
          'StaleObjectStateException, StaleStateException, StaleObjectError, StaleDataError, StaleEntryError, OptimisticLockException, OptimisticLockError, OptimisticLockVersionMismatchError, OptimisticLockingFailureException, ObjectOptimisticLockingFailureException, SequelizeOptimisticLockError, DbUpdateConcurrencyException, OptimisticConcurrencyException, DBConcurrencyException'.split(
            ', ',
          ),
        says: [
          /\bNo matching document found for id "[^"\n]{1,80}" version\b|\bThe optimistic lock on entity\b|\bRow was updated or deleted by another transaction\b|\bBatch update returned unexpected row count from update\b|\bexpected to affect \d{1,9} row\(s\), but actually affected \d|\bAttempted to update a stale object: |\bStatement \(current\) executed (?:with|expected)\b/,
        ],
      },
      otherSigns: [{ codes: ['version_conflict_engine_exception'] }, { classes: ['WatchError'] }],
      text: 'The record was changed or deleted by another transaction since it was read: its version no longer matches (optimistic lock), so this concurrent update was refused rather than overwrite the other.',
      suggestion:
        'Read the record again, apply the change anew and retry a few times, or tell the user that someone else changed it.',
      examples: [
        'No matching document found for id "650c" version 3 modifiedPaths "items"',
        {
          message:
            'Row was updated or deleted by another transaction (or unsaved-value mapping was incorrect) : [Item#7]',
          type: 'org.hibernate.StaleObjectStateException',
          language: 'java',
        },
      ],
    },
    {
      id: 'document-version',
      signs: {
        classes: ['VersionError'],
        where: /^(?!(?:VersionError: )?The requested version)/,
        libraries: ['mongoose'],
      },
      text: 'The document was changed by someone else between reading and saving it: its version no longer matches, so the concurrent save was refused.',
      suggestion: 'Read the document again, apply the change anew and save, or use an atomic update instead of save.',
      examples: [
        {
          message: 'No document with that version',
          type: 'VersionError',
          stack: 'VersionError: x\n    at f (/app/node_modules/mongoose/lib/model.js:1:1)',
        },
      ],
    },
    {
      id: 'busy-iterating',
      signs: {
        says: ['^This database connection is busy executing a query', '^This statement is busy executing a query'],
      },
      text: 'The connection is busy: rows are still read from a query (iterate), and the code runs another statement on the same connection meanwhile.',
      suggestion:
        'Read all rows first (all()), end the loop before you write, or open a second connection for the writes.',
      examples: [{ type: 'TypeError', message: 'This database connection is busy executing a query' }],
    },
  ],
};
