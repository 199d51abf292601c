import type { Pattern } from '../pattern.js';

export const VALIDATION: Pattern = {
  id: 'validation',
  title: 'The input is not valid',
  text: 'The input is not valid: the data does not fit the schema it was checked against, because a required field is missing or a value is not of the type or format that is expected.',
  suggestion:
    'Look at the named field and the value that arrived, correct the sender (the form, request or query), and answer 400 or 422 with the name of the field.',
  examples: [
    'Invalid input: expected string, received undefined',
    '"email" is required',
    "body must have required property 'name'",
    'Cannot query field "foo" on type "Query".',
    'User validation failed: email: Path `email` is required.',
    'body/age must be number',
    'name is a required field',
    'Validation failed (numeric string is expected)',
    'Request failed with status code 422',
    'Too small: expected string to have >=8 characters',
  ],
  counterexamples: [
    '"Bordeaux" is required for the wine list',
    'name must be longer than the sign above the door',
    'Missing required field: signature of the tenant',
  ],
  signs: {
    codes: ['HTTP 422', 'FST_ERR_VALIDATION', 'GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'BAD_USER_INPUT'],
    classes:
      'ZodError, $ZodError, ZodRealError, ValidationError, ValidationException, ValiError, YupValidationError, StructError, AjvError, JoiError, FastifyValidationError, MongooseValidationError, ValidatorError, UserInputError, UnprocessableEntityException, UnprocessableEntity, RequestValidationError, ResponseValidationError, WebExchangeBindException, MethodArgumentNotValidException, HandlerMethodValidationException, MethodArgumentTypeMismatchException, RecordInvalid, RecordNotSaved, SchemaError, ValidationErrors, ParamValidationError, GraphQLError'.split(
        ', ',
      ),
    says: [
      /\b\d{1,4} validation errors? for [A-Z]\w|\bKey: '[\w.]{1,120}' Error:Field validation for '|\bField error in object '\w{1,60}' on field '|^(?:[\w.[\]<>]{1,100}: )?must (?:not be (?:null|blank|empty)|be a well-formed email address|match "[^\n]{1,200}"|be (?:greater|less) than(?: or equal to)? -?\d[\d.]*)$/,
    ],
    saysAmongErrors: [
      /(?:^|: )(?:Required|Invalid input)$|^Validation (?:failed|errors?): |\bThe given data was invalid\b/,
    ],
  },
  otherSigns: [
    {
      libraries:
        'joi, yup, zod, ajv, class-validator, superstruct, valibot, io-ts, fastest-validator, express-validator, @hapi/joi, @sideway/joi, marshmallow, cerberus'.split(
          ', ',
        ),
    },
  ],
  match: [
    /\bInvalid input: expected \w|(?:^|: )Expected (?:string|number|boolean|object|array|date|bigint|integer|float|function|null|undefined|never|unknown|void|nan|set|map|symbol|promise), received \w{2,12}\b|(?:^|: )(?:String|Number|Array|Set|Date|BigInt) must (?:contain|be|have) |\bToo (?:small|big): expected \w/,
    /(?:^|: )Invalid (?:email|url|uuid|cuid|ulid|datetime|ip|emoji|email address|email format|phone number|date format|UUID format|ISO \w{4,8})\.?$|(?:^|: )Invalid (?:enum value\. Expected|literal value, expected|discriminator value|option: expected|function arguments$|string: must|key in record|element in)/,
    /\bUnrecognized keys?(?:\(s\) in object)?: ['"]|\bIntersection results could not be merged\b|"code": ?"(?:invalid_|too_small|too_big|unrecognized_keys|custom)|\bhas failed the validation:|\bproperty \w{1,80} should not exist\b|\bproperty \w{1,80} has failed the following constraints\b/,
    /(?:^|[:.,] |\. )"[\w.[\]]{1,80}" (?:is (?:required|not allowed)(?=$|[.,]|\n)|must (?:be (?:an?|one|less|greater|larger|in|of|\[|\w{1,10} number|equal|true|false)\b|have|contain|match|only|not (?:be|have))|length must|contains? (?:an invalid|a duplicate|\d)|fails to match|does not match|failed custom validation|missing required peer|with value "|is not allowed to be empty|cannot be empty)/,
    /(?:^|: )\w[\w.[\]]{0,80} is a required field$|\bbut the final value was: `|\bfield has unspecified keys: |\bmust be one of the following values: |\bmust be a valid (?:email|URL|UUID|date)$|\b422:? Unprocessable\b|\bHttp failure response for .{1,200}: 422\b/i,
    /(?:^|: |, )(?:data|body|querystring|params|headers|response|request|config|options|configuration|env|schema)?(?:[./][\w./[\]]{0,100})? ?(?:must|should) (?:have required property|NOT have|match (?:format|pattern|exactly one schema|a schema|some schema|"then")|be (?:equal to (?:one of|constant)|string|number|integer|boolean|array|object|null|(?:>|<)=? ?-?\d|multiple of)|pass "|NOT be)/,
    /(?:^|: )schema is invalid: |\bstrict mode: |\bunknown (?:keyword|format) "|\bcan't resolve reference \S{1,120} from id\b|\bno schema with key or ref "|\bschema with key or id "[^"\n]{1,120}" already exists\b/,
    /(?:^|: |, )(?:each value in )?[a-z][\w.]{0,80} (?:must be (?:an? (?:string|number|email|integer number|integer|int|boolean value|boolean|array|object|UUID|URL address|URL|Date instance|valid \w{1,20}|positive number|non-empty \w{1,10}|mongodb id|JSON string|strong password|phone number)|shorter than or equal to|longer than or equal to|one of the following|at (?:least|most) \d{1,9} characters?|a number conforming|a valid ISO|a `)|should not be (?:empty|null or undefined)|must not be (?:less|greater) than -?\d)/,
    /(?:^|: )Validation failed \(|\b\w{1,80} validation failed: [\w.]{1,80}: |(?:^|: )Validation (?:error|failed|errors)(?=\.?$)|(?:^|: )Validation errors?: (?=[\w.]{1,60}: )|(?:^|: )Path `[^`\n]{1,100}` |\bis not a valid enum value for path\b|\bValidation \w{2,30} on \w{1,60} failed\b/i,
    /\bAt path: [\w.]{1,80} -- |(?:^|: )Expected an? .{1,60}, but received: |\bInvalid (?:type|key|length|value|format): Expected .{1,60} (?:but )?received\b|\bmust be an? [\w ]{1,40} \(was [^)\n]{1,60}\)|\bInvalid value .{1,60} supplied to\b/,
    /(?:^|: )(?:Input validation failed|Invalid request body|Bad Request Exception|Unprocessable Entity(?: Exception)?|Invalid query parameters?|Invalid (?:request )?payload(?: input)?|Schema validation failed|Request validation failed|Invalid request payload JSON format|Output validation failed|Value is not a valid \w{1,20}|Missing required (?:field|parameter|param|property|argument|key)s?(?:: ?["'`]?[\w.[\]-]{1,80}["'`]?(?:, ?["'`]?[\w.[\]-]{1,80}["'`]?){0,20}| (?:in [\w.]{1,40}:? ?)?["'`][^\n]{1,100}| in \S{1,60})|(?:The )?(?:field|parameter|property) ['"`][^'"`\n]{1,60}['"`] is (?:required|invalid|missing))\.?$/i,
    /(?:^|: )Variable "\$|\bCannot query field "|\bUnknown (?:type|argument|directive|fragment|operation named) "|\bmust have a selection of subfields\b|\bmust not have a selection since type\b|\bField "[^"\n]{1,80}" (?:argument|is not defined by type|of required type)/,
    /(?:^|: )Syntax Error: |\bCannot return null for non-nullable field\b|\bMust provide (?:query string|an operation|document)\b|\bSchema must contain uniquely named types\b|\bCannot use GraphQL\w{0,20} "|\bQuery root type must be provided\b|\bcannot represent (?:a )?(?:non-|value|an? )|\bPersistedQuery(?:NotFound|NotSupported)\b/,
    /\bAbstract type "|\bExpected Iterable, but did not find one for field\b|\bMissing field '[^'\n]{1,60}' while writing result\b|\bdefined in resolvers, but not in schema\b|\bGraphQL\b.{0,30}\b(?:introspection is not allowed|[Ee]rror|request|operation|validation|schema)\b|\bpotential Cross-Site Request Forgery\b|\bexceeds maximum operation depth\b|\bResponse not successful: Received status code 4\d\d\b|\bFragment "[^"\n]{1,60}" (?:is never used|cannot)|\bStore error: the application attempted\b|\bStore reset while query was in flight\b|\bValue "[^"\n]{1,60}" does not exist in "/,
  ],
  matchTyped: [
    /^(?:Joi|Yup|Ajv|Valibot|V|Struct|Validator|GraphQL|Apollo)Error:(?! (?:Failed to fetch|Load failed|Network))|^BadRequestException:|^FastifyError: (?:body|querystring|params|headers)/,
  ],
  // GraphQL, then schemas of all kinds.
  cases: [
    {
      id: 'graphql-twice',
      when: ['Cannot use GraphQL', 'uniquely named'],
      text: 'Two copies of the graphql module are loaded (duplicate versions), so a schema made by one is not recognized by the other, or two types of the schema share a name.',
      suggestion:
        'Find the copies with `npm ls graphql`, make all packages use one version (deduplicate or override it), and do not bundle it twice.',
      examples: ['Cannot use GraphQLSchema "[object GraphQLSchema]" from another module or realm.'],
    },
    {
      id: 'graphql-variable',
      when: /Variable "\$/,
      text: 'A variable of the GraphQL query does not fit its declared type: it is required but missing (undefined), or its input value has another type, such as text where an integer is expected.',
      suggestion:
        'Check the variables you send with the query against their types, convert form input to numbers first, and do not run the query before the value is known.',
      examples: ['Variable "$id" of required type "ID!" was not provided.'],
    },
    {
      id: 'graphql-null',
      when: ['non-nullable'],
      text: 'A resolver of the GraphQL server returned null (or failed) for a field that the schema declares as non-nullable.',
      suggestion:
        'Look for an error or missing return in that resolver, handle data that does not exist, or make the field nullable.',
      examples: ['Cannot return null for non-nullable field User.email.'],
    },
    {
      id: 'graphql-incomplete',
      signs: { says: [/(?:^|: )Syntax Error: Expected [^\n]{1,60}, found <EOF>/] },
      when: ['found <EOF>'],
      text: 'The GraphQL query is incomplete: it ends (EOF) before a closing brace or a name that has to follow, because text is cut off or missing in it.',
      suggestion:
        'Count the braces, print the query as it is sent, and check template parts and fragments that may be empty.',
      examples: ['Syntax Error: Expected Name, found <EOF>.'],
    },
    {
      id: 'graphql-syntax',
      when: ['Syntax Error: ', 'Must provide', 'PersistedQuery'],
      text: 'The GraphQL server cannot read this query: it has a syntax error, is empty, or is known only by a hash the server does not have.',
      suggestion:
        'Check braces and names in the query near the place the message names, and send the query as JSON with a "query" field.',
      examples: ['Syntax Error: Expected Name, found "}".'],
    },
    {
      id: 'graphql-schema',
      when: /Cannot query|Unknown (?:type|argument|directive|fragment|operation)|selection|Field "|Fragment "|Abstract type|resolvers|Query root|represent|Iterable|does not exist in "/,
      text: 'The GraphQL query or its result does not fit the schema: a field, type or argument is unknown, subfields are missing, or a resolver returned a value of another type.',
      suggestion:
        'Compare the query with the schema of the server that answers (it may be an older version), and generate the client types again.',
      examples: ['Cannot query field "foo" on type "Query".'],
    },
    {
      id: 'graphql-request',
      when: /GraphQL|Response not successful|Store |Missing field|operation depth|Request Forgery|Apollo/,
      text: 'The GraphQL request was not successful. Status 400 means that the server could not use the query or its variables; other causes are the client cache or a rule of the server.',
      suggestion:
        'Read the errors in the response body, check the query and its variables against the schema, and send the content-type header application/json.',
      examples: ['Response not successful: Received status code 400'],
    },
    {
      id: 'schema-itself',
      otherSigns: [{ classes: ['AssertError'], libraries: ['joi', '@hapi/hoek', '@hapi', '@sideway/joi'] }],
      when: /(?:^|\W)schema is invalid|strict mode|unknown (?:keyword|format)|resolve reference|schema with (?:key|id)|no schema/,
      text: 'The validation schema itself is not valid: it has an unknown keyword or format, refers to another schema that is not loaded, or its id is used twice.',
      suggestion:
        'Correct the schema at the place named, add the missing formats or referenced schemas before you compile it, and compile it once.',
      examples: ['strict mode: unknown keyword: "foo"'],
    },
    {
      id: 'taken',
      signs: { says: [/(?:^|: |, )[A-Z][\w ]{1,60} has already been taken(?=$|,)/] },
      when: ['has already been taken'],
      text: 'The record is not valid, because a value that has to be unique has already been taken: another record has the same value.',
      suggestion:
        'Tell the user that the value is taken, find the existing record or update it instead, and keep a unique index in the database for requests at the same time.',
      examples: [
        {
          message: 'Validation failed: Email has already been taken',
          type: 'ActiveRecord::RecordInvalid',
          language: 'ruby',
        },
      ],
    },
    {
      id: 'bean-validation',
      signs: {
        classes: ['ConstraintViolationException'],
        libraries: ['jakarta.validation', 'javax.validation'],
      },
      text: 'A value does not fit the constraint annotation of its field or parameter (@NotNull, @Size, @Email and the like): a required one is missing, or it has not the required format, length or range.',
      suggestion:
        'Look at the property path and the message, correct what the caller sends or sets, and answer 400 with the name of the field.',
      examples: [
        {
          message: 'createUser.email: must be a well-formed email address',
          type: 'jakarta.validation.ConstraintViolationException',
          language: 'java',
        },
      ],
    },
    {
      id: 'required',
      when: /required|Required|can't be blank|must not be (?:null|blank|empty)|Missing data|param is missing|received undefined|received null|must not be null|should not be empty|cannot be empty|not allowed to be empty|null or undefined|missing/i,
      text: 'The input is not valid, because a required field is missing or empty: the schema expected a value and received none.',
      suggestion:
        'Check the named field in what the form or client sends (its spelling too), make it optional in the schema if it may be missing, and answer 400 with the name of the field.',
      examples: ['"email" is required', 'Invalid input: expected string, received undefined'],
    },
    {
      id: 'unknown-key',
      when: /Unrecognized|should not exist|additional|unspecified keys|is not allowed$/,
      text: 'The input has a key (field) the schema does not know, and unknown keys are not allowed here.',
      suggestion:
        'Check the spelling of the key, send only known fields, or let the schema strip or pass unknown ones.',
      examples: ["Unrecognized key(s) in object: 'foo'"],
    },
    {
      id: 'size',
      when: /character|[Tt]oo (?:small|big|short|long)|length|at (?:least|most)|shorter|longer|greater|less|larger|fewer|contain|>=|<=|[<>] ?\d|minimum|maximum/,
      text: 'A value of the input is not valid: it is too short or too long (characters or items), or too small or too large a number for the limits of the schema.',
      suggestion:
        'Tell the user the limits (required minimum and maximum) next to the field, check them in the form too, and answer 400.',
      examples: ['String must contain at least 8 character(s)'],
    },
    {
      id: 'format',
      when: /email|url\b|uuid|date|format|pattern|match|phone|ulid|cuid|emoji|\bip\b/i,
      text: 'A value of the input does not have the format the schema requires, for example a valid email address, URL, UUID or date.',
      suggestion:
        'Check the value that arrived (spaces, empty text), show the user the expected format, and answer 400 with the name of the field.',
      examples: ['Invalid email', 'email must be an email'],
    },
    {
      id: 'enum',
      when: /enum|one of|allowed values|literal|discriminator|option/i,
      text: 'A value of the input is not one of the allowed ones: the schema accepts only the values of a fixed list (enum).',
      suggestion: 'Check the spelling and case of the value, and keep the list in client and server the same.',
      examples: ["Invalid enum value. Expected 'a' | 'b', received 'c'"],
    },
    {
      id: 'type',
      when: /received|must be|expected|type|string|number|integer|boolean/i,
      text: 'A value of the input has the wrong type: the schema expected, for example, a number and received a string, as query strings and forms send all values as text.',
      suggestion:
        'Correct what the client sends, or let the schema convert it (z.coerce.number() and the like) where text is normal; check that required values arrive at all.',
      examples: ['Expected number, received string', '"age" must be a number'],
    },
    {
      id: 'mass-assignment',
      signs: {
        classes: [
          'MassAssignmentException',
          'ForbiddenAttributesError',
          'UnpermittedParameters',
          'UnknownAttributeError',
        ],
      },
      text: 'Attributes of the request were assigned to a model that does not take them: they are not permitted (strong parameters), not in $fillable (mass assignment), or the model has no such attribute (column).',
      suggestion:
        'Permit the fields that may come from outside (params.require(…).permit(…), $fillable), check the spelling, and run the migration if the column is new.',
      examples: [
        {
          type: 'Illuminate\\Database\\Eloquent\\MassAssignmentException',
          message: 'Add [name] to fillable property to allow mass assignment on [App\\Models\\User].',
          language: 'php',
        },
        { type: 'ActiveModel::UnknownAttributeError', message: "unknown attribute 'nam' for User.", language: 'ruby' },
      ],
    },
    {
      id: 'model-definition',
      signs: {
        classes: 'PydanticUserError, PydanticSchemaGenerationError, PydanticUndefinedAnnotation, FastAPIError'.split(
          ', ',
        ),
      },
      text: 'A model, field or response type is defined in a way that the validation library (Pydantic) cannot use: a type that it does not know, an annotation that is missing or not defined yet, or a database model where a schema is needed.',
      suggestion:
        'Give the field a type that Pydantic knows (or arbitrary_types_allowed), use a schema instead of a database model as response_model (or response_model=None), and call model_rebuild() after forward references.',
      examples: [
        {
          type: 'fastapi.exceptions.FastAPIError',
          message: 'Invalid args for response field! Hint: check that <class Order> is a valid Pydantic field type.',
          language: 'python',
        },
      ],
    },
    {
      id: 'response-model',
      signs: { classes: ['ResponseValidationError'] },
      text: 'The response of this handler does not fit its response model: a field is missing in the value that it returns, or has another type, so the answer is not valid.',
      suggestion:
        'Return what the response_model declares, or correct the model; the location in the message names the field.',
      examples: [
        {
          type: 'fastapi.exceptions.ResponseValidationError',
          message: "1 validation errors:\n  {'type': 'int_parsing', 'loc': ('response', 'id')}",
          language: 'python',
        },
      ],
    },
  ],
};
