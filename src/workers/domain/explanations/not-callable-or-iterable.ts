import type { Pattern } from '../pattern.js';

export const NOT_CALLABLE_OR_ITERABLE: Pattern = {
  id: 'not-callable-or-iterable',
  title: 'Not a function, or not iterable',
  text: 'The code calls something that is not a function or method. The value is usually undefined or of another type than expected, the method name is misspelled, or the import is wrong.',
  suggestion:
    'Log the value just before the line, check the spelling of the method and the import and export of the function, and await results that are promises.',
  examples: [
    'callback is not a function',
    'response.json(...).then(...).finally is not a function',
    'data.items is not iterable',
    "undefined is not a function (near '...[first, second]...')",
    { type: 'TypeError', message: 'undefined is not a function, js engine: hermes' },
  ],
  counterexamples: ['Terrace is not a function room', 'Collection was modified by the curator: painting 4 moved'],
  match: [
    /(?:^|: )(?:undefined|null|object|true|false|number|string|\(intermediate value\)\S{0,100}) is not a (?:function|constructor)(?=$|\n| or its| \(near| \(|, js engine: )|(?:^|: )[^\n]{1,200} is not (?:a function|iterable) (?:or its return value is not|\((?:near '|evaluating '|cannot read property Symbol))/,
    /(?:^|: )(?:[a-z_$][\w$]{0,80}(?=[.[(]| is)[^\s]{0,200}|[\w$]{1,80}[.[(][^\n]{0,200}) is not (?:a function|a constructor|iterable|async iterable)(?=$|\n|\.$|\. | or its| \((?:near|evaluating|cannot|in '))|(?:^|: )Object doesn't support (?:this )?(?:property|action)|^Function expected$|^[\w$.]{1,100} is not callable$/,
    /(?:^|: )(?:Property|Result of expression) '[^']{1,200}' [^\n]{1,80}is not a function|(?:^|: )Invalid attempt to (?:spread|destructure|iterate) non-iterable|(?:^|: )Spread syntax requires \.\.\.iterable|(?:^|: )(?:undefined|null|object|number \S+|boolean \w+|\{[^\n]{0,200}\}) is not (?:async )?iterable|(?:^|: )(?:Found non-callable @@(?:async)?[iI]terator|Iterator value \S+ is not an entry object|Result of the Symbol\.iterator method)/,
  ],
  matchTyped: [
    /^TypeError: [^\n]{1,400} is not (?:a|an?) ?(?:function|constructor|iterable)(?=$|\n|\.$|\. | or its| \()|^TypeError: [^\n]{1,400} is not (?:async )?iterable(?=$|\n|\.$|\. | or its| \()|^TypeError: [^\n]{1,300} (?:is not a function|is not a constructor)\b(?! (?:room|hall))/,
  ],
  cases: [
    {
      id: 'not-an-array',
      signs: {
        says: [
          /(?:^|: |[\w$)\]]\.)(?:map|filter|forEach|reduce|reduceRight|some|every|find|findIndex|findLast|flatMap|sort|slice|splice|concat|join|push|pop|shift|unshift|includes|reverse|at) is not a function(?=$|\n|\. | \(in ')/,
        ],
        where: /[\w$)\]]\.\w{2,12} is not a function/,
      },
      text: 'An array method such as map was called on a value that is not an array (list): it is an object, a string or a promise, often because the API answered with { data: [...] } or an error object instead of a list.',
      suggestion:
        'Log the value, take the array out of the object (data.items), await promises, check Array.isArray(value), and start state with an empty array [].',
      examples: [{ type: 'TypeError', message: 'e.map is not a function' }, 'data.items.filter is not a function'],
    },
    {
      id: 'no-browser-support',
      signs: {
        says: [
          /(?:^|: )(?:navigator(?:\.\w{1,40}){1,3}|structuredClone|(?:window\.)?(?:requestIdleCallback|matchMedia|queueMicrotask|createImageBitmap|showOpenFilePicker|showSaveFilePicker|cancelIdleCallback)|crypto\.randomUUID|document\.(?:startViewTransition|exitFullscreen|hasStorageAccess)|(?:Promise\.(?:any|allSettled|withResolvers|try)|Object\.(?:groupBy|fromEntries|hasOwn)|Array\.fromAsync|Map\.groupBy|URL\.(?:canParse|parse)|AbortSignal\.(?:timeout|any))|\S{1,100}\.(?:replaceAll|matchAll|findLast|findLastIndex|toSorted|toReversed|toSpliced|structuredClone|requestFullscreen|showModal|showPopover|hasOwn|isWellFormed|canParse|scrollIntoViewIfNeeded)) is not a function/,
          /(?:^|: )Object doesn't support (?:this )?(?:property|action)/,
        ],
      },
      text: 'This browser or engine does not support the function that is called: it is too old for it, or offers it only on https pages or on certain devices (as with sharing and the clipboard).',
      suggestion:
        'Check that the function exists before you call it (if (navigator.share)), offer a fallback, and add a polyfill for the browsers you support.',
      examples: [
        { type: 'TypeError', message: 'navigator.share is not a function' },
        { type: 'TypeError', message: 'structuredClone is not a function' },
        "Object doesn't support property or method 'includes'",
      ],
    },
    {
      id: 'modified-while-iterated',
      signs: {
        classes: ['ConcurrentModificationException'],
        says: [
          /^(?:dictionary (?:changed size|keys changed)|Set changed size|deque mutated|OrderedDict mutated) during iteration$|^Collection was modified; enumeration operation may not execute|^can't add a new key into hash during iteration$|^Concurrent modification during iteration\b/,
        ],
      },
      text: 'A list, map or other collection was modified (an element was added or removed) while a loop iterates over it, by the loop itself or by another thread.',
      suggestion:
        'Iterate over a copy, collect what is to be removed and remove it after the loop (or with removeIf or the iterator), and use a concurrent collection or a lock where threads share it.',
      examples: [
        { type: 'java.util.ConcurrentModificationException', message: 'null', language: 'java' },
        { type: 'RuntimeError', message: 'dictionary changed size during iteration', language: 'python' },
        {
          type: 'System.InvalidOperationException',
          message: 'Collection was modified; enumeration operation may not execute.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'not-a-function-of-python',
      signs: { says: [/^'(?!NoneType|coroutine)\w{1,80}' object is not callable$/] },
      text: 'The code calls a value that is not a function: a variable has the name of a function and shadows it (list, str, id), square brackets were meant instead of parentheses, or a property was called like a method.',
      suggestion:
        'Rename the variable that shadows the function, use [] to index and () to call, and drop the parentheses behind properties.',
      examples: [{ type: 'TypeError', message: "'list' object is not callable", language: 'python' }],
    },
    {
      id: 'not-iterable-of-python',
      signs: {
        says: [
          /^'(?!NoneType|coroutine)\w{1,80}' object is not (?:iterable|subscriptable|an iterator|reversible)$|^cannot unpack non-iterable (?!NoneType)\w{1,80} object$|^argument of type '(?!NoneType)\w{1,80}' is not (?:iterable|a container)/,
        ],
      },
      text: 'The code loops over, unpacks or indexes a value that does not allow it: it is not iterable, such as a single number where a list or tuple is expected.',
      suggestion:
        'Check the type of the value just before the line, put single values into a list, and use range(n) to count.',
      examples: [
        { type: 'TypeError', message: "'int' object is not iterable", language: 'python' },
        { type: 'TypeError', message: 'cannot unpack non-iterable int object', language: 'python' },
      ],
    },
    {
      id: 'no-such-method',
      signs: {
        classes: ['MissingMethodError', 'BadMethodCallException'],
        says: [
          /^Can't locate object method "\w{1,80}" via package |^Undefined subroutine &\S{1,120} called |\bunrecognized selector sent to (?:instance|class)\b|^Call to (?:undefined|private|protected) (?:function|method) \S{1,200}\(\)|^(?:undefined|private|protected) method [`'][^`'\n]{1,100}' (?:called )?for (?!nil\b|an instance of NilClass)|^Class '[\w.$]{1,100}' has no (?:instance|static) method '|^Non-static method \S{1,200}\(\) cannot be called statically$|^super: no superclass method [`']|^function (?!nil\.)\S{1,150} is undefined(?! \(module)/,
        ],
      },
      otherSigns: [
        {
          says: [
            /^(?:lua[\d.]{0,4}: )?(?:\S{1,120}|\(command line\)):\d{1,7}: attempt to call a (?:nil|table|number|string|boolean) value\b|^Error in .{1,200} : could not find function "/s,
          ],
        },
        { classes: ['MethodError'], where: ['^no method matching '] },
        { classes: ['bad_function_call'] },
      ],
      text: 'The code calls a function or method that is not defined: its name is misspelled, the object is of another class than expected, the method is private, or the file, extension or version of the library that brings it is not loaded or installed.',
      suggestion:
        'Check the spelling and the class of the object, import or require the file, install the missing extension (php -m lists them), and compare the version of the library with its documentation.',
      examples: [
        { type: 'Error', message: "cart.lua:12: attempt to call a nil value (global 'total')" },
        {
          type: 'NSInvalidArgumentException',
          message: '-[__NSCFString count]: unrecognized selector sent to instance 0x6000',
        },
        { type: 'NoMethodError', message: "undefined method 'totl' for an instance of Cart", language: 'ruby' },
        { message: 'Call to undefined function mb_strlen()', language: 'php' },
        { message: 'Call to undefined method App\\Models\\User::foo()', language: 'php' },
        {
          type: 'UndefinedFunctionError',
          message: 'function Shop.Cart.totl/1 is undefined or private',
          language: 'elixir',
        },
      ],
    },
    {
      id: 'not-iterable',
      when: /iterable|iterator|non-iterable|near '\.\.\.|entry object|[Ss]pread/,
      text: 'The code loops over, spreads or destructures a value that is not iterable, such as undefined or a plain object where an array is expected.',
      suggestion:
        'Check that the value really is an array (Array.isArray), await it if it is a promise, give it a default of [], and use Object.entries for plain objects.',
      examples: ['data.items is not iterable', "undefined is not a function (near '...[first, second]...')"],
    },
    {
      id: 'not-a-constructor',
      when: ['constructor'],
      text: 'The code uses `new` with something that is no class or constructor: it is undefined, a plain or arrow function, or a module object instead of the class it exports.',
      suggestion:
        'Check whether the class is the default or a named export, and that no import cycle leaves it undefined.',
      examples: ['TypeError: Foo is not a constructor'],
    },
    {
      id: 'foreach',
      signs: { says: ['^foreach() argument must be of type array'] },
      text: 'foreach got a value that is no array and cannot be looped over: null (a missing value or failed query), a string or a number.',
      suggestion:
        'Check where the value comes from, loop over $list ?? [], and test with is_iterable() where it can be something else.',
      examples: [
        {
          type: 'ErrorException',
          message: 'foreach() argument must be of type array|object, null given',
          language: 'php',
        },
      ],
    },
  ],
};
