import type { Pattern } from '../pattern.js';

export const DB_QUERY: Pattern = {
  id: 'db-query',
  title: 'The database could not run this query or store this value',
  text: 'The database could not run this query as it is written, or could not store one of its values. The SQL may have a syntax error or name a wrong table or column, or a value does not fit the type of its column.',
  suggestion:
    'Log the final query with its values, compare it with the schema, and pass values as bound parameters of the right type.',
  examples: [
    'syntax error at or near "FORM"',
    'value too long for type character varying(255)',
    'Cast to ObjectId failed for value "abc" (type string) at path "_id" for model "User"',
    'near "FORM": syntax error',
    "Data too long for column 'name' at row 1",
    'input must be a 24 character hex string, 12 byte Uint8Array, or an integer',
    'Undefined binding(s) detected when compiling SELECT. Undefined column(s): [id] query: select * from users',
  ],
  match: [
    /\bsyntax error at (?:or near "|end of (?:input|jsonpath))|\bunterminated (?:quoted (?:string|identifier)|dollar-quoted string|\/\* comment) at or near\b/,
    /\bcolumn reference "[^"\n]{1,120}" is ambiguous\b|\bambiguous column name\b|\bin (?:field list|where clause|on clause|order clause|group statement) is ambiguous\b/i,
    /\bmust appear in the GROUP BY clause\b|\bis not in GROUP BY clause\b|\bonly_full_group_by\b|\bInvalid use of group function\b|\bmisuse of aggregate\b/,
    /\bmissing FROM-clause entry for table\b|\binvalid reference to FROM-clause entry\b|\bmulti-part identifier "/,
    /\bbind message supplies \d{1,6} parameters\b|\bcould not determine data type of parameter\b|\bthere is no parameter \$\d/,
    /\bINSERT has more (?:expressions than target columns|target columns than expressions)\b|\bColumn count doesn't match value count\b|\b\d{1,5} values for \d{1,5} columns\b|\bhas \d{1,5} columns but \d{1,5} values were supplied\b/,
    /\b(?:each UNION query must have the same number of columns|(?:UNION|CASE|COALESCE) types .{1,60} cannot be matched|subquery in FROM must have an alias|Every derived table must have its own alias)\b/,
    /\bmore than one row returned by a subquery\b|\bSubquery returns more than 1 row\b|\bsubquery must return only one column\b|\bOperand should contain \d{1,3} column|\bsub-select returns \d/,
    /\b(?:aggregate|window|set-returning) functions are not allowed in\b|\bargument of \w{1,20} must be type boolean\b/,
    /\bprepared statement "[^"\n]{0,80}" (?:already exists|does not exist)\b|\bPrepared statement needs to be re-prepared\b|\bcannot insert multiple commands into a prepared statement\b|\bcached plan must not change result type\b/,
    /\bON CONFLICT DO UPDATE command cannot affect row a second time\b|\b(?:column|table name) "[^"\n]{1,80}" specified more than once\b|\bORDER BY expressions must appear in select list\b/,
    /\bmultiple primary keys for table "|\bcannot be cast automatically to type\b|\bcannot (?:insert|update)(?: a non-DEFAULT value)? (?:into )?(?:column|view) "/,
    /\bYou have an error in your SQL syntax\b|\bNot unique table\/alias: '|(?:^|: )Query was empty\b|\bIncorrect arguments to mysqld_stmt_execute\b|\bSELECT statements have a different number of columns\b/,
    /\bBind parameters must not contain undefined\b|\bBind parameters must be array\b|\bUndefined binding\(s\) detected\b|\bExpected \d{1,4} bindings, saw \d/,
    /(?:^|: )near "[^"\n]{0,80}": syntax error\b|(?:^|: )(?:incomplete input$|unrecognized token: ")|\bSQLITE_(?:ERROR|RANGE|MISMATCH|TOOBIG)\b/,
    /\bToo (?:few|many) parameter values were provided\b|\bMissing named parameter "|\bSQLite3? can only bind\b|\btoo many SQL variables\b|\bThis statement (?:does not return|returns) data\b|\bThe supplied SQL string contains\b|\bProvided value cannot be bound to SQLite\b/,
    /\bIncorrect syntax near\b|\bMust declare the scalar variable\b|\bUnclosed quotation mark after the character string\b/,
    /\bORA-0(?:09[0-3]\d|1722|1861|1843|1830|6502|1438|0918|0979|1008)\b|\bORA-12899\b/,
    /(?:^|: )unknown (?:top level )?operator: \$|\bUnrecognized pipeline stage name\b|\$\w{1,12} needs an array$|\bpipeline stage specification object\b|\bFieldPath field names may not\b|\batomic operators\b|\bUpdating the path '[^'\n]{1,80}' would create a conflict\b|\bwould modify the immutable field\b|\bCannot create field '|\bCannot do (?:ex|in)clusion on field\b|\bto a value of non-numeric type\b/,
    /\bRaw query failed\. Code: |(?:^|: )Failed query: |^division by zero$/,
    /\binvalid input syntax for (?:type )?\w|\binvalid input value for enum\b|\bvalue too long for type\b|(?:^|: )(?:integer|bigint|smallint|numeric|timestamp|interval|money) out of range$|\bnumeric field overflow\b/,
    /\bdate\/time field value out of range\b|\binvalid byte sequence for encoding\b|\bunsupported Unicode escape sequence\b|\boperator does not exist: |\bis of type [\w ]{1,40} but (?:expression|default expression) is of type\b|\bcannot cast type\b|\bmalformed (?:array|record|range) literal\b|\bis out of range for type\b|\bindex row size \d{1,9} exceeds\b|\bfunction \w{1,60}\([^)\n]{0,80}\) is not unique\b|\bhas no equivalent in encoding\b/,
    /\bData too long for column '|\bOut of range value for column '|\bIncorrect (?:string|datetime|date|time|integer|decimal|DOUBLE) value: '|\bData truncated for column '|\bTruncated incorrect \w{1,20} value\b|\bInvalid default value for '|\bIllegal mix of collations\b|\bRow size too large\b|\bSpecified key was too long\b|\bInvalid JSON text\b|\b(?:BIGINT|DOUBLE|DECIMAL)(?: UNSIGNED)? value is out of range\b|'max_allowed_packet' bytes/,
    /\bcannot store \w{1,12} value in \w{1,12} column\b|(?:^|: )datatype mismatch$|\bstring or blob too big\b|\bString or binary data would be truncated\b|\bConversion failed when converting\b|\bError converting data type\b|\bArithmetic overflow error\b|\bValidation failed for parameter '/,
    /\btoo long for the column's type\b|\bis invalid for the field's type\b|\bInconsistent column data\b|\bValue out of range for the type\b|\bdoes not fit into an? (?:INT column|64 bit signed integer)|\bError converting field "|\bUnable to fit integer value\b|\bThe provided value .{1,80} field .{1,60} is not valid\b/,
    /\bCast to \w{1,20} failed for value\b|\bmust be a (?:string of 12 bytes|24 character hex string)|\bBSONObj size: |\bdocument is larger than the maximum size\b|\binvalid ObjectId\b|\bBSON element "/i,
  ],
  matchTyped: [/^(?:CastError|BSONError|BSONTypeError|DrizzleQueryError):/],
  cases: [
    {
      when: /ambiguous|Not unique table/i,
      text: 'Two tables of the query have a column (or alias) of this name, so the database cannot tell which one is meant: the name is ambiguous.',
      suggestion:
        'Prefix the column with its table or alias (orders.id), and give every table in a join an alias of its own.',
      examples: ['column reference "id" is ambiguous'],
    },
    {
      when: /GROUP BY|group function|aggregate|only_full_group_by|ORDER BY expressions|window|ORA-00979/,
      text: 'The query mixes grouped and single values: a selected column is neither in GROUP BY nor inside an aggregate function, or an aggregate stands where it is not allowed.',
      suggestion:
        'Add the column to GROUP BY or wrap it in an aggregate such as MAX, and filter on aggregates with HAVING instead of WHERE.',
      examples: ['column "users.name" must appear in the GROUP BY clause or be used in an aggregate function'],
    },
    {
      when: /FROM-clause|multi-part identifier/,
      text: 'The query uses a column of a table that is not in its FROM or JOIN list, or that was given an alias there.',
      suggestion: 'Add the join for that table, and use its alias everywhere once it has one.',
      examples: ['missing FROM-clause entry for table "orders"'],
    },
    {
      when: /prepared statement (?!"[^"]{0,80}" requires)|prepared statement$|re-prepared|cached plan/i,
      text: 'A prepared statement got lost or mixed up. Behind a connection pooler such as PgBouncer in transaction mode, statements of different clients meet on one connection; a changed table has the same effect.',
      suggestion:
        'Turn prepared statements off for a transaction pooler (pgbouncer=true for Prisma), use the direct connection, and reconnect after migrations.',
      examples: ['prepared statement "s0" already exists'],
    },
    {
      when: /bind|parameter(?: values?|s?\b)|undefined|named parameter|scalar variable|variables|columns? (?:but|doesn't)|values for|target columns|expressions than|ORA-01008/i,
      text: 'The values passed to the query do not fit its placeholders or columns: there are too few or too many, or a parameter is undefined or of a type the driver cannot bind.',
      suggestion:
        'Count placeholders and values, check the parameter the message names for undefined, and use null where no value is meant.',
      examples: [
        'bind message supplies 1 parameters, but prepared statement "" requires 2',
        'Too few parameter values were provided',
      ],
    },
    {
      when: /too long|too big|truncated|larger than the maximum|BSONObj size|Row size|key was too long|index row size|packet|would be truncated|ORA-12899/i,
      text: 'The value is too long for its column: it exceeds the length or size limit of the type, so the database refuses it (or would truncate it).',
      suggestion:
        'Limit the length of the input before the write, or widen the column with a migration (text instead of varchar).',
      examples: ['value too long for type character varying(255)'],
    },
    {
      when: /out of range|overflow|does not fit|fit integer|out of range for/i,
      text: 'The value is out of range for its column: the number is too large or too small for the type, or the date is not valid. A plain integer ends at about 2.1 billion.',
      suggestion:
        'Validate the value before the write, and change the column to bigint (or a wider numeric type) if such values are real.',
      examples: ['integer out of range', "Out of range value for column 'age' at row 1"],
    },
    {
      when: /ObjectId|Cast to|24 character|BSON|field's type|Inconsistent column data/i,
      text: 'A value does not have the type its field needs and could not be cast, for example a string that is not a valid id (ObjectId, UUID) or number.',
      suggestion:
        'Validate ids and input before the query and answer 400 or 404 for invalid ones; check that no "undefined" string ends up in the URL.',
      examples: ['Cast to ObjectId failed for value "abc" (type string) at path "_id" for model "User"'],
    },
    {
      when: /input (?:syntax|value)|enum|Incorrect|cast|convert|invalid byte|Unicode|literal|is of type|operator does not exist|encoding|collation|datatype|Conversion|data type|invalid number|cannot store|ORA-0(?:1722|18)|Invalid JSON|Invalid default|not valid|Error converting/i,
      text: 'A value does not fit the type of its column, or two types in the query cannot be compared: not a valid number, date, UUID, enum value, JSON or text encoding, and the database cannot convert it.',
      suggestion:
        'Validate and convert the value before the query, add an explicit cast, and check for empty strings where a number, date or id is expected.',
      examples: ['invalid input syntax for type uuid: "abc"', 'operator does not exist: integer = text'],
    },
    {
      when: /syntax|unrecognized token|incomplete input|Unclosed|unterminated|near "|ORA-009|SQLITE_ERROR|must have an alias|own alias/i,
      text: 'The SQL of this query has a syntax error; the database quotes the place where it stopped understanding, and the mistake is there or just before it. Often it is a missing comma or quote, a reserved word used as a name, or an empty list in IN ().',
      suggestion:
        'Log the final query and look just before the quoted word, quote reserved names, and pass values as parameters rather than joining strings.',
      examples: ['syntax error at or near "FORM"'],
    },
    {
      when: /subquery|sub-select|UNION|Operand|different number of columns/i,
      text: 'Parts of the SQL query do not fit together: a subquery returns more rows or columns than its place allows, or the queries of a UNION have different columns.',
      suggestion:
        'Use IN or LIMIT 1 for a subquery that returns several rows, and select the same number and types of columns in every part.',
      examples: ['more than one row returned by a subquery used as an expression'],
    },
    {
      when: /operator: \$|pipeline|\$\w|FieldPath|atomic|conflict at|conflict|immutable field|create field|clusion|non-numeric/,
      text: 'MongoDB cannot run this query or update document: an operator or stage is unknown or in the wrong place, or the update would change a field in a way its value does not allow.',
      suggestion:
        'Check the spelling and place of the $ operators, wrap updates in $set, and do not update a path and its parent in one command.',
      examples: ['unknown operator: $foo'],
    },
  ],
};
