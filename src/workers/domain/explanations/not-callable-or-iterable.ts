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
  ],
  match: [
    /(?:^|: )(?:undefined|null|object|true|false|number|string|\(intermediate value\)\S{0,100}) is not a (?:function|constructor)(?=$|\n| or its| \(near| \()/,
    /(?:^|: )[a-z_$][\w$]{0,80}(?=[.[(]| is)[^\s]{0,200} is not (?:a function|a constructor|iterable|async iterable)(?=$|\n|\.$|\. | or its| \((?:near|evaluating|cannot|in '))/,
    /(?:^|: )[\w$]{1,80}[.[(][^\n]{0,200} is not (?:a function|a constructor|iterable|async iterable)(?=$|\n|\.$|\. | or its| \((?:near|evaluating|cannot|in '))/,
    /(?:^|: )[^\n]{1,200} is not (?:a function|iterable) (?:or its return value is not|\((?:near '|evaluating '|cannot read property Symbol))/,
    /(?:^|: )Object doesn't support (?:this )?(?:property|action)/,
    /(?:^|: )(?:Property|Result of expression) '[^']{1,200}' [^\n]{1,80}is not a function/,
    /(?:^|: )Invalid attempt to (?:spread|destructure|iterate) non-iterable/,
    /(?:^|: )Spread syntax requires \.\.\.iterable/,
    /(?:^|: )(?:Found non-callable @@(?:async)?[iI]terator|Iterator value \S+ is not an entry object|Result of the Symbol\.iterator method)/,
    /(?:^|: )(?:undefined|null|object|number \S+|boolean \w+|\{[^\n]{0,200}\}) is not (?:async )?iterable/,
    /^'\w+' object is not (?:callable|iterable|subscriptable)$/,
    /^(?:Call to undefined (?:function|method) |undefined method [`']|Function expected$)/,
    /^[\w$.]{1,100} is not callable$/,
  ],
  matchTyped: [
    /^TypeError: [^\n]{1,400} is not (?:a|an?) ?(?:function|constructor|iterable)(?=$|\n|\.$|\. | or its| \()/,
    /^TypeError: [^\n]{1,400} is not (?:async )?iterable(?=$|\n|\.$|\. | or its| \()/,
    /^TypeError: [^\n]{1,300} (?:is not a function|is not a constructor)\b(?! (?:room|hall))/,
  ],
  cases: [
    {
      when: /iterable|iterator|non-iterable|near '\.\.\.|entry object|[Ss]pread/,
      text: 'The code loops over, spreads or destructures a value that is not iterable, such as undefined or a plain object where an array is expected.',
      suggestion:
        'Check that the value really is an array (Array.isArray), await it if it is a promise, give it a default of [], and use Object.entries for plain objects.',
      examples: ['data.items is not iterable', "undefined is not a function (near '...[first, second]...')"],
    },
    {
      when: /constructor/,
      text: 'The code uses `new` with something that is no class or constructor: it is undefined, a plain or arrow function, or a module object instead of the class it exports.',
      suggestion:
        'Check whether the class is the default or a named export, and that no import cycle leaves it undefined.',
      examples: ['TypeError: Foo is not a constructor'],
    },
    {
      when: /doesn't support/,
      text: 'This browser does not support the method that is called, or the object has no function of that name.',
      suggestion: 'Add a polyfill for the browsers you support, or check that the method exists before you call it.',
      examples: ["Object doesn't support property or method 'includes'"],
    },
  ],
};
