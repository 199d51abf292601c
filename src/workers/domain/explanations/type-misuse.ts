import type { Pattern } from '../pattern.js';

export const TYPE_MISUSE: Pattern = {
  id: 'type-misuse',
  title: 'Value used in a way its type does not allow',
  text: 'A value was used in a way its type does not allow: an object, function or primitive stands where JavaScript needs a value of another type.',
  suggestion: 'Check the type of the value just before the line in the stack, and convert it explicitly.',
  examples: [
    "Class constructor BaseModel cannot be invoked without 'new'",
    "Failed to execute 'fetch' on 'Window': Illegal invocation",
    'Promise resolver undefined is not a function',
    'Cannot mix BigInt and other types, use explicit conversions',
  ],
  match: [
    /(?:^|: )Class constructor \S+ cannot be invoked without 'new'/,
    /(?:^|: )(?:Constructor \S+ requires 'new'|\w+ constructor cannot be invoked without 'new'|class constructors must be invoked with 'new')/,
    /^(?:calling a builtin \w+ constructor without new is forbidden|Cannot call a class constructor)/,
    /(?:^|: )(?:Cannot|can't) convert .{1,80} to (?:primitive value|primitive type|a? ?number|a? ?string|a? ?BigInt)\b/,
    /\bPlease use the 'new' operator, this DOM object constructor/,
    /(?:^|: )Illegal (?:invocation|constructor)(?:$|\n|\.)/,
    /^Can only call .{1,60} on instances of /,
    /\bcalled on an object that does not implement interface /,
    /(?:^|: )[Rr]educe(?:Right)? of empty array with no initial value/,
    /(?:^|: )(?:Must call super constructor in derived class|Super constructor (?:may only be called once|\S+ of anonymous)|'?super\(\)'? (?:must be called|called twice|hasn't been called))/,
    /(?:^|: )Class extends value .{1,200} is not a constructor or null/,
    /^(?:class heritage .{1,100} is not|The (?:superclass|value of the superclass's prototype property) is not)/,
    /(?:^|: )Promise (?:resolver .{1,100} is not a function|constructor takes a function argument)/,
    /(?:^|: )(?:Cannot|can't|cannot) use '?in'? operator to search for /,
    /(?:^|: )(?:Right-hand side of (?:'?instanceof'?|'?in'?)|invalid 'in(?:stanceof)?' operand|Function has non-object prototype)/,
    /(?:^|: )(?:Method )?(?:get |set )?\S{1,100} called on incompatible (?:receiver )?\S/,
    /(?:^|: )(?:Receiver must be|Object must be an instance of class|Private (?:field|method) '#\w+' must be|Cannot (?:read|write to) private (?:member|field))/,
    /(?:^|: )Cannot mix BigInt and other types|^Invalid mix of BigInt and other type/,
    /^The number \S+ cannot be converted to a BigInt|^Cannot convert \S+ to a BigInt/,
    /(?:^|: )(?:Invalid value used (?:as weak map key|in weak set)|WeakMap key must be)/,
    /(?:^|: )(?:Object prototype may only be an Object or null|Property description must be an object|(?:Getter|Setter) must be a function: )/,
    /^Invalid property descriptor\. Cannot both specify/,
    /(?:^|: )(?:Object\.\w+|CreateListFromArrayLike|Reflect\.\w+) called on (?:a )?non-object/,
    /(?:^|: )(?:Array|String|Function|Map|Set|Promise|Object|Date|RegExp|Number)\.prototype\.\w+ (?:was )?(?:called on|requires that)/,
    /(?:^|: )(?:Bind must be called on a function|this is not a (?:Date|typed array) ?\w*\.)/,
    /^First argument to String\.prototype\.\w+ must not be a regular expression|called with a non-global RegExp argument$/,
    /(?:^|: )(?:Cannot create property '[^']+' on (?:string|number|boolean|bigint)|can't assign to property "[^"]+" on )/,
    /^Derived constructors may only return object|^The comparison function must be either a function or undefined/,
    /^Cannot perform \S+ on a detached ArrayBuffer|^(?:Generator is already running|already executing generator)$/,
    /^(?:unsupported operand type\(s\) for |can only concatenate str |must be str, not )/,
    /^(?:Iterator result \S+ is not an object|\S{1,100} is not an Object\. \(evaluating '\S{1,40} in)/,
  ],
  cases: [
    {
      when: /without 'new'|requires 'new'|without new|with 'new'|'new' operator|Cannot call a class/,
      text: 'A class was called like a function. A class constructor must be called with `new`.',
      suggestion:
        'Write new ClassName(...), and check code compiled for old engines (ES5) that extends a modern class.',
      examples: ["Class constructor BaseModel cannot be invoked without 'new'"],
    },
    {
      when: /super/i,
      text: 'The constructor of a derived class (one that extends another) uses `this` or ends before it has called super(), calls it twice, or the parent is not a class.',
      suggestion:
        'Call super(...) once, as the first statement of the constructor, and check that the parent class is imported and no import cycle leaves it undefined.',
      examples: [
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
      ],
    },
    {
      when: /Class extends|heritage/,
      text: 'The class extends something that is no class or constructor, mostly undefined: the import of the parent class is wrong, or an import cycle has not defined it yet.',
      suggestion: 'Check default and named imports of the parent class, and break the import cycle.',
      examples: ['Class extends value undefined is not a constructor or null'],
    },
    {
      when: /Illegal (?:invocation|constructor)|on instances of|does not implement interface|incompatible|Receiver|this is not|private (?:member|field|method)|Private|instance of class|(?:called on|requires that)/i,
      text: 'A method was called on the wrong object: it was detached from its own (stored in a variable or passed as a callback), so it lost its `this` context.',
      suggestion:
        'Bind it (fetch.bind(window)) or wrap it in an arrow function, and do not wrap built-in objects in a Proxy without binding their methods.',
      examples: ["Failed to execute 'fetch' on 'Window': Illegal invocation"],
    },
    {
      when: /reduce/i,
      text: 'reduce was called on an empty array without an initial value, so there is nothing to return.',
      suggestion: 'Pass an initial value as second argument, for example reduce((sum, x) => sum + x, 0).',
      examples: ['reduce of empty array with no initial value'],
    },
    {
      when: /Promise (?:resolver|constructor)/,
      text: 'new Promise was given something that is not a function. It needs an executor function, which receives resolve and reject.',
      suggestion:
        'Write new Promise((resolve, reject) => { ... }), or Promise.resolve(value) if there is a value already.',
      examples: ['Promise resolver undefined is not a function'],
    },
    {
      when: /BigInt/,
      text: 'A BigInt is mixed with a number, or a value cannot be converted to a BigInt: the two number types are never converted by themselves.',
      suggestion:
        'Convert explicitly with Number(x) or BigInt(x), keep one type in a calculation, and check for decimals and empty strings.',
      examples: ['Cannot mix BigInt and other types, use explicit conversions'],
    },
    {
      when: /convert/,
      text: 'An object or symbol was used where a primitive (string or number) is needed, and it cannot be converted to one, for example in a template string or a comparison.',
      suggestion:
        'Use a field of the object, String(symbol) or JSON.stringify, and check objects made with Object.create(null), which have no toString.',
      examples: ['Cannot convert object to primitive value'],
    },
    {
      when: /instanceof|'in'|\bin\b/,
      text: 'The right side of `in` must be an object and that of `instanceof` a class or function; here it is a string, undefined or something else.',
      suggestion:
        'Check the type of the value first (typeof value === "object" && value !== null), and parse JSON text before you look into it.',
      examples: ["Cannot use 'in' operator to search for 'length' in abc"],
    },
  ],
};
