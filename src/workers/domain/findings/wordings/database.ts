// Tables, columns and constraints. Values of rows are never said: they are somebody's data.

import type { Wording } from '../wording.js';

export const DATABASE: readonly Wording[] = [
  {
    has: '" of relation "',
    match: /column "(?<column>[^"]{1,100})" of relation "(?<table>[^"]{1,100})" does not exist/,
    says: 'the table {table} has no column {column}',
    example: ['error: column "vat" of relation "orders" does not exist', 'The table `orders` has no column `vat`.'],
  },
  {
    has: 'relation "',
    match: /relation "(?<table>[^"]{1,100})" does not exist/,
    says: 'PostgreSQL finds no table or view {table}',
    example: ['error: relation "billing.orders" does not exist', 'PostgreSQL finds no table or view `billing.orders`.'],
  },
  {
    has: 'violates not-null',
    match:
      /null value in column "(?<column>[^"]{1,100})" of relation "(?<table>[^"]{1,100})" violates not-null constraint/,
    says: 'the column {column} of {table} got no value, and must have one',
    example: [
      'error: null value in column "email" of relation "users" violates not-null constraint',
      'The column `email` of `users` got no value, and must have one.',
    ],
  },
  {
    has: 'violates not-null',
    match: /null value in column "(?<column>[^"]{1,100})" violates not-null constraint/,
    says: 'the column {column} got no value, and must have one',
    example: [
      'error: null value in column "email" violates not-null constraint',
      'The column `email` got no value, and must have one.',
    ],
  },
  {
    has: 'duplicate key value',
    match: /duplicate key value violates unique constraint "(?<constraint>[^"]{1,100})"/,
    says: 'the rule that a value comes once is {constraint}',
    example: [
      'error: duplicate key value violates unique constraint "users_email_key"',
      'The rule that a value comes once is `users_email_key`.',
    ],
  },
  {
    has: 'violates foreign key constraint',
    match:
      /(?:insert or update|update or delete) on table "(?<table>[^"]{1,100})" violates foreign key constraint "(?<constraint>[^"]{1,100})"/,
    says: 'the change of {table} breaks the reference {constraint}',
    example: [
      'error: insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey"',
      'The change of `orders` breaks the reference `orders_user_id_fkey`.',
    ],
  },
  {
    has: 'violates check constraint',
    match: /new row for relation "(?<table>[^"]{1,100})" violates check constraint "(?<constraint>[^"]{1,100})"/,
    says: 'the row for {table} breaks the rule {constraint}',
    example: [
      'error: new row for relation "products" violates check constraint "products_price_positive"',
      'The row for `products` breaks the rule `products_price_positive`.',
    ],
  },
  {
    has: 'exclusion constraint',
    match: /conflicting key value violates exclusion constraint "(?<constraint>[^"]{1,100})"/,
    says: 'the row breaks the rule {constraint}',
    example: [
      'error: conflicting key value violates exclusion constraint "bookings_no_overlap"',
      'The row breaks the rule `bookings_no_overlap`.',
    ],
  },
  {
    has: 'permission denied for',
    match: /permission denied for (?<kind>table|view|relation|schema|sequence|database) "?(?<name>[\w.]{1,100})"?/,
    says: ({ kind }) => `the user of this connection may not use the ${kind} {name}`,
    example: ['error: permission denied for table users', 'The user of this connection may not use the table `users`.'],
  },
  {
    has: '" does not exist',
    match: /\b(?<kind>database|role|column|schema|type) "(?<name>[^"]{1,100})" does not exist/,
    says: ({ kind }) => `PostgreSQL finds no ${kind} {name}`,
    example: ['error: database "app_prod" does not exist', 'PostgreSQL finds no database `app_prod`.'],
  },
  {
    has: 'authentication failed for user',
    match: /authentication failed for user "(?<user>[^"]{1,60})"/,
    says: 'the login was tried as {user}',
    example: ['error: password authentication failed for user "app"', 'The login was tried as `app`.'],
  },
  {
    has: 'Access denied for user',
    match: /Access denied for user '(?<user>[^']{0,60})'@'(?<host>[^']{1,100})'/,
    says: 'the login was tried as {user} from {host}',
    example: [
      "Error: Access denied for user 'app'@'10.0.0.9' (using password: YES)",
      'The login was tried as `app` from `10.0.0.9`.',
    ],
  },
  {
    has: 'Unknown column',
    match: /Unknown column '(?<column>[^']{1,100})' in '(?<clause>[^']{1,40})'/,
    says: 'MySQL finds no column {column} for the {clause}',
    example: ["Error: Unknown column 'foo' in 'field list'", 'MySQL finds no column `foo` for the `field list`.'],
  },
  {
    has: "doesn't exist",
    match: /Table '(?<table>[^']{1,100})' doesn't exist/,
    says: 'MySQL finds no table {table}',
    example: [
      "PDOException: SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.refunds' doesn't exist",
      'MySQL finds no table `shop.refunds`.',
    ],
  },
  {
    has: 'Duplicate entry',
    match: /Duplicate entry '[^\n]{0,300}' for key '(?<key>[^'\n]{1,100})'/,
    says: 'the key that has the value already is {key}',
    example: [
      "Error: Duplicate entry 'ana@shop.test' for key 'email'",
      'The key that has the value already is `email`.',
    ],
  },
  {
    has: 'Column ',
    match: /\bColumn '(?<column>[^']{1,100})' cannot be null/,
    says: 'the column {column} got no value, and must have one',
    example: ["Error: Column 'email' cannot be null", 'The column `email` got no value, and must have one.'],
  },
  {
    has: ' for column ',
    match:
      /(?:Data too long|Data truncated|Out of range value) for column '(?<column>[^']{1,100})' at row (?<row>\d{1,9})/,
    says: 'the value did not fit the column {column}, in row {row}',
    example: [
      "Error: Data truncated for column 'tier' at row 1",
      'The value did not fit the column `tier`, in row `1`.',
    ],
  },
  {
    has: " doesn't have a default value",
    match: /Field '(?<column>[^']{1,100})' doesn't have a default value/,
    says: 'the column {column} got no value, and has no default',
    example: [
      "Error: Field 'tier' doesn't have a default value",
      'The column `tier` got no value, and has no default.',
    ],
  },
  {
    has: 'foreign key constraint fails',
    match:
      /a foreign key constraint fails \((?<table>`[^`]{1,60}`\.`[^`]{1,60}`), CONSTRAINT `(?<constraint>[^`]{1,60})`/,
    says: 'the reference {constraint} of {table} breaks',
    example: [
      'Error: Cannot delete or update a parent row: a foreign key constraint fails (`shop`.`orders`, CONSTRAINT `orders_ibfk_1` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`))',
      "The reference `orders_ibfk_1` of `'shop'.'orders'` breaks.",
    ],
  },
  {
    has: ' constraint failed: ',
    match: /\b(?<rule>UNIQUE|NOT NULL) constraint failed: (?<columns>[\w., ]{1,200})/,
    says: ({ rule }) =>
      rule === 'UNIQUE' ? 'the value must come once in {columns}' : '{columns} got no value, and must have one',
    example: ['SqliteError: UNIQUE constraint failed: u.email', 'The value must come once in `u.email`.'],
  },
  {
    has: 'CHECK constraint failed: ',
    match: /\bCHECK constraint failed: (?<rule>[^\n]{1,120})/,
    says: 'the row breaks the rule {rule}',
    example: ['SqliteError: CHECK constraint failed: age>0', 'The row breaks the rule `age>0`.'],
  },
  {
    has: 'no such ',
    match: /\bno such (?<kind>table|column): (?<name>[\w."]{1,100})/,
    says: ({ kind }) => `SQLite finds no ${kind} {name}`,
    example: ['SqliteError: no such table: users', 'SQLite finds no table `users`.'],
  },
  {
    has: ' has no column named ',
    match: /\btable (?<table>\w{1,100}) has no column named (?<column>\w{1,100})/,
    says: 'the table {table} has no column {column}',
    example: ['SqliteError: table users has no column named tier', 'The table `users` has no column `tier`.'],
  },
  {
    has: 'E11000 duplicate key',
    match: /E11000 duplicate key error collection: (?<collection>[\w.-]{1,120}) index: (?<index>[\w.$-]{1,120})/,
    says: 'the value must come once in {collection}, by the index {index}',
    example: [
      'MongoServerError: E11000 duplicate key error collection: app.users index: username_1 dup key: { username: "test2" }',
      'The value must come once in `app.users`, by the index `username_1`.',
    ],
  },
  {
    has: 'Unique constraint failed on the ',
    match: /Unique constraint failed on the (?:fields|constraint): \(?`(?<fields>[\w`,]{1,120})`/,
    says: 'the value must come once in {fields}',
    example: [
      'PrismaClientKnownRequestError: Unique constraint failed on the fields: (`email`)',
      'The value must come once in `email`.',
    ],
  },
  {
    has: 'does not exist in the current database',
    match: /The (?<kind>table|column) `(?<name>[^`]{1,100})` does not exist in the current database/,
    says: ({ kind }) => `the database has no ${kind} {name}`,
    example: [
      'PrismaClientKnownRequestError: The table `public.User` does not exist in the current database.',
      'The database has no table `public.User`.',
    ],
  },
];
