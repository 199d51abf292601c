import type { Pattern } from '../pattern.js';

export const DB_UNIQUE: Pattern = {
  id: 'db-unique',
  title: 'A unique value already exists',
  text: 'A row with the same value already exists: the write would create a duplicate of a key that a unique index (or primary key) keeps unique in the table or collection.',
  suggestion:
    'Check for the existing record first, or use an upsert (ON CONFLICT, ON DUPLICATE KEY), and tell the user that the value is already taken; clean up duplicates before adding a unique constraint.',
  examples: [
    'duplicate key value violates unique constraint "users_email_key"',
    'E11000 duplicate key error collection: app.users index: username_1 dup key: { username: "test2" }',
    "Duplicate entry 'ann@example.com' for key 'users.email'",
    'Failed to save user: duplicate key value violates unique constraint "users_pkey"',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: users.email',
    "Violation of UNIQUE KEY constraint 'UQ_Users'. Cannot insert duplicate key in object 'dbo.Users'.",
    'ORA-00001: unique constraint (APP.USERS_UK) violated',
    'email must be unique',
    'Unique constraint failed on the (not available)',
    'could not create unique index "users_email_idx"',
    '6 ALREADY_EXISTS: Document already exists: projects/x/databases/y',
    { message: 'column email is not unique', type: 'sqlite3.IntegrityError', language: 'python' },
    { message: '23505: duplicate key value', type: 'Npgsql.PostgresException', language: 'dotnet' },
    { message: 'Validation error', type: 'SequelizeUniqueConstraintError' },
    {
      message: "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '7' for key 'PRIMARY'",
      type: 'PDOException',
      language: 'php',
    },
  ],
  counterexamples: ['Duplicate entry of visitor 4 at the north gate', 'Duplicate key cut for locker 88'],
  signs: {
    codes: [
      'SQLSTATE 23505',
      'ER_DUP_ENTRY',
      'ER_DUP_KEY',
      'ER_DUP_UNIQUE',
      'ER_DUP_ENTRY_WITH_KEY_NAME',
      'Neo.ClientError.Schema.ConstraintValidationFailed',
      'SQLITE_CONSTRAINT_UNIQUE',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
      'SQLITE_CONSTRAINT_ROWID',
      'ORA-00001',
      'E11000',
      'P2002',
    ],
    classes: [
      'UniqueViolation',
      'UniqueViolationError',
      'RecordNotUnique',
      'SequelizeUniqueConstraintError',
      'UniqueConstraintError',
      'UniqueConstraintViolationException',
      'DuplicateKeyException',
      'DuplicateKeyError',
      'BulkWriteError',
      'NonUniqueObjectException',
      'EntityExistsException',
    ],
    says: [
      /\bviolates unique constraint\b|\bcould not create unique index "|\bKey \([^)\n]{1,200}\)=\([^)\n]{0,300}\) (?:already exists|is duplicated)|\bDuplicate entry '[^'\n]{0,300}' for key '|\bDuplicate entry '[^'\n]{0,300}' for key \d|\bUNIQUE constraint failed: |\bPRIMARY KEY must be unique\b|\bUnique constraint (?:failed on the |violat)|\bUnique index or primary key violation\b/,
      /\bA unique constraint would be violated on\b|" \(unique_constraint\)|\bViolation of (?:UNIQUE|PRIMARY) KEY constraint\b|\bCannot insert duplicate key row in object\b|(?:^|: )Error, expected `[^`\n]{1,100}` to be unique\b|(?:^|: )[a-z]\w{0,60} must be unique$/,
    ],
    saysAmongErrors: [
      /\bduplicate key\b(?! `| \S{1,80} \(attempted)|\bcolumns? [\w., ]{1,120} (?:is|are) not unique$|\bviolates? unique\b/i,
    ],
  },
  match: [],
  cases: [
    {
      id: 'overlap',
      signs: {
        codes: ['SQLSTATE 23P01'],
        classes: ['ExclusionViolation', 'ExclusionConstraintViolation'],
        says: ['violates exclusion constraint', 'could not create exclusion constraint "'],
      },
      text: 'The new row overlaps with a row that already exists: an exclusion constraint of the table forbids it, for example two bookings of one room whose times overlap.',
      suggestion:
        'Look for the existing row whose range conflicts, tell the user that the time or value is already taken, and check whether ranges should include their end.',
      examples: ['conflicting key value violates exclusion constraint "bookings_room_during_excl"'],
    },
    {
      id: 'resource-exists',
      signs: { codes: ['gRPC ALREADY_EXISTS'] },
      otherSigns: [
        {
          classes:
            'ObjectAlreadyExistsException, ResourceAlreadyExistsException, EntityAlreadyExistsException, ResourceExistsError, AlreadyExists'.split(
              ', ',
            ),
        },
      ],
      text: 'The service did not create this, because a resource or document with the same name or id already exists: it would be a duplicate.',
      suggestion:
        'Read or update the existing one instead (or use a set or upsert), choose another unique name, and treat a repeated create as done.',
      examples: [
        '6 ALREADY_EXISTS: Document already exists: projects/x/databases/y',
        { message: 'rpc error: code = AlreadyExists desc = user exists', type: 'error', language: 'go' },
      ],
    },
  ],
};
