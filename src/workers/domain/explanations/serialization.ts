import type { Pattern } from '../pattern.js';

export const SERIALIZATION: Pattern = {
  id: 'serialization',
  title: 'Value cannot be copied or turned into JSON',
  text: 'A value could not be serialized: it has a circular reference (a cycle, an object that contains itself), or it holds something that JSON or a structured clone cannot copy, such as a BigInt, a function, a class instance, a page element or a transferred (detached) buffer.',
  suggestion:
    'Send only the plain fields you need, replace or remove the circular property, convert a BigInt to a string first, and keep functions out of messages to workers and windows, and out of stored state.',
  examples: [
    "Converting circular structure to JSON\n    --> starting at object with constructor 'Socket'",
    'Do not know how to serialize a BigInt',
    '()=>{} could not be cloned.',
  ],
  match: [
    /(?:^|: )Converting circular structure to (?:JSON|BSON)/,
    /(?:^|: )(?:cyclic object value|JSON\.stringify cannot serialize|Circular reference in value argument not supported|Circular reference (?:detected|found) (?:in|while) )/,
    /(?:^|: )Do not know how to serialize a /,
    /(?:^|: )BigInt value can't be serialized in JSON/,
    /(?:^|: )(?:[^\n]{1,400} )?could not be cloned(?=\.?(?:$|\n))/s,
    /(?:^|: )(?:Unable|Failed) to (?:deserialize cloned data|serialize (?:value|object|argument|data|message|error)\b)/,
    /(?:^|: )(?:Cannot transfer object of unsupported type|Object that needs transfer was found|ArrayBuffer at index \d+ is|Value at index \d+ does not have a transferable type)/,
    /^A non-serializable value was detected in /,
    /^Cannot stringify (?:a function|arbitrary non-POJOs|a symbol|objects with symbolic keys)/,
    /^Object of type \w+ is not JSON serializable$|^Circular reference detected$/,
    /^(?:Cyclic dependency|cannot serialize cyclic|Type is not (?:JSON )?serializable|cyclic structure)/i,
    /^(?:Cannot serialize|Could not serialize) (?:a |an )?(?:function|BigInt|Symbol|circular|value|object|undefined)\b/i,
    /^(?:key must be a string|cannot be serialized as JSON|Unserializable return value)$/i,
    /^Converting undefined to JSON|^(?:DataClone|Data clone) error/,
  ],
  matchTyped: [/^DataCloneError: /],
};
