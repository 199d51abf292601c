// Names of fields, keys, arguments, settings: the one that was missing, unknown, or of another type.

import type { Wording } from '../wording.js';

export const FIELDS: readonly Wording[] = [
  {
    has: 'nvironment variable',
    match: /\b[Ee]nvironment variable (?:not found|not set|is not set|missing): (?<name>[A-Z][A-Z0-9_]{1,80})\b/,
    says: 'the environment variable {name} is not set',
    example: [
      'PrismaClientInitializationError: error: Environment variable not found: DATABASE_URL.',
      'The environment variable `DATABASE_URL` is not set.',
    ],
  },
  {
    has: ' environment variable',
    match: /\b(?<name>[A-Z][A-Z0-9_]{1,80}) environment variable is (?:missing|not set|required|undefined|empty)/,
    says: 'the environment variable {name} is missing or empty',
    example: [
      'OpenAIError: The OPENAI_API_KEY environment variable is missing or empty; either provide it',
      'The environment variable `OPENAI_API_KEY` is missing or empty.',
    ],
  },
  {
    has: 'equired environment variable',
    match: /[Rr]equired environment variables?:? [`'"]?(?<name>[A-Z][A-Z0-9_]{1,80})\b/,
    says: 'the environment variable {name} is missing',
    example: [
      'Error: Missing required environment variable: STRIPE_KEY',
      'The environment variable `STRIPE_KEY` is missing.',
    ],
  },
  {
    has: 'argument must be ',
    match:
      /The "(?<name>[^"\n]{1,100})" (?:argument|property) must be (?:of type|an instance of) (?<wanted>[^\n]{1,120}?)\. Received (?<received>undefined|null|an instance of \w{1,60}|type \w{1,20}|function|false|true)/,
    says: '{name} was {received}, and must be {wanted}',
    example: [
      'TypeError: The "path" argument must be of type string. Received undefined',
      '`path` was `undefined`, and must be `string`.',
    ],
  },
  {
    has: 'nvalid input: expected ',
    match: /[Ii]nvalid input: expected (?<wanted>\w{1,40}), received (?<received>\w{1,40})/,
    says: 'the value was {received}, and must be {wanted}',
    example: [
      'ZodError: Invalid input: expected string, received undefined',
      'The value was `undefined`, and must be `string`.',
    ],
  },
  {
    has: 'cannot unmarshal',
    match:
      /json: cannot unmarshal (?<received>\w{1,20}) (?:[\d.]{1,30} )?into Go struct field (?<field>[\w.]{1,120}) of type (?<wanted>[\w.[\]*]{1,60})/,
    says: 'the JSON has a {received} for {field}, which is {wanted}',
    example: [
      '*json.UnmarshalTypeError: json: cannot unmarshal string into Go struct field Order.qty of type int',
      'The JSON has a `string` for `Order.qty`, which is `int`.',
    ],
  },
  {
    has: 'json: unknown field',
    match: /json: unknown field "(?<field>[^"\n]{1,100})"/,
    says: 'the struct has no field {field}',
    example: ['error: json: unknown field "qty"', 'The struct has no field `qty`.'],
  },
  {
    has: 'Unrecognized field',
    match: /Unrecognized field "(?<field>[^"\n]{1,100})" \(class (?<name>[\w.$]{1,160})\)/,
    says: 'the class {name} has no field {field}',
    example: [
      'UnrecognizedPropertyException: Unrecognized field "qty" (class shop.Order), not marked as ignorable',
      'The class `shop.Order` has no field `qty`.',
    ],
  },
  {
    has: 'Unknown argument',
    match: /Unknown argument `(?<field>\w{1,100})`/,
    says: 'Prisma knows no argument {field} there',
    example: [
      'PrismaClientValidationError: Unknown argument `unknownField`. Did you mean `publicKey`?',
      'Prisma knows no argument `unknownField` there.',
    ],
  },
  {
    has: 'Cannot query field',
    match: /Cannot query field "(?<field>\w{1,100})" on type "(?<name>\w{1,100})"/,
    says: 'the GraphQL type {name} has no field {field}',
    example: [
      'GraphQLError: Cannot query field "vat" on type "Order".',
      'The GraphQL type `Order` has no field `vat`.',
    ],
  },
  {
    has: '" got invalid value ',
    match: /Variable "(?<variable>\$\w{1,100})" got invalid value [^\n]{1,200}? at "(?<path>[\w.[\]]{1,120})"/,
    says: 'the value at {path} of the variable {variable} does not fit',
    example: [
      'GraphQLError: Variable "$input" got invalid value "abc" at "input.age"; Int cannot represent non-integer value: "abc"',
      'The value at `input.age` of the variable `$input` does not fit.',
    ],
  },
  {
    has: ' type, but the final value was: ',
    match:
      /\b(?<field>[\w.[\]]{1,120}) must be a `(?<wanted>\w{1,40})` type, but the final value was: `(?<received>NaN|null|undefined)`/,
    says: '{field} was {received}, and must be {wanted}',
    example: [
      'ValidationError: n must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
      '`n` was `NaN`, and must be `number`.',
    ],
  },
  {
    has: 'KeyError: ',
    match: /\bKeyError: '(?<key>[^'\n]{1,100})'$/,
    says: 'the key that is not there is {key}',
    example: ["KeyError: 'total'", 'The key that is not there is `total`.'],
  },
  {
    has: 'key not found: ',
    match: /\bKeyError: key not found: :?"?(?<key>\w{1,100})/,
    says: 'the key that is not there is {key}',
    example: ['KeyError: key not found: :total', 'The key that is not there is `total`.'],
  },
  {
    has: 'Undefined array key',
    match: /Undefined array key "(?<key>[^"\n]{1,100})"/,
    says: 'the key that is not there is {key}',
    example: ['ErrorException: Undefined array key "total"', 'The key that is not there is `total`.'],
  },
  {
    has: ' was not present in the dictionary',
    match: /The given key '(?<key>[^'\n]{1,100})' was not present in the dictionary/,
    says: 'the key that is not there is {key}',
    example: [
      "System.Collections.Generic.KeyNotFoundException: The given key 'total' was not present in the dictionary.",
      'The key that is not there is `total`.',
    ],
  },
  {
    has: 'Call to undefined method',
    match: /Call to undefined method (?<name>[\w\\]{1,160})::(?<method>\w{1,100})\(\)/,
    says: 'the class {name} has no method {method}',
    example: [
      'Error: Call to undefined method Shop\\Invoice::total()',
      'The class `Shop\\Invoice` has no method `total`.',
    ],
  },
  {
    has: ' object has no attribute ',
    match: /'(?!NoneType')(?<name>[\w.]{1,100})' object has no attribute '(?<attribute>\w{1,100})'/,
    says: 'the class {name} has no attribute {attribute}',
    example: ["AttributeError: 'Order' object has no attribute 'totl'", 'The class `Order` has no attribute `totl`.'],
  },
  {
    has: ' for an instance of ',
    match: /undefined method [`'](?<method>[^'`\n]{1,100})' for an instance of (?<name>[\w:]{1,100})/,
    says: 'the class {name} has no method {method}',
    example: [
      "NoMethodError: undefined method 'totl' for an instance of Order",
      'The class `Order` has no method `totl`.',
    ],
  },
];
