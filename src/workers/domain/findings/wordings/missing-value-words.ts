// What each engine says where a value was used that was not there, or that was something else.

export interface MissingValue {
  /** Text without which `match` cannot match. */
  readonly has: string;
  /**
   * Tried on `Type: message`; linear. `member` is what was used of the value, `expression` what was used where the engine
   * says it, `access` an expression with its member.
   */
  readonly match: RegExp;
  /** What stands between an expression and its member, where the source line may say the expression. */
  readonly access?: '.' | '->';
  /** Said where the expression is known; the place follows. `{owner}` is the expression. */
  readonly says?: string;
  /** Said where it is not, but the place is. */
  readonly saysWithout?: string;
  readonly example: string;
}

/** One name, or a chain of them with calls and indexes. */
const EXPRESSION = String.raw`(?<expression>[\w$][\w$.[\]()"'?]{0,99})`;

export const MISSING_VALUES: readonly MissingValue[] = [
  // --- V8
  {
    has: 'Cannot read properties of ',
    match: /Cannot read properties of (?<value>undefined|null) \(reading '(?<member>[\w$]{1,100})'\)/,
    access: '.',
    says: '{owner} was {value} when {member} was read',
    saysWithout: '{member} was read from {value}',
    example: "TypeError: Cannot read properties of undefined (reading 'total')",
  },
  {
    has: 'Cannot set properties of ',
    match: /Cannot set properties of (?<value>undefined|null) \(setting '(?<member>[\w$]{1,100})'\)/,
    access: '.',
    says: '{owner} was {value} when {member} was set',
    saysWithout: '{member} was set on {value}',
    example: "TypeError: Cannot set properties of null (setting 'total')",
  },
  {
    has: 'Cannot read property ',
    match: /Cannot read property '(?<member>[\w$]{1,100})' of (?<value>undefined|null)/,
    access: '.',
    says: '{owner} was {value} when {member} was read',
    saysWithout: '{member} was read from {value}',
    example: "TypeError: Cannot read property 'total' of undefined",
  },
  {
    has: 'Cannot destructure property ',
    match:
      /Cannot destructure property '(?<member>[\w$]{1,100})' of '(?<expression>[^'\n]{1,100})' as it is (?<value>undefined|null)/,
    says: '{owner} was {value} when {member} was taken out of it',
    example: "TypeError: Cannot destructure property 'total' of 'cart.items' as it is undefined.",
  },
  // --- SpiderMonkey
  {
    has: "can't access property ",
    match: new RegExp(
      String.raw`can't access property "(?<member>[\w$]{1,100})", ${EXPRESSION} is (?<value>undefined|null)`,
    ),
    says: '{owner} was {value} when {member} was used',
    access: '.',
    example: 'TypeError: can\'t access property "total", cart.items is undefined',
  },
  {
    has: 'TypeError: ',
    match: new RegExp(String.raw`\bTypeError: ${EXPRESSION} is (?<value>undefined|null)$`),
    says: '{owner} was {value}',
    example: 'TypeError: cart.items is undefined',
  },
  // --- JavaScriptCore
  {
    has: ' is not an object (evaluating ',
    match: /(?<value>undefined|null) is not an object \(evaluating '(?<access>[^'\n]{1,160})'\)/,
    says: '{owner} was {value} when {member} was used',
    access: '.',
    example: "TypeError: undefined is not an object (evaluating 'cart.items.total')",
  },
  // --- all three
  {
    has: ' is not a function',
    match: new RegExp(
      String.raw`\bTypeError: (?!undefined |null )${EXPRESSION} is not a function(?:\. \(In '[^'\n]{1,160}', '[^'\n]{1,160}' is (?<value>undefined|null)\))?`,
    ),
    says: '{owner} was called, and is not a function',
    example: 'TypeError: cart.total is not a function',
  },
  {
    has: ' is not iterable',
    match: new RegExp(String.raw`\bTypeError: (?!undefined |null )${EXPRESSION} is not iterable`),
    says: '{owner} was gone through like a list, and is not iterable',
    example: 'TypeError: cart.items is not iterable',
  },
  {
    has: ' is not a constructor',
    match: new RegExp(String.raw`\bTypeError: (?!undefined |null )${EXPRESSION} is not a constructor`),
    says: '{owner} was used with `new`, and is not a constructor',
    example: 'TypeError: Cart is not a constructor',
  },
  {
    has: ' is not defined',
    match: /\bReferenceError: (?<expression>[\w$]{1,100}) is not defined/,
    says: '{owner} was used, and nothing of that name is defined',
    example: 'ReferenceError: total is not defined',
  },
  {
    has: "Can't find variable: ",
    match: /\bCan't find variable: (?<expression>[\w$]{1,100})/,
    says: '{owner} was used, and nothing of that name is defined',
    example: "ReferenceError: Can't find variable: total",
  },
  // --- CPython
  {
    has: "'NoneType' object has no attribute",
    match: /'(?<value>None)Type' object has no attribute '(?<member>\w{1,100})'/,
    access: '.',
    says: '{owner} was {value} when {member} was used',
    saysWithout: '{member} was used on {value}',
    example: "AttributeError: 'NoneType' object has no attribute 'total'",
  },
  {
    has: "'NoneType' object is not ",
    match: /'(?<value>None)Type' object is not (?:subscriptable|iterable|callable)/,
    saysWithout: '{value} was used like a list, a dictionary or a function',
    example: "TypeError: 'NoneType' object is not subscriptable",
  },
  {
    has: "' is not defined",
    match: /\bname '(?<expression>\w{1,100})' is not defined/,
    says: '{owner} was used, and nothing of that name is defined',
    example: "NameError: name 'total' is not defined",
  },
  // --- JVM
  {
    has: '" because ',
    match:
      /Cannot invoke "(?<member>[^"\n]{1,160})" because (?:the return value of )?"(?!<local)(?<expression>[^"\n]{1,160})" is (?<value>null)/,
    says: '{owner} was {value} when {member} was called on it',
    example:
      'java.lang.NullPointerException: Cannot invoke "Customer.getName()" because the return value of "Order.customer()" is null',
  },
  {
    has: '" because ',
    match:
      /Cannot (?:read|assign) field "(?<member>[^"\n]{1,160})" because (?:the return value of )?"(?!<local)(?<expression>[^"\n]{1,160})" is (?<value>null)/,
    says: '{owner} was {value} when its field {member} was used',
    example: 'java.lang.NullPointerException: Cannot read field "total" because "this.cart" is null',
  },
  {
    has: '" because "<local',
    match: /Cannot invoke "(?<member>[^"\n]{1,160})" because "<local\d{1,4}>" is (?<value>null)/,
    saysWithout: 'a local variable was {value} when {member} was called on it',
    example: 'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
  },
  // --- Go
  {
    has: 'nil pointer dereference',
    match: /invalid memory address or (?<value>nil) pointer dereference/,
    saysWithout: 'a pointer was {value} when it was used',
    example: 'panic: runtime error: invalid memory address or nil pointer dereference',
  },
  {
    has: 'assignment to entry in nil map',
    match: /assignment to entry in (?<value>nil) map/,
    saysWithout: 'a map was {value} when an entry was set in it',
    example: 'panic: assignment to entry in nil map',
  },
  // --- Ruby
  {
    has: ' for nil',
    match: /undefined method [`'](?<member>\w{1,100}[?!=]?)' for (?<value>nil)(?::NilClass)?/,
    access: '.',
    says: '{owner} was {value} when {member} was called on it',
    saysWithout: '{member} was called on {value}',
    example: "NoMethodError: undefined method 'total' for nil",
  },
  {
    has: 'undefined local variable or method',
    match: /undefined local variable or method [`'](?<expression>\w{1,100})' for/,
    says: '{owner} was used, and nothing of that name is defined',
    example: "NameError: undefined local variable or method 'total' for an instance of Cart",
  },
  // --- PHP
  {
    has: 'Attempt to read property',
    match: /Attempt to read property "(?<member>\w{1,100})" on (?<value>null)/,
    access: '->',
    says: '{owner} was {value} when {member} was read',
    saysWithout: '{member} was read from {value}',
    example: 'ErrorException: Attempt to read property "total" on null',
  },
  {
    has: 'Call to a member function',
    match: /Call to a member function (?<member>\w{1,100})\(\) on (?<value>null)/,
    access: '->',
    says: '{owner} was {value} when {member} was called on it',
    saysWithout: '{member} was called on {value}',
    example: 'Error: Call to a member function total() on null',
  },
  {
    has: 'Undefined variable',
    match: /Undefined variable:? (?<expression>\$\w{1,100})/,
    says: '{owner} was used, and has no value',
    example: 'ErrorException: Undefined variable $total',
  },
  // --- .NET
  {
    has: 'Object reference not set',
    match: /Object reference not set to an instance of an object/,
    saysWithout: 'a reference to an object was null when it was used',
    example: 'System.NullReferenceException: Object reference not set to an instance of an object.',
  },
  // --- Rust
  {
    has: '` on a `None` value',
    match: /called `Option::(?<member>unwrap|expect)\(\)` on a `(?<value>None)` value/,
    access: '.',
    says: '{owner} was {value} when {member} was called on it',
    saysWithout: '{member} was called on {value}',
    example: 'panic: called `Option::unwrap()` on a `None` value',
  },
  {
    has: '` on an `Err` value',
    match: /called `Result::(?<member>unwrap|expect)\(\)` on an `(?<value>Err)` value/,
    access: '.',
    says: '{owner} was {value} when {member} was called on it',
    saysWithout: '{member} was called on {value}',
    example: 'panic: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }',
  },
];
