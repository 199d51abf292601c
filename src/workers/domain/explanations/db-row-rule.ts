import type { Pattern } from '../pattern.js';

export const DB_ROW_RULE: Pattern = {
  id: 'db-row-rule',
  title: 'A row breaks a rule of its table',
  text: 'The database refused the row, because a check rule (constraint) of its table does not allow one of its values.',
  suggestion:
    'Look up the constraint named in the message, compare it with the value, and validate the input by the same rule before the write.',
  examples: [
    'insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey"',
    'NOT NULL constraint failed: users.email',
    'new row for relation "products" violates check constraint "products_price_positive"',
    'update or delete on table "users" violates foreign key constraint "orders_user_fk" on table "orders"',
    'Cannot add or update a child row: a foreign key constraint fails (`shop`.`orders`)',
    'Foreign key constraint failed on the field: `orders_userId_fkey (index)`',
    'null value in column "name" of relation "users" violates not-null constraint',
    "Column 'email' cannot be null",
    "Field 'name' doesn't have a default value",
    "Check constraint 'price_positive' is violated.",
    'Null constraint violation on the fields: (`email`)',
    'Document failed validation',
  ],
  counterexamples: ['Constraint failed: shift of Ana overlaps with her night rest'],
  signs: {
    codes: [
      'SQLSTATE 23514',
      'SQLSTATE 44000',
      'ER_CHECK_CONSTRAINT_VIOLATED',
      'ER_CONSTRAINT_FAILED',
      'P2004',
      'SQLITE_CONSTRAINT_CHECK',
      'SQLITE_CONSTRAINT_TRIGGER',
      'ORA-02290',
      'Mongo DocumentValidationFailure',
    ],
    classes: ['CheckViolation', 'CheckConstraintError', 'CheckViolationError', 'SequelizeExclusionConstraintError'],
    says: [
      /\bviolates check constraint\b|\bviolated by some row\b|\bviolates check option\b|\bconflicted with the CHECK constraint\b|\bCONSTRAINT [`'"][^`'"\n]{1,120}[`'"] failed for\b|\bA constraint failed on the database\b|(?:^|: )Document failed validation$/,
      /\bCHECK constraint failed\b|\bcheck constraint ['"`][^'"`\n]{1,120}['"`] is violated\b/i,
    ],
  },
  match: [/\bSQLITE_CONSTRAINT(?:_\w{1,20})?\b/],
  cases: [
    {
      id: 'still-referenced',
      signs: {
        codes: ['SQLSTATE 23503', 'SQLSTATE 23001', 'ER_ROW_IS_REFERENCED*', 'ORA-02292', 'P2014'],
        classes: ['ForeignKeyViolation', 'InvalidForeignKey', 'SequelizeForeignKeyConstraintError'],
        says: [
          'a foreign key constraint fails',
          'violates foreign key',
          'violates RESTRICT setting of foreign key',
          'conflicted with the',
        ],
        where:
          /\bupdate or delete on table|\bstill referenced|\bdelete or update a parent row|\bchild record found|\bDELETE statement|\bREFERENCE constraint|would violate the required relation/,
      },
      text: 'The row cannot be deleted or changed, because rows of another table still reference it: a foreign key keeps them from losing their parent.',
      suggestion:
        'Delete or update the rows that reference it first, or define on the foreign key what happens on delete (CASCADE or SET NULL).',
      examples: [
        'update or delete on table "users" violates foreign key constraint "orders_user_fk" on table "orders"',
        'Cannot delete or update a parent row: a foreign key constraint fails (`shop`.`orders`)',
        'ORA-02292: integrity constraint (SHOP.FK_ORDER) violated - child record found',
        {
          message: 'PG::ForeignKeyViolation: ERROR:  update or delete on table "users" violates foreign key constraint',
          type: 'ActiveRecord::InvalidForeignKey',
          language: 'ruby',
        },
      ],
    },
    {
      id: 'foreign-key',
      signs: {
        codes: [
          'SQLSTATE 23503',
          'SQLSTATE 23001',
          'SQLSTATE 42830',
          'ER_NO_REFERENCED_ROW*',
          'ER_ROW_IS_REFERENCED*',
          'ER_CANNOT_ADD_FOREIGN',
          'SQLITE_CONSTRAINT_FOREIGNKEY',
          'ORA-02291',
          'ORA-02292',
          'P2003',
          'P2014',
          'P2017',
          'P2018',
        ],
        classes: [
          'ForeignKeyViolation',
          'ForeignKeyViolationError',
          'InvalidForeignKey',
          'SequelizeForeignKeyConstraintError',
          'ForeignKeyConstraintViolationException',
        ],
        says: [
          /\bforeign key constraint (?:fail|violat|is incorrectly)|violates (?:foreign key constraint|RESTRICT setting)\b/i,
          /\b(?:Cannot|Failed to) add (?:the )?foreign key constraint\b|\bforeign key mismatch - "|\bconflicted with the (?:FOREIGN KEY|REFERENCE|COLUMN FOREIGN KEY)\b|\bReferential integrity constraint violation\b|\bwould violate the required relation '|\bThe records for relation [`'"]?\w{1,80}[`'"]? between\b|\bThe required connected records were not found\b|\bno unique constraint matching given keys for referenced\b|\bIs still referenced from table\b|\bis not present in table "/,
        ],
      },
      otherSigns: [{ codes: 'ER_FK_CANNOT_OPEN_PARENT, ER_FK_INCOMPATIBLE_COLUMNS'.split(', ') }],
      text: 'A foreign key forbids this change: the related (parent) row it would reference does not exist, or the row to delete is still referenced by others.',
      suggestion:
        'Check that the id exists and insert the parent row first, delete or update the rows that reference it before the parent, or define what happens on delete (cascade or set null).',
      examples: [
        'insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey"',
        { message: 'FOREIGN KEY constraint failed', type: 'sqlite3.IntegrityError', language: 'python' },
        { message: 'Foreign key constraint violated: `x`', code: 'P2003' },
        {
          message: 'The INSERT statement conflicted with the FOREIGN KEY constraint "FK_Orders_Users".',
          type: 'Microsoft.Data.SqlClient.SqlException',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'not-null',
      signs: {
        codes: [
          'SQLSTATE 23502',
          'ER_BAD_NULL_ERROR',
          'ER_NO_DEFAULT_FOR_FIELD',
          'ER_PRIMARY_CANT_HAVE_NULL',
          'SQLITE_CONSTRAINT_NOTNULL',
          'ORA-01400',
          'ORA-01407',
          'P2011',
          'P2012',
        ],
        classes: [
          'NotNullViolation',
          'NotNullViolationError',
          'PropertyValueException',
          'NotNullConstraintViolationException',
        ],
        says: [
          /\bnull value in column "|\bviolates not-null constraint\b|\bcolumn "[^"\n]{1,120}"[^\n]{0,140} contains null values\b|\bNOT NULL constraint failed\b|\bNull constraint (?:violation|failed)|\bNULL not allowed for column "|\bColumn '[^'\n]{1,120}' cannot be null|\bField '[^'\n]{1,120}' doesn't have a default value\b|\bCannot insert the value NULL into column\b|\bMissing a required value at\b|\bnotNull Violation: |(?:^|: )[A-Z]\w{0,80}\.\w{1,80} cannot be null$|\bnot-null property references a null or transient value\b/,
        ],
      },
      text: 'A required column got no value: it is null, missing or empty, and the table does not allow that (NOT NULL without a default).',
      suggestion:
        'Check the field in the input before the write, and give the column a default, or let it be null with a migration, if it may be missing.',
      examples: [
        'NOT NULL constraint failed: users.email',
        { message: 'null value in column "total"', type: 'PG::NotNullViolation', language: 'ruby' },
        { message: "SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'x' cannot be null", language: 'php' },
      ],
    },
    {
      id: 'others-depend',
      signs: {
        codes: ['SQLSTATE 2BP01'],
        classes: ['DependentObjectsStillExist'],
        says: [
          /\bbecause other objects depend on it\b|\bCannot drop (?:table|index|column) '[^'\n]{1,120}'.{0,20} (?:referenced by|needed in) a foreign key\b/,
        ],
      },
      otherSigns: [{ codes: 'ER_TRUNCATE_ILLEGAL_FK, ER_FK_CANNOT_DROP_PARENT'.split(', ') }],
      text: 'The table, column or type cannot be dropped, because other objects depend on it: a foreign key, view, index or default still references it.',
      suggestion: 'Drop or change the dependent objects first, or use DROP … CASCADE when they should go with it.',
      examples: ['cannot drop table users because other objects depend on it'],
    },
  ],
};
