import type { Pattern } from '../pattern.js';

export const DB_SCHEMA_MISSING: Pattern = {
  id: 'db-schema-missing',
  title: 'A table or column is missing from the database',
  text: 'The query names a table, column, function, type or database that does not exist in the schema the app is connected to. Usually a migration has not run there, or a name is misspelled.',
  suggestion:
    'Run the pending migrations or create the missing object, check the name, its quotes and its case, and check that the connection points to the right database and search path.',
  examples: [
    'relation "users" does not exist',
    'no such table: users',
    "Unknown column 'foo' in 'field list'",
    'database "app_prod" does not exist',
    'column "emial" of relation "users" does not exist',
    "Table 'shop.orders' doesn't exist",
    'SQLITE_ERROR: no such column: name',
    'table users has no column named age',
    "Invalid object name 'dbo.Users'.",
    'ORA-00942: table or view does not exist',
    "Could not find the table 'public.todos' in the schema cache",
    'function uuid_generate_v4() does not exist',
    'relation "users" already exists',
  ],
  counterexamples: ['Table 12 does not exist in the restaurant', 'column 3 of the facade does not exist in the plan'],
  match: [
    /(?:^|: )ns (?:not found|does not exist)\b|\btext index required for \$text query\b|\bindex not found with name \[/,
    /\bno such index \[|\bindex_not_found_exception\b|\bunknown keyspace\b|\bunconfigured table\b/i,
  ],
  cases: [
    {
      id: 'already-exists',
      signs: {
        codes: [
          'SQLSTATE 42P07',
          'SQLSTATE 42701',
          'SQLSTATE 42P04',
          'SQLSTATE 42P06',
          'SQLSTATE 42710',
          'SQLSTATE 42723',
          'SQLSTATE 42S01',
          'SQLSTATE 42S21',
          'Mongo NamespaceExists',
          'Mongo IndexAlreadyExists',
          'Mongo IndexOptionsConflict',
          'Mongo IndexKeySpecsConflict',
          'ER_TABLE_EXISTS_ERROR',
          'ER_DB_CREATE_EXISTS',
          'ER_DUP_FIELDNAME',
          'ER_DUP_KEYNAME',
          'ORA-00955',
          'P1009',
        ],
        classes: ['DuplicateTable', 'DuplicateColumn', 'DuplicateObject', 'DuplicateDatabase', 'DatabaseAlreadyExists'],
        says: [
          /\b(?:relation|column|database|schema|type|function|sequence|constraint|index|view|extension|table|trigger|role) "[^"\n]{1,120}"(?: (?:of|for) relation "[^"\n]{1,120}")? already exists(?=$|\s*[\n(.,]| at character)|\bTable '[^'\n]{1,120}' already exists|(?:^|: )(?:table|index) [`"]?[A-Za-z_]\w{0,80}[`"]? already exists(?=$|\n)|\bduplicate column name: |\bDuplicate (?:column|key) name '|\bThere is already an object named '|\bDatabase `[^`\n]{1,120}` already exists on\b|\bCollection \S{1,120} already exists\b|\bcollection already exists\b.{0,80}NS:/,
        ],
      },
      otherSigns: [
        {
          codes: 'ER_FK_DUP_NAME, ORA-01430, resource_already_exists_exception, ClickHouse TABLE_ALREADY_EXISTS'.split(
            ', ',
          ),
        },
      ],
      text: 'A table, column or index of this name already exists in the database: the migration (or CREATE statement) ran before, ran only in part, or two migrations create the same thing.',
      suggestion:
        'Compare the schema with the table of applied migrations, mark the migration as applied or repair it, and use IF NOT EXISTS where a statement may run twice.',
      examples: [
        'relation "users" already exists',
        { message: 'table users already exists', type: 'sqlite3.OperationalError', language: 'python' },
      ],
    },
    {
      id: 'column',
      signs: {
        codes: ['SQLSTATE 42703', 'SQLSTATE 42S22', 'ER_BAD_FIELD_ERROR', 'ORA-00904', 'P2022', 'PGRST204'],
        classes: ['UndefinedColumn'],
        says: [
          /\bCould not find the '[^'\n]{1,80}' column of '[^'\n]{1,80}' in the schema cache\b|\bcolumn "[^"\n]{1,120}"(?: of relation "[^"\n]{1,120}")? does not exist(?=$|\s*[\n(.,]| at character)|\bcolumn \w{1,80}\.\w{1,80} does not exist(?=$|\n)|\bUnknown column '[^'\n]{1,120}' in '|\bno such column: |\btable "?\w{1,80}"? has no column named\b|\bInvalid column name '|\bKey column '[^'\n]{1,120}' doesn't exist in\b|\bThe column `[^`\n]{0,120}` does not exist in the current database\b|\bColumn "[^"\n]{1,120}" not found; SQL\b/,
        ],
      },
      otherSigns: [{ codes: 'ClickHouse UNKNOWN_IDENTIFIER, ClickHouse NO_SUCH_COLUMN_IN_TABLE'.split(', ') }],
      text: 'The query names a column that does not exist in this table. Usually a migration that adds it has not run on this database, or the name is misspelled or differs in case.',
      suggestion:
        'Run the pending migrations, compare the name with the columns of the table (unquoted names are folded to lower case in PostgreSQL), and put text values in single quotes.',
      examples: [
        "Unknown column 'foo' in 'field list'",
        'column "emial" of relation "users" does not exist',
        'SQLITE_ERROR: no such column: name',
        {
          message: 'PG::UndefinedColumn: ERROR:  column users.nickname does not exist\nLINE 1: SELECT users.nickname',
          type: 'ActiveRecord::StatementInvalid',
          language: 'ruby',
        },
        { message: 'errorMissingColumn', code: '42703' },
      ],
    },
    {
      id: 'database',
      signs: {
        codes: ['SQLSTATE 3D000', 'SQLSTATE 3F000', 'ER_BAD_DB_ERROR', 'ER_NO_DB_ERROR', 'ER_DB_DROP_EXISTS', 'P1003'],
        classes: ['InvalidCatalogName', 'NoDatabaseError', 'InvalidSchemaName', 'UndefinedDatabase'],
        says: [
          /\b(?:database|schema) "[^"\n]{1,120}" does not exist(?=$|\s*[\n(.,])|\b(?:database|Database) `[^`\n]{1,120}`(?:\.`?\w+`?)? does not exist\b|(?:^|: )Unknown database '|(?:^|: )No database selected$|\bCannot open database "[^"\n]{1,120}" requested by\b/,
        ],
      },
      otherSigns: [{ codes: ['ClickHouse UNKNOWN_DATABASE'] }],
      text: 'The database (or schema) that the connection names does not exist on this server: it was never created, the name is misspelled, or the connection points to another server.',
      suggestion:
        'Check the database name in the connection string or environment variable, create the database once (createdb, CREATE DATABASE), and run the migrations.',
      examples: ['database "app_prod" does not exist', "Unknown database 'shop'"],
    },
    {
      id: 'function-or-type',
      signs: {
        codes: ['SQLSTATE 42883', 'SQLSTATE 42704', 'ER_SP_DOES_NOT_EXIST'],
        classes: ['UndefinedFunction', 'UndefinedObject'],
        says: [
          /\b(?:type|function|sequence|collation|constraint|extension|trigger|index|operator class|text search configuration|language) "[^"\n]{1,120}"(?: of relation "[^"\n]{1,120}")? does not exist(?=$|\s*[\n(.,]| at character)|\bfunction [\w.]{1,120}\([^)\n]{0,200}\) does not exist|\bextension "[^"\n]{1,80}" is not available\b|\bno such (?:function|index|collation sequence): |(?:^|: )(?:FUNCTION|PROCEDURE) [\w.`]{1,120} does not exist|\bCould not find stored procedure '|\bCould not find the function \S{1,120} in the schema cache\b/,
        ],
      },
      otherSigns: [{ codes: 'ER_UNKNOWN_COLLATION, ORA-02289, ORA-01418, ClickHouse UNKNOWN_FUNCTION'.split(', ') }],
      text: 'A function, type or other object the query uses does not exist in this database, or not with arguments of these types: an extension is not installed, a migration has not run, or the name is misspelled.',
      suggestion:
        'Install the extension (CREATE EXTENSION) or run the migration that creates it, check the types of the arguments and cast them, and check the search path.',
      examples: [
        'function uuid_generate_v4() does not exist',
        'type "vector" does not exist',
        { message: 'function lower(integer) does not exist', code: '42883' },
      ],
    },
    {
      id: 'table',
      signs: {
        codes: ['SQLSTATE 42P01', 'SQLSTATE 42S02', 'ER_NO_SUCH_TABLE', 'ER_BAD_TABLE_ERROR', 'ORA-00942', 'P2021'],
        classes: ['UndefinedTable', 'TableNotFoundException'],
        says: [
          /(?<!of )\b(?:relation|view|table) "[^"\n]{1,120}" does not exist(?=$|\s*[\n(.,]| at character)|\bTable '[^'\n]{1,120}' doesn't exist|(?:^|: )Unknown table '|\bno such table: |^pg_dump: error: no matching tables were found|\bInvalid object name '|\brelation [\w.]{1,120} does not exist$|\bThe table `[^`\n]{0,120}` does not exist in the current database\b|\bTable "[^"\n]{1,120}" not found\b|\bCould not find the table '\S{1,120}' in the schema cache\b/,
        ],
      },
      otherSigns: [{ codes: 'ER_UNKNOWN_TABLE, ER_VIEW_INVALID, ClickHouse UNKNOWN_TABLE, ORA-04043'.split(', ') }],
      text: 'The query names a table (relation) that does not exist in the database the app is connected to. Usually the migrations have not run there, the connection points to another database or schema, or the name is misspelled.',
      suggestion:
        'Run the pending migrations on this database, check the database name and search path of the connection, and check the spelling, quotes and case of the table name.',
      examples: [
        'relation "users" does not exist',
        'no such table: users',
        "Table 'shop.orders' doesn't exist",
        "Invalid object name 'dbo.Users'.",
        { message: '(sqlite3.OperationalError) no such table: orders', type: 'OperationalError', language: 'python' },
        {
          message: 'could not prepare statement [Table "ORDERS" not found; SQL statement: select 1 [42102-224]]',
          type: 'org.hibernate.exception.SQLGrammarException',
          language: 'java',
        },
      ],
    },
    {
      id: 'collection',
      signs: { codes: ['Mongo NamespaceNotFound', 'Mongo IndexNotFound'] },
      text: 'The collection (or index) that this command names does not exist in this MongoDB database: nothing was written to it yet, its name is misspelled, or the app uses another database than expected.',
      suggestion:
        'Check the name of the collection and the database at the end of the connection string, and create the collection or its index before it is dropped or changed.',
      examples: [
        {
          type: 'com.mongodb.MongoCommandException',
          message: "Command failed with error 26 (NamespaceNotFound): 'ns not found' on server localhost:27017.",
          language: 'java',
        },
      ],
    },
    {
      id: 'conflict-target',
      signs: { codes: ['SQLSTATE 42P10'], says: ['no unique or exclusion constraint matching the ON CONFLICT'] },
      text: 'The upsert (ON CONFLICT) names columns for which no unique index exists in this table, often because a migration with the unique constraint has not run.',
      suggestion:
        'Create a unique index or constraint on exactly these columns, or name the columns of an existing one in ON CONFLICT.',
      examples: ['there is no unique or exclusion constraint matching the ON CONFLICT specification'],
    },
    {
      id: 'search-index',
      signs: {
        codes: ['index_not_found_exception'],
        classes: ['IndexNotFoundException'],
        says: ['index_not_found_exception', '^no such index ['],
      },
      text: 'The search index (Elasticsearch, OpenSearch) that the request names does not exist: nothing was written to it yet, it was deleted or renamed, or the name or alias is misspelled.',
      suggestion:
        'List the indices of this cluster, create the index (or run the job that fills it) before it is searched, and check the name and the prefix of this environment.',
      examples: ['index_not_found_exception: [index_not_found_exception] Reason: no such index [orders]'],
    },
    {
      id: 'migrations',
      signs: {
        codes: ['P3*', 'ER_CANT_DROP_FIELD_OR_KEY'],
        classes: [
          'PendingMigrationError',
          'InconsistentMigrationHistory',
          'NodeNotFoundError',
          'FlywayValidateException',
          'UnknownMigrationVersionError',
          'SchemaManagementException',
        ],
        says: [
          /\bmigrate found failed migrations\b|\bfailed to apply cleanly to the shadow database\b|\bA migration failed to apply\b|\bThe database schema is not empty\b|\bThe migration directory is corrupt\b|\bMigrations are pending(?=$|\.)|\bCan't DROP .{1,120}; check that (?:column\/key|it) exists|\bSchema-validation: missing (?:table|column)\b|\bCan't locate revision identified by '|\bDirty database version \d/,
        ],
      },
      otherSigns: [
        { classes: ['ValidationFailedException'], libraries: ['liquibase'] },
        {
          classes:
            'FlywayException, FlywayMigrateException, MigrationFailedException, IrreversibleMigration, DuplicateMigrationVersionError, IllegalMigrationNameError, ProtectedEnvironmentError, EnvironmentMismatchError, BadMigrationError, IrreversibleError, InvalidBasesError, MigrationSchemaMissing'.split(
              ', ',
            ),
        },
      ],
      text: 'The schema of the database does not match its migrations: some are pending, one failed half-way or was changed after it ran, or the database was not created by them.',
      suggestion:
        'Look at the migration status, repair or roll back the failed one, run the pending migrations before the app starts, and never edit a migration that was applied.',
      examples: [
        'A migration failed to apply. New migrations cannot be applied before the error is recovered from.',
        {
          message: 'Migrations are pending. To resolve this issue, run: bin/rails db:migrate',
          type: 'ActiveRecord::PendingMigrationError',
          language: 'ruby',
        },
      ],
    },
  ],
};
