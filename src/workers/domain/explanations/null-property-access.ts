import type { Pattern } from '../pattern.js';

export const NULL_PROPERTY_ACCESS: Pattern = {
  id: 'null-property-access',
  title: 'Property of null or undefined',
  text: 'The code reads, sets or destructures a property of something that is null or undefined instead of an object. The value is missing at that moment: often data is not loaded yet, a lookup found nothing, or a page element does not exist.',
  suggestion:
    'Find where the value should have been set, and guard places where it may be missing with optional chaining (`?.`) or a default value.',
  examples: [
    "Cannot read properties of undefined (reading 'map')",
    'can\'t access property "length", items is undefined',
    "undefined is not an object (evaluating 'user.name')",
    'user is null',
    { type: 'TypeError', message: 'e is undefined' },
    "Cannot destructure property 'id' of 'undefined' as it is undefined.",
    'Cannot convert undefined or null to object',
  ],
  counterexamples: [
    'Null pointer cable delivered to dock 4',
    'Optional value missing: guest did not name an allergy',
    'User is undefined as role for the fire drill',
  ],
  match: [
    /(?:^|: )Cannot (?:read|set|delete) propert(?:y|ies) (?:['"`\w][^\n]{0,200} )?of (?:null|undefined)\b|(?:^|: )(?:can't|cannot|Cannot) access property [^\n]{1,300} (?:is|of) (?:null|undefined)(?=$|\n|\.)|(?:^|: )(?:null|undefined) is not an object(?=$|\n| \()|^'[^']{1,200}' is null or not an object/,
    /(?:^|: )Unable to (?:get|set|delete) (?:value of the )?property '[^']*' of (?:undefined|null|the)|(?:^|: )Cannot destructure (?:property )?[^\n]{1,300} (?:as it is|of|from) '?(?:undefined|null)|(?:^|: )(?:Cannot|can't) convert (?:undefined|null)(?: or null)? to (?:an )?object|(?:^|: )Cannot call method '[^']+' of (?:null|undefined)|^(?:null|undefined) has no properties$|^Right side of assignment cannot be destructured|^[a-z_$][\w$]*(?:[.[(][^\s]{0,200})? is (?:null|undefined)$/,
  ],
  matchTyped: [
    /^TypeError: (?:right-hand side of [^\n]{1,50}|[^\n]{1,200} is) (?:null|undefined)(?=$|\n|, can't access)/,
  ],
  cases: [
    {
      id: 'missing-element',
      signs: {
        says: [
          /^Cannot (?:read|set) propert(?:y|ies) of null \((?:reading|setting) '(?:addEventListener|appendChild|innerHTML|innerText|textContent|classList|getContext|querySelector(?:All)?|getBoundingClientRect|setAttribute|getAttribute|style|focus|parentNode|offset(?:Width|Height|Top))'\)/,
        ],
      },
      text: 'The page element that the code looks up does not exist: querySelector or getElementById gave null, because the script runs before the element is in the document, the id or selector is misspelled, or this page has no such element.',
      suggestion:
        'Run the script after the document has loaded (defer, or DOMContentLoaded), check the selector, and test the element for null before you use it.',
      examples: ["Cannot read properties of null (reading 'addEventListener')"],
    },
    {
      id: 'go-nil-map',
      signs: { says: ['^assignment to entry in nil map$'] },
      text: 'The code writes to a map that is nil: it was declared and never initialized. A nil map can be read, but any assignment to it panics.',
      suggestion:
        'Create the map with make(map[K]V) or a literal before the first write, also in constructors of structs that hold one.',
      examples: [{ type: 'panic', message: 'assignment to entry in nil map', language: 'go' }],
    },
    {
      id: 'go-nil-pointer',
      signs: { codes: ['signal SIGSEGV'], says: ['nil pointer dereference'], where: ['nil pointer dereference'] },
      text: 'The code uses a field or method of a pointer that is nil (missing): it was never set, a function returned nil together with an error, or a lookup found nothing.',
      suggestion:
        'Look at the first line of your own in the stack, check the error before you use the result, check the pointer for nil, and initialize structs in their constructor.',
      examples: [
        {
          type: 'panic',
          message: 'runtime error: invalid memory address or nil pointer dereference',
          language: 'go',
          stack: 'goroutine 1 [running]:\nmain.total(0x0)\n\t/srv/shop/cart.go:12 +0x1d',
        },
        'runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x47b6d4]',
      ],
    },
    {
      id: 'null-reference',
      signs: {
        classes: ['NullPointerException', 'NullReferenceException', 'KotlinNullPointerException', 'NullThrownError'],
        says: [
          /^Cannot (?:invoke|read|store to|load from|assign|enter|throw) .{1,300} because ".{1,200}" is null$|\bon a null object reference$|^Object reference not set to an instance of an object|^Null check operator used on a null value$|^The (?:method|getter|setter) '.{1,80}' was called on null\b/,
        ],
      },
      otherSigns: [
        {
          says: [
            '^You cannot call a method on a null-valued expression',
            '^Cannot index into a null array',
            '^basic_string: construction from null',
            '^basic_string::_M_construct null not valid$',
          ],
        },
      ],
      text: 'The code calls a method or reads a field of an object that is null. The value is missing: it was never set or injected, a lookup returned null, or a field of a request or record is empty.',
      suggestion:
        'The message or the first line of your own in the stack says which one it is. Find where it should have been set, check it for null, or use an optional or a default value.',
      examples: [
        {
          type: 'java.lang.NullPointerException',
          message: 'Cannot invoke "String.length()" because "<local1>.name" is null',
          language: 'java',
        },
        { type: 'java.lang.NullPointerException', message: '', language: 'java' },
        {
          type: 'System.NullReferenceException',
          message: 'Object reference not set to an instance of an object.',
          language: 'dotnet',
        },
        "Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference",
        { type: '_TypeError', message: 'Null check operator used on a null value', language: 'dart' },
      ],
    },
    {
      id: 'python-none',
      signs: {
        says: ["'NoneType'", 'not NoneType$', 'non-iterable NoneType object'],
      },
      text: 'The code uses a value that is None as if it were an object, list or dict. The value is missing: a function has no return statement, a lookup such as dict.get(), re.match() or first() found nothing, or a setting is not there.',
      suggestion:
        'Find where the value comes from, check it with `is None` before you use it, and give it a default. Methods that change a list in place, such as sort() and append(), return None.',
      examples: [
        { type: 'AttributeError', message: "'NoneType' object has no attribute 'split'", language: 'python' },
        { type: 'TypeError', message: "'NoneType' object is not subscriptable", language: 'python' },
        { type: 'TypeError', message: 'cannot unpack non-iterable NoneType object', language: 'python' },
        { type: 'TypeError', message: "unsupported operand type(s) for +: 'NoneType' and 'int'", language: 'python' },
        { type: 'TypeError', message: "object of type 'NoneType' has no len()", language: 'python' },
      ],
    },
    {
      id: 'ruby-nil',
      signs: {
        says: [
          /^undefined method [`'][^`'\n]{1,80}' (?:for|on) (?:nil\b|an instance of NilClass)|^nil can't be coerced into |^no implicit conversion (?:from|of) nil (?:to|into) /,
        ],
      },
      text: 'A method was called on nil, or nil was used as a value. The object is missing: a record was not found (find_by returns nil), a hash has no such key, or an instance variable was never set.',
      suggestion:
        'Find where the value should have been set, check it with nil? or call the method with safe navigation (&.), and use find_by! or fetch where it must exist.',
      examples: [
        { type: 'NoMethodError', message: "undefined method `name' for nil:NilClass", language: 'ruby' },
        { type: 'NoMethodError', message: "undefined method 'name' for nil", language: 'ruby' },
        { type: 'TypeError', message: 'no implicit conversion of nil into String', language: 'ruby' },
      ],
    },
    {
      id: 'php-null',
      signs: {
        says: [
          /^Call to a member function \S{1,80}\(\) on null$|^Attempt to (?:read|assign) property .{1,80} on null$/,
          /^Trying to (?:get property .{0,80}of non-object|access array offset on (?:value of type )?null)$/i,
        ],
      },
      text: 'The code calls a method or reads a property or offset of a variable that is null. The object is missing: a query or lookup found nothing, a relation is empty, or the variable was never set.',
      suggestion:
        'Find where the variable should have been set, check it for null or use the null-safe operator and a default (??), and use find-or-fail calls where the record must exist.',
      examples: [
        { message: 'Call to a member function format() on null', language: 'php' },
        { type: 'ErrorException', message: 'Attempt to read property "email" on null', language: 'php' },
        { type: 'ErrorException', message: 'Trying to access array offset on value of type null', language: 'php' },
      ],
    },
    {
      id: 'unwrap-of-none',
      signs: {
        says: [
          /^called `Option::(?:unwrap|expect)\w{0,20}\(\)` on a `None` value|\b[Uu]nexpectedly found nil while (?:implicitly )?unwrapping an Optional value\b/,
        ],
      },
      text: 'The code unwraps an optional value that is empty: it holds nothing (None in Rust, nil in Swift), because a lookup found nothing, a field is missing, or an outlet or variable was never set.',
      suggestion:
        'Do not force it: match on the option, use `if let`, `guard let` or `ok_or(...)?`, or give a default with unwrap_or (?? in Swift). The line in the message or stack says which one it is.',
      examples: [
        { type: 'panic', message: 'called `Option::unwrap()` on a `None` value', language: 'rust' },
        {
          type: 'Fatal error',
          message: 'Unexpectedly found nil while unwrapping an Optional value',
          language: 'swift',
        },
      ],
    },
    {
      id: 'undef-or-nil',
      signs: {
        says: [
          /^Can't call method "\w{1,80}" on an undefined value\b|^Can't use an undefined value as \w{1,10} [\w ]{3,20} at |^Use of uninitialized value /,
          /^(?:lua[\d.]{0,4}: )?(?:\S{1,120}|\(command line\)):\d{1,7}: attempt to (?:index|perform arithmetic on|concatenate|get length of|compare) (?:a nil|nil with|\w{1,10} with nil)\b/,
        ],
      },
      text: 'A value that is undef (or nil) was used: a method was called on it, a field of it was read, or it was taken as a string or number. The object or value is missing: a function returned nothing, a lookup found nothing, or the variable was never set.',
      suggestion:
        'Look where the value on this line comes from, check it (defined, ~= nil) before you use it, or give it a default (//, or).',
      examples: [{ type: 'Error', message: 'Can\'t call method "name" on an undefined value at shop.pl line 12.' }],
    },
    {
      id: 'elixir-nil',
      signs: {
        says: [/^function nil\.\S{1,80} is undefined|^key :\w{1,80} not found in: nil\b|^expected a map, got: nil$/],
      },
      text: 'A field or function of nil was used: the value is missing, because a lookup such as Repo.get or Map.get found nothing or the association or assign was never set.',
      suggestion:
        'Match on nil first (case, with, or a function clause), use Repo.get! where the record must exist, and check where the value should have been set.',
      examples: [
        { type: 'UndefinedFunctionError', message: 'function nil.name/0 is undefined', language: 'elixir' },
        { type: 'KeyError', message: 'key :name not found in: nil', language: 'elixir' },
      ],
    },
  ],
};
