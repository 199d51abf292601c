import type { Pattern } from '../pattern.js';

export const TYPE_MISUSE: Pattern = {
  id: 'type-misuse',
  title: 'Value used in a way its type does not allow',
  signs: {},
  text: 'A value was used in a way its type does not allow: an object, function or primitive stands where a value of another type is needed.',
  suggestion: 'Check the type of the value just before the line in the stack, and convert it explicitly.',
  examples: [
    "Class constructor BaseModel cannot be invoked without 'new'",
    "Failed to execute 'fetch' on 'Window': Illegal invocation",
    'Promise resolver undefined is not a function',
    'Cannot mix BigInt and other types, use explicit conversions',
  ],
  counterexamples: [
    'Protocol of the meeting not implemented for nil fee',
    'Cast not found: actor for Hamlet is ill',
    'Constructor requires new helmet before the site visit',
  ],
  match: [
    /(?:^|: )Class constructor \S+ cannot be invoked without 'new'|(?:^|: )(?:Constructor \S+ requires 'new'|\w+ constructor cannot be invoked without 'new'|class constructors must be invoked with 'new')|^(?:calling a builtin \w+ constructor without new is forbidden|Cannot call a class constructor)/,
    /(?:^|: )(?:Cannot|can't) convert .{1,80} to (?:primitive value|primitive type|a? ?number|a? ?string|a? ?BigInt)\b|\bPlease use the 'new' operator, this DOM object constructor|(?:^|: )Illegal (?:invocation|constructor)(?:$|\n|\.)|^Can only call .{1,60} on instances of |\bcalled on an object that does not implement interface /,
    /(?:^|: )[Rr]educe(?:Right)? of empty array with no initial value|(?:^|: )(?:Must call super constructor in derived class|Super constructor (?:may only be called once|\S+ of anonymous)|'?super\(\)'? (?:must be called|called twice|hasn't been called))|(?:^|: )Class extends value .{1,200} is not a constructor or null/,
    /^(?:class heritage .{1,100} is not|The (?:superclass|value of the superclass's prototype property) is not)|(?:^|: )Promise (?:resolver .{1,100} is not a function|constructor takes a function argument)|(?:^|: )(?:Cannot|can't|cannot) use '?in'? operator to search for |^Invalid property descriptor\. Cannot both specify/,
    /(?:^|: )(?:Right-hand side of (?:'?instanceof'?|'?in'?)|invalid 'in(?:stanceof)?' operand|Function has non-object prototype)|(?:^|: )(?:Method )?(?:get |set )?\S{1,100} called on incompatible (?:receiver )?\S|(?:^|: )Cannot mix BigInt and other types|^Invalid mix of BigInt and other type/,
    /(?:^|: )(?:Receiver must be|Object must be an instance of class|Private (?:field|method) '#\w+' must be|Cannot (?:read|write to) private (?:member|field))|^The number \S+ cannot be converted to a BigInt|^Cannot convert \S+ to a BigInt|(?:^|: )(?:Invalid value used (?:as weak map key|in weak set)|WeakMap key must be)/,
    /(?:^|: )(?:Object prototype may only be an Object or null|Property description must be an object|(?:Getter|Setter) must be a function: )|(?:^|: )(?:Object\.\w+|CreateListFromArrayLike|Reflect\.\w+) called on (?:a )?non-object|(?:^|: )(?:Bind must be called on a function|this is not a (?:Date|typed array) ?\w*\.)|(?:^|: )(?:Array|String|Function|Map|Set|Promise|Object|Date|RegExp|Number)\.prototype\.\w+ (?:was )?(?:called on|requires that)|^First argument to String\.prototype\.\w+ must not be a regular expression|called with a non-global RegExp argument$/,
    /(?:^|: )(?:Cannot create property '[^']+' on (?:string|number|boolean|bigint)|can't assign to property "[^"]+" on )|^Derived constructors may only return object|^The comparison function must be either a function or undefined|^(?:Iterator result \S+ is not an object|\S{1,100} is not an Object\. \(evaluating '\S{1,40} in)/,
    /^Cannot perform \S+ on a detached ArrayBuffer|^(?:Generator is already running|already executing generator)$|^(?:Cannot create proxy with a non-object|WeakRef: invalid target|Cyclic __proto__ value|Invalid unregisterToken)|^\[object \w{1,40}\] is not a shared typed array/,
  ],
  cases: [
    {
      id: 'cast',
      signs: {
        classes: ['ClassCastException', 'InvalidCastException', 'ArrayStoreException', 'TypeCastException'],
        says: [
          /^interface conversion: .{1,200}(?: is .{1,100}, not |: missing method )/s,
          /^type '[^'\n]{1,100}' is not a subtype of type '|^Could not cast value of type '|^Unable to cast object of type '/,
        ],
      },
      otherSigns: [
        { classes: ['bad_cast', 'bad_any_cast', 'bad_variant_access'] },
        { classes: ['ConverterNotFoundException'] },
      ],
      text: 'A cast (type conversion) failed: the object is of another type than the one it is cast to, for example a string where a number is expected, or a class of another package or class loader with the same name.',
      suggestion:
        'Log the real type of the value, test it before the cast (instanceof, as, is, or the two-value type assertion v, ok := x.(T) in Go), and convert numbers and text explicitly.',
      examples: [
        {
          type: 'java.lang.ClassCastException',
          message: 'class java.lang.String cannot be cast to class java.lang.Integer',
          language: 'java',
        },
        {
          type: 'System.InvalidCastException',
          message: "Unable to cast object of type 'System.String' to type 'System.Int32'.",
          language: 'dotnet',
        },
        { type: 'panic', message: 'interface conversion: interface {} is string, not int', language: 'go' },
        { type: '_TypeError', message: "type 'String' is not a subtype of type 'int'", language: 'dart' },
      ],
    },
    {
      id: 'operands',
      signs: {
        classes: ['ArithmeticError'],
        languages: ['elixir'],
      },
      text: 'An arithmetic operation got a value that is not a number (nil or a string), or divides by zero.',
      suggestion:
        'Convert strings with String.to_integer or Decimal, give nil a default before the calculation, and check the divisor.',
      examples: [{ type: 'ArithmeticError', message: 'bad argument in arithmetic expression', language: 'elixir' }],
    },
    {
      id: 'bytes-and-text',
      signs: { says: ["^a bytes-like object is required, not 'str'$"] },
      otherSigns: [
        {
          says: [
            '^Strings must be encoded before hashing',
            '^Unicode-objects must be encoded before hashing',
            '^write() argument must be str, not bytes',
            "^string argument expected, got 'bytes'",
          ],
        },
      ],
      text: 'Bytes were expected and text (str) was given: the file was opened in binary mode, or the data comes from a socket or subprocess, while the code uses strings.',
      suggestion:
        'Encode the text (.encode("utf-8")) or decode the bytes (.decode()), or open the file in text mode, so that both sides are of one type.',
      examples: [{ type: 'TypeError', message: "a bytes-like object is required, not 'str'", language: 'python' }],
    },
    {
      id: 'mixed-types',
      signs: {
        says: [
          /^unsupported operand type\(s\) for (?!.{0,60}'NoneType)|^can only concatenate \w{1,20} \(not |^must be str, not |^can't concat \w{1,20} to |^bad operand type for |^(?:sequence item \d{1,9}: )?expected (?:str|string|bytes|a bytes-like object)\b.{0,60}(?:, (?:not )?\w{1,40}(?: found)?)$|^'[<>=]{1,2}' not supported between instances of '(?!NoneType)\w{1,80}' and '(?!NoneType)|^(?!nil )\S{1,60} can't be coerced into |^no implicit conversion of (?!nil)\w{1,60} into /,
          /^'\w{1,60}' object cannot be interpreted as an integer$|^(?:list|tuple|string|byte) indices must be integers\b|^%\w format: /,
        ],
      },
      otherSigns: [
        { says: ["^can't compare datetime.", '^slice indices must be integers'] },
        { saysAmongErrors: ['^bad value for range$'] },
        { says: [/^comparison of \S{1,60} with .{1,60} failed$|^Unsupported operand types: /] },
      ],
      text: 'Values of types that do not go together are combined, compared or used as an index, such as a number and a string: the language does not convert one into the other by itself.',
      suggestion:
        'Convert explicitly (int(x), str(x), to_i, to_s, (int) $x) as soon as the value comes in from a form, file or API, and check which of the two has the type you did not expect.',
      examples: [
        { type: 'TypeError', message: "unsupported operand type(s) for +: 'int' and 'str'", language: 'python' },
        { type: 'TypeError', message: 'can only concatenate str (not "int") to str', language: 'python' },
        {
          type: 'TypeError',
          message: "'<' not supported between instances of 'str' and 'int'",
          language: 'python',
        },
        { type: 'TypeError', message: "String can't be coerced into Integer", language: 'ruby' },
        { type: 'TypeError', message: 'list indices must be integers or slices, not str', language: 'python' },
      ],
    },
    {
      id: 'declared-type',
      signs: {
        says: [
          /^wrong argument type \S{1,80} \(expected |^Object of class \S{1,120} could not be converted to |^Array to string conversion$|^Cannot use object of type \S{1,120} as array$|^Cannot access offset of type |\(\): (?:Argument #\d{1,3} (?:\(\$\w{1,60}\) )?must be of type|Return value must be of type|Argument \d{1,3} passed to) |^Argument \d{1,3} passed to \S{1,200} must be (?:of|an instance)|^Cannot assign \S{1,80} to property \S{1,160} of type /,
        ],
      },
      otherSigns: [
        {
          says: [': cannot use '],
          where: [
            ' value in variable declaration',
            ' value in argument',
            ' value in assignment',
            ' value in return',
            ' value in struct literal',
          ],
        },
        {
          says: [
            /^[\w.+\/-]{1,200}:\d{1,7}(?::\d{1,7})?: error: (?:no match for ['‘]operator|cannot convert|could not convert|invalid conversion|no matching function|incompatible (?:types?|pointer)|conversion from)/,
          ],
        },
        { codes: ['E0308', 'E0277'] },
        { says: [/^\S{1,200}\.(?:kts?|scala|java):\d{1,7}: error: (?:type mismatch|bad operand)/] },
      ],
      text: 'A value does not have the type that the function or property declares: null or another type was passed as argument or returned, or an object or array is used like a string.',
      suggestion:
        'Look at the caller the message names, convert or check the value there, and allow null in the declaration (?Type) only where it may really be missing.',
      examples: [
        { type: 'Error', message: 'A.java:1: error: incompatible types: String cannot be converted to int' },
        {
          type: 'TypeError',
          message:
            'Cart::add(): Argument #1 ($item) must be of type Item, null given, called in /srv/app/index.php on line 9',
          language: 'php',
        },
        { type: 'ErrorException', message: 'Array to string conversion', language: 'php' },
      ],
    },
    {
      id: 'type-not-taken',
      signs: { classes: ['TypeError'], languages: ['python', 'ruby'], isLast: true },
      text: 'A value is of a type that this function or operator does not take. The message names what it expected or what it got; often the value is missing, still text, or one thing where a list is expected.',
      suggestion:
        'Log the value and its type just before the line, find out where it comes from, and convert it first (int(), str(), list() and the like).',
      examples: [
        { type: 'TypeError', message: "object of type 'int' has no len()", language: 'python' },
        { type: 'TypeError', message: "can't multiply sequence by non-int of type 'str'", language: 'python' },
      ],
    },
    {
      id: 'unhashable',
      signs: {
        says: [
          /^runtime error: hash of unhashable type |^unhashable type: '\w{1,60}'|^cannot use '\w{1,60}' as a (?:dict key|set element)/,
        ],
      },
      text: 'A list, dict or set is used as a key of a dict or as an element of a set. Keys must be hashable (immutable), and these types can change.',
      suggestion: 'Use a tuple or frozenset as the key, or a field of the object such as its id.',
      examples: [{ type: 'TypeError', message: "unhashable type: 'list'", language: 'python' }],
    },
    {
      id: 'unknown-enum-value',
      signs: {
        says: [
          /^unknown variant `[^`]{1,80}`, expected |^No enum constant [\w.$]{1,200}$|^ValueError: '?[^'\n]{1,80}'? is not a valid [A-Z]\w{0,60}$|^Requested value '[^'\n]{1,100}' was not found\.$|^"?[^"\n]{1,80}"? is not a valid backing value for enum /,
        ],
      },
      otherSigns: [{ saysAmongErrors: [/^'[^'\n]{1,80}' is not a valid \w+$/], languages: ['ruby', 'python'] }],
      text: 'The value is not one of the constants of this enum: it is misspelled, written in other upper and lower case, new on one side only, or the name of a constant was taken for its value.',
      suggestion:
        'Compare the value with the list of the enum, convert upper and lower case before the lookup, and decide what happens with values that this version does not know.',
      examples: [
        { type: 'java.lang.IllegalArgumentException', message: 'No enum constant Status.paid', language: 'java' },
        { type: 'ValueError', message: "'paid' is not a valid Status", language: 'python' },
      ],
    },
    {
      id: 'not-awaited',
      signs: {
        says: [
          /^'(?:coroutine|async_generator|Task|Future)' object (?:is not|has no|does not)\b|^cannot unpack non-iterable coroutine object|^coroutine '[^'\n]{1,120}' was never awaited|^object \w{1,60} can't be used in 'await' expression/,
        ],
      },
      otherSigns: [{ says: ['^a coroutine was expected, got '] }],
      text: 'An async function was called without being awaited, so the code holds a coroutine instead of its result (or it awaits something that is not awaitable).',
      suggestion:
        'Make sure that the call is awaited, inside an async function; use `async for` for async generators, and do not mix functions of sync and async libraries.',
      examples: [
        { type: 'TypeError', message: "'coroutine' object is not iterable", language: 'python' },
        { type: 'RuntimeWarning', message: "coroutine 'load' was never awaited", language: 'python' },
      ],
    },
    {
      id: 'abstract-class',
      signs: {
        classes: ['InstantiationException', 'InstantiationError'],
        says: [
          /^Can't instantiate abstract class \w|^Cannot instantiate (?:abstract class|interface|trait|enum) |^Class \S{1,200} contains \d{1,3} abstract methods? and must /,
        ],
      },
      text: 'The code makes an object of an abstract class or interface, or of a class that does not implement all abstract methods of its parent.',
      suggestion:
        'Implement the methods that the message names (check their spelling), or create an object of a concrete class that does.',
      examples: [
        {
          type: 'TypeError',
          message: "Can't instantiate abstract class Shop with abstract method total",
          language: 'python',
        },
        { message: 'Cannot instantiate abstract class App\\Shop', language: 'php' },
      ],
    },
    {
      id: 'no-clause',
      signs: {
        classes: ['FunctionClauseError', 'CaseClauseError', 'MatchError', 'WithClauseError', 'NoMatchingPatternError'],
      },
      otherSigns: [
        {
          says: [
            /\bNon-exhaustive (?:patterns in|guards in) \S|^\{\{?(?:badmatch|function_clause|case_clause|badmap|try_clause)\b/,
          ],
        },
      ],
      text: 'No clause or pattern matches the value: it has another shape than the code expects, such as {:error, reason} instead of {:ok, value}, nil, or a map without a key.',
      suggestion:
        'Look at the value in the message, add a clause for it (or a catch-all that reports it), and handle the error tuple of the call that returned it.',
      examples: [
        {
          type: 'FunctionClauseError',
          message: 'no function clause matching in Shop.total/1',
          language: 'elixir',
        },
        { type: 'MatchError', message: 'no match of right hand side value: {:error, :enoent}', language: 'elixir' },
      ],
    },
    {
      id: 'borrowed',
      signs: { says: [/^(?:RefCell )?already (?:mutably )?borrowed\b(?:: Borrow(?:Mut)?Error)?|^RefCell already/] },
      text: 'A RefCell is borrowed mutably while another borrow of it is still alive. Rust checks the rule of one mutable borrow at run time here, and panics.',
      suggestion:
        'Keep borrows short: end them (drop, or a block of their own) before you call code that borrows again, or use try_borrow_mut.',
      examples: [{ type: 'panic', message: 'RefCell already borrowed', language: 'rust' }],
    },
    {
      id: 'class-without-new',
      otherSigns: [{ codes: ['ERR_CONSTRUCT_CALL_REQUIRED'] }],
      when: /without 'new'|requires 'new'|without new|with 'new'|'new' operator|Cannot call a class/,
      text: 'A class was called like a function. A class constructor must be called with `new`.',
      suggestion:
        'Write new ClassName(...), and check code compiled for old engines (ES5) that extends a modern class.',
      examples: ["Class constructor BaseModel cannot be invoked without 'new'"],
    },
    {
      id: 'super-call',
      when: /super/i,
      text: 'The constructor of a derived class (one that extends another) uses `this` or ends before it has called super(), calls it twice, or the parent is not a class.',
      suggestion:
        'Call super(...) once, as the first statement of the constructor, and check that the parent class is imported and no import cycle leaves it undefined.',
      examples: [
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
      ],
    },
    {
      id: 'class-heritage',
      when: ['Class extends', 'heritage'],
      text: 'The class extends something that is no class or constructor, mostly undefined: the import of the parent class is wrong, or an import cycle has not defined it yet.',
      suggestion: 'Check default and named imports of the parent class, and break the import cycle.',
      examples: ['Class extends value undefined is not a constructor or null'],
    },
    {
      id: 'illegal-invocation',
      otherSigns: [{ codes: ['ERR_INVALID_THIS', 'ERR_ILLEGAL_CONSTRUCTOR'] }],
      when: /Illegal (?:invocation|constructor)|on instances of|does not implement interface|incompatible|Receiver|this is not|private (?:member|field|method)|Private|instance of class|(?:called on|requires that)/i,
      text: 'A method was called on the wrong object: it was detached from its own (stored in a variable or passed as a callback), so it lost its `this` context.',
      suggestion:
        'Bind it (fetch.bind(window)) or wrap it in an arrow function, and do not wrap built-in objects in a Proxy without binding their methods.',
      examples: ["Failed to execute 'fetch' on 'Window': Illegal invocation"],
    },
    {
      id: 'empty-reduce',
      when: /reduce/i,
      text: 'reduce was called on an empty array without an initial value, so there is nothing to return.',
      suggestion: 'Pass an initial value as second argument, for example reduce((sum, x) => sum + x, 0).',
      examples: ['reduce of empty array with no initial value'],
    },
    {
      id: 'promise-executor',
      when: ['Promise resolver', 'Promise constructor'],
      text: 'new Promise was given something that is not a function. It needs an executor function, which receives resolve and reject.',
      suggestion:
        'Write new Promise((resolve, reject) => { ... }), or Promise.resolve(value) if there is a value already.',
      examples: ['Promise resolver undefined is not a function'],
    },
    {
      id: 'bigint',
      when: ['BigInt'],
      text: 'A BigInt is mixed with a number, or a value cannot be converted to a BigInt: the two number types are never converted by themselves.',
      suggestion:
        'Convert explicitly with Number(x) or BigInt(x), keep one type in a calculation, and check for decimals and empty strings.',
      examples: ['Cannot mix BigInt and other types, use explicit conversions'],
    },
    {
      id: 'to-primitive',
      when: ['convert'],
      text: 'An object or symbol was used where a primitive (string or number) is needed, and it cannot be converted to one, for example in a template string or a comparison.',
      suggestion:
        'Use a field of the object, String(symbol) or JSON.stringify, and check objects made with Object.create(null), which have no toString.',
      examples: ['Cannot convert object to primitive value'],
    },
    {
      id: 'instanceof-or-in',
      when: /instanceof|'in'|\bin\b/,
      text: 'The right side of `in` must be an object and that of `instanceof` a class or function; here it is a string, undefined or something else.',
      suggestion:
        'Check the type of the value first (typeof value === "object" && value !== null), and parse JSON text before you look into it.',
      examples: ["Cannot use 'in' operator to search for 'length' in abc"],
    },
    {
      id: 'no-block',
      signs: { classes: ['LocalJumpError'] },
      text: 'A method yields to a block, and none was given to it; or a return, break or next stands in a block whose method is already over.',
      suggestion:
        'Call the method with a block (do … end), guard yield with block_given?, and use next rather than return inside of a proc.',
      examples: [{ type: 'LocalJumpError', message: 'no block given (yield)', language: 'ruby' }],
    },
    {
      id: 'not-implemented',
      signs: {
        classes: ['NotImplementedError', 'NotImplementedException', 'UnimplementedError'],
        says: [/^not (?:yet )?implemented(?:: .{0,200})?$/],
      },
      text: 'The code reached something that is not implemented yet: an abstract method that a subclass must override, or a placeholder (todo) that was never filled in.',
      suggestion:
        'Implement the method named in the stack in this class, or call a class that implements it; where the feature is not supported say so before it is called.',
      examples: [
        { type: 'NotImplementedError', message: 'Shop::Base must implement #call', language: 'ruby' },
        {
          type: 'System.NotImplementedException',
          message: 'The method or operation is not implemented.',
          language: 'dotnet',
        },
        { type: 'panic', message: 'not yet implemented', language: 'rust' },
      ],
    },
    {
      id: 'protocol',
      signs: { classes: ['UndefinedError'], where: /^protocol \S{1,80} not implemented for / },
      text: 'The value is of a type that does not implement this protocol: mostly nil (or a tuple) where a list, map or string was expected.',
      suggestion:
        'Find out why the value is nil or of another shape, handle that case before, or implement the protocol for the type.',
      examples: [
        {
          type: 'Protocol.UndefinedError',
          message: 'protocol Enumerable not implemented for nil of type Atom',
          language: 'elixir',
        },
      ],
    },
    {
      id: 'unsupported-here',
      signs: { classes: ['PlatformNotSupportedException', 'CloneNotSupportedException'] },
      text: 'The operation is not supported here: the class or the platform (operating system) does not offer it, such as a Windows API on Linux, or clone() of a class that is not Cloneable.',
      suggestion:
        'Use another library or call that is supported on this platform, or check for the platform before; for clone implement Cloneable or a copy constructor.',
      examples: [
        {
          type: 'System.PlatformNotSupportedException',
          message: 'System.Drawing.Common is not supported on this platform.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'borrow-checker',
      signs: {
        codes:
          'E0373, E0381, E0382, E0384, E0499, E0500, E0502, E0503, E0505, E0506, E0507, E0515, E0521, E0594, E0596, E0597, E0716'.split(
            ', ',
          ),
      },
      otherSigns: [{ says: ['^borrow of moved value', '^use of moved value'] }],
      text: 'The compiler of Rust (its borrow checker) refuses this: a value is used after it was moved, is borrowed in two ways at once, does not live as long as a reference to it (its lifetime), or is changed without being mut.',
      suggestion:
        'Read the labels under the source lines: clone the value or borrow it instead of moving it, end the first borrow before the second, or let the owner live longer; rustc --explain tells more about the code.',
      examples: ['error[E0597]: `x` does not live long enough', 'error[E0382]: borrow of moved value: `s`'],
    },
    {
      id: 'stored-type',
      signs: { classes: ['DataError'], where: ["^Invalid input of type: '"] },
      text: 'Redis stores only bytes, strings and numbers, and the code passed a value of another type, such as None or a dict.',
      suggestion: 'Convert the value first (str(), json.dumps()), and check why it is None.',
      examples: [
        {
          type: 'redis.exceptions.DataError',
          message: "Invalid input of type: 'NoneType'. Convert to a bytes, string, int or float first.",
          language: 'python',
        },
      ],
    },
    {
      id: 'missing-branch',
      signs: {
        classes: ['NoWhenBranchMatchedException', 'UnhandledMatchError'],
        says: ['^internal error: entered unreachable code'],
      },
      otherSigns: [{ classes: ['NoMatchingPatternKeyError', 'NoMatchingPatternError', 'MatchError'] }],
      text: 'No branch (case) of a match or when fits the value, or the code reached a place that was thought unreachable.',
      suggestion:
        'Look at the value, add the missing case or a default branch, and check where a new value of an enum came in.',
      examples: [
        { type: 'UnhandledMatchError', message: 'Unhandled match case 5', language: 'php' },
        { type: 'kotlin.NoWhenBranchMatchedException', message: 'null', language: 'java' },
      ],
    },
    {
      id: 'method-on-no-object',
      signs: { says: [/^Call to a member function \S{1,80} on (?!null$)\w{2,10}$/] },
      otherSigns: [{ says: ['^__clone method called on non-object$', '^Using $this when not in object context$'] }],
      text: 'A method is called on a value that is no object, such as false (bool), a string or an array: a call before it failed and returned false instead of an object.',
      suggestion: 'Check the result of that call (=== false) before you use it, and look why it failed.',
      examples: [{ type: 'Error', message: 'Call to a member function format() on bool', language: 'php' }],
    },
    {
      id: 'proxy',
      signs: {
        says: [
          /^'\w{1,40}' on proxy: |^Cannot (?:perform|create) .{1,60}\bproxy\b.{0,40}(?:revoked|non-object)|^illegal operation attempted on a revoked proxy/,
        ],
      },
      text: 'A Proxy was used against its rules: its trap answers otherwise than its frozen or fixed target must (an invariant), or it was used after it was revoked, such as a draft of Immer outside of its producer.',
      suggestion:
        'Let the trap return the value of the target for properties that cannot change, and take what you need out of a draft before its producer has finished (current() copies it).',
      examples: [{ type: 'TypeError', message: "Cannot perform 'get' on a proxy that has been revoked" }],
    },
    {
      id: 'private-member',
      signs: {
        says: [
          /\bprivate (?:member|field|method|accessor|element)\b.{0,80}(?:whose class did not declare it|wrong class|right class)|^(?:Receiver|Object) must be (?:an instance of )?class \w/,
        ],
      },
      text: 'A private member (#name) was used on an object of another class: the method was called with a `this` or an argument that was not made by this class, such as a proxy, a copy or a plain object.',
      suggestion:
        'Check with `#name in object` before, call the method on the instance itself, and do not wrap such objects in a Proxy or copy them with spread.',
      examples: [
        { type: 'TypeError', message: 'Cannot read private member #x from an object whose class did not declare it' },
      ],
    },
    {
      id: 'detached-buffer',
      signs: {
        says: [
          /\bdetached (?:ArrayBuffer|buffer)\b|\bArrayBuffer (?:is|has been|at index \d is) (?:already )?detached\b/i,
        ],
      },
      text: 'The memory of this buffer is gone: it was transferred to a worker or another owner (postMessage, structuredClone, transfer), which detached it here.',
      suggestion: 'Do not use a buffer after it was transferred, or send a copy (slice()) and keep the original.',
      examples: [{ type: 'TypeError', message: 'Cannot perform Construct on a detached ArrayBuffer' }],
    },
    {
      id: 'global-flag',
      signs: {
        says: [
          'called with a non-global RegExp argument',
          'must be called with a global RegExp',
          'must not be a non-global regular expression',
        ],
      },
      text: 'matchAll and replaceAll take a regular expression only with the flag g (global), and this one has none.',
      suggestion: 'Add the flag (/a/g), or use match or replace where only the first match is meant.',
      examples: [{ type: 'TypeError', message: 'String.prototype.matchAll called with a non-global RegExp argument' }],
    },
    {
      id: 'running-generator',
      signs: {
        saysAmongErrors: [
          '^Generator is already running$',
          '^generator already executing$',
          '^already executing generator$',
        ],
      },
      text: 'A generator was asked for its next value while it runs: its own body calls next() on itself, or two threads use one generator.',
      suggestion:
        'Do not advance a generator from within itself, and give each thread its own (or guard it with a lock).',
      examples: [
        { type: 'TypeError', message: 'Generator is already running' },
        { type: 'ValueError', message: 'generator already executing', language: 'python' },
      ],
    },
    {
      id: 'perl-reference',
      signs: {
        says: [
          ' ref while "strict refs" in use at ',
          '^Not a HASH reference at ',
          '^Not an ARRAY reference at ',
          '^Not a CODE reference at ',
        ],
      },
      text: 'A plain value (a string or number) was used as a reference to a hash, array or function: the data does not have the structure that the code expects.',
      suggestion:
        'Print the value with Data::Dumper before the line, check ref($x), and follow where it is set: a list in scalar context or JSON that was not decoded is common.',
      examples: [
        {
          type: 'Error',
          message: 'Can\'t use string ("a") as a HASH ref while "strict refs" in use at cart.pl line 3.',
        },
      ],
    },
    {
      id: 'reopened-class',
      signs: { says: ['^superclass mismatch for class '] },
      text: 'The class is defined twice with different parents: somewhere else (another file or gem) a class of this name exists already, and it inherits from something else.',
      suggestion:
        'Search for the other definition, rename one of them or put it into a module, and give both the same superclass where they are meant to be one.',
      examples: [{ type: 'TypeError', message: 'superclass mismatch for class Order', language: 'ruby' }],
    },
    {
      id: 'weak-key',
      signs: { says: ['^Invalid value used as weak map key', '^Invalid value used in weak set'] },
      text: 'A WeakMap or WeakSet takes only objects as keys, and here the key is a string, a number, null or undefined.',
      suggestion: 'Use a Map or Set for such keys, or check why the object that should be the key is missing.',
      examples: [{ type: 'TypeError', message: 'Invalid value used as weak map key' }],
    },
    {
      id: 'base-classes',
      signs: { says: ['^Cannot create a consistent method resolution', '^metaclass conflict: '] },
      text: 'The class cannot be made from these parents: their order contradicts itself (one is a parent of another and stands before it), or they have different metaclasses.',
      suggestion:
        'Put the most derived parent first, leave out those that another one brings along, or give the class a metaclass that derives from all of theirs.',
      examples: [
        {
          type: 'TypeError',
          message: 'Cannot create a consistent method resolution\norder (MRO) for bases A, B',
          language: 'python',
        },
      ],
    },
  ],
};
