import type { Pattern } from '../pattern.js';

const CIRCULAR = {
  text: 'The value could not be turned into JSON, because it contains itself: a circular reference (a cycle), as between a parent and a child object that point at each other, or a request, socket or ORM entity.',
  suggestion:
    'Serialize only the plain fields you need (map it to a small object, a DTO), or leave out the property that points back.',
};

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
  counterexamples: ['Circular reference letter in file 9', 'The sheep could not be cloned in this laboratory'],
  signs: {
    codes: ['DATA_CLONE_ERR', 'ERR_WORKER_UNSERIALIZABLE_ERROR'],
    classes: ['DataCloneError'],
    says: [
      /(?:^|: )(?:JSON\.stringify cannot serialize|A non-serializable value was detected in )|(?:^|: )(?:Cannot transfer object of unsupported type|Object that needs transfer was found|ArrayBuffer at index \d+ is|Value at index \d+ does not have a transferable type)|^Cannot stringify (?:a function|arbitrary non-POJOs|a symbol|objects with symbolic keys)|(?:^|: )(?:Unable|Failed) to (?:deserialize cloned data|serialize (?:value|object|argument|data|message|error)\b)/,
      /^(?:Cannot serialize|Could not serialize) (?:a |an )?(?:function|BigInt|Symbol|circular|value|object|undefined)\b|^(?:cannot be serialized as JSON|Unserializable return value)$|^Converting undefined to JSON/i,
    ],
    saysAmongErrors: [/(?:^|: )[^\n]{1,400} could not be cloned(?=\.?(?:$|\n))/],
  },
  // What cannot be cloned is quoted as code; a person's sentence has no brackets in it.
  match: [
    /(?:^|: )(?:[^\n]{0,400}(?:[)}\]>*#]|function \w{0,60}|Object|Symbol\S{0,40}) )could not be cloned(?=\.?(?:$|\n))/,
  ],
  cases: [
    {
      id: 'not-cloneable',
      when: ['could not be cloned'],
      text: 'A value could not be copied to another worker or window, or into stored state: it is, or holds, something that structured clone cannot serialize, such as a function, a promise, a class with native parts, or a page element.',
      suggestion:
        'Send only the plain fields you need, await promises first, and keep functions and elements out of messages and of stored state.',
      examples: [
        '()=>{} could not be cloned.',
        {
          type: 'DataCloneError',
          message: "Failed to execute 'postMessage' on 'Worker': #<Promise> could not be cloned.",
        },
      ],
    },
    {
      id: 'circular',
      signs: {
        classes: ['CircularReferenceException', 'CyclicReferenceError'],
        says: [
          /(?:^|: )Converting circular structure to (?:JSON|BSON)|(?:^|: )cyclic object value$|^JSON\.stringify cannot serialize cyclic structures|(?:^|: )Circular reference (?:in value argument not supported|(?:detected|found) (?:in|while) )|\bA possible object cycle was detected\b/,
          /\bInfinite recursion \(StackOverflowError\)|\bA circular reference has been detected when serializing\b|\bself[- ]referencing loop detected\b/i,
          '^Direct self-reference leading to cycle',
          'encountered a cycle via',
        ],
        saysAmongErrors: [/^Circular reference detected$|^cyclic structure\b/i],
      },
      ...CIRCULAR,
      examples: [
        "Converting circular structure to JSON\n    --> starting at object with constructor 'Socket'",
        { message: 'Circular reference detected', type: 'ValueError', language: 'python' },
      ],
    },
    {
      id: 'circular-by-class',
      signs: {
        classes: ['JsonException', 'JsonMappingException', 'JsonSerializationException'],
        where: /object cycle|[Ii]nfinite recursion|[Ss]elf referencing loop|cycle via/,
      },
      otherSigns: [{ classes: ['NestingError'] }],
      ...CIRCULAR,
      examples: [
        { type: 'JSON::NestingError', message: 'nesting of 100 is too deep', language: 'ruby' },
        {
          message:
            'A possible object cycle was detected. This can either be due to a cycle or if the depth is larger than 32',
          type: 'System.Text.Json.JsonException',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'bigint',
      signs: {
        says: [
          /(?:^|: )Do not know how to serialize a BigInt|(?:^|: )BigInt value can't be serialized in JSON|\bcannot serialize BigInt\b/,
        ],
      },
      text: 'The value holds a BigInt, which JSON cannot represent: JSON.stringify does not know how to serialize it. Ids and counts from a database are often BigInts.',
      suggestion:
        'Convert it to a string (or to a number when it is small enough) before, or pass a replacer to JSON.stringify that does so.',
      examples: ['Do not know how to serialize a BigInt'],
    },
    {
      id: 'python-json',
      signs: {
        languages: ['python'],
        says: [
          /\bObject of type \w+ is not JSON serializable$|^keys must be str, int, float, bool or None, not \w+$|\bType is not JSON serializable: /,
        ],
      },
      text: 'The value holds an object that JSON cannot represent, such as a datetime, Decimal, UUID, set, bytes or an instance of a class, so it is not serializable as it is.',
      suggestion:
        'Convert it first (isoformat() for dates, str() for Decimal and UUID, list() for sets, a dict for objects), or give json.dumps a default function.',
      examples: [
        { message: 'Object of type datetime is not JSON serializable', type: 'TypeError', language: 'python' },
        { message: 'keys must be str, int, float, bool or None, not tuple', type: 'TypeError', language: 'python' },
      ],
    },
    {
      id: 'python-json-unknown-language',
      signs: {
        says: [/\bObject of type \w+ is not JSON serializable$|^keys must be str, int, float, bool or None, not \w+$/],
      },
      text: 'The value holds an object that JSON cannot represent, such as a date, decimal, set, bytes or an instance of a class, so it is not serializable as it is.',
      suggestion:
        'Convert it first (a date to ISO text, a set to a list, an object to a dict), or register a converter.',
      examples: ['Object of type Decimal is not JSON serializable'],
    },
    {
      id: 'pickle',
      signs: {
        classes: ['PicklingError', 'UnpicklingError'],
        says: [/\b[Cc]an(?:'t|not) pickle\b .{0,40}(?:object|<|local)|^pickle data was truncated$|\bRan out of input$/],
      },
      text: 'The value cannot be pickled (serialized to pass it to another process or to a file): a lambda, a local function, a lock, a socket or an open file has no pickled form, or the pickle file is empty or damaged.',
      suggestion:
        'Pass plain data and functions defined at the top level of a module, open connections in the worker itself, and write pickle files whole.',
      examples: [
        { message: "cannot pickle '_thread.lock' object", type: 'TypeError', language: 'python' },
        {
          message: "Can't pickle <function <lambda> at 0x7f>: it's not found",
          type: 'PicklingError',
          language: 'python',
        },
      ],
    },
    {
      id: 'class-without-form',
      signs: {
        classes: [
          'NotSerializableException',
          'InvalidDefinitionException',
          'SerializationException',
          'NotSupportedException',
          'InvalidClassException',
          'UnsupportedValueError',
          'UnsupportedTypeError',
          'HttpMessageNotWritableException',
        ],
        where: /serializ|^[\w.$]{3,200}$|NotSerializable|Java 8 date\/time|not supported|unsupported type/i,
        says: [
          /\bNo serializer found for class \S|\bJava 8 date\/time type `\S{1,80}` not supported by default\b|^Serialization of '[^'\n]{1,80}' is not allowed$|^json: unsupported (?:type|value): |\bno implicit conversion .{0,40} to json\b|\bSerialization and deserialization of '[^'\n]{1,160}' instances (?:is|are) not supported\b|\bkey must be a string at line \d|^key must be a string$/,
        ],
      },
      otherSigns: [
        { classes: ['InvalidDocument'], libraries: ['pymongo', 'bson'] },
        { classes: ['PydanticSerializationError'] },
      ],
      text: 'A value of this class or type cannot be serialized: it does not implement the serializable interface, has no public fields or getters to write, or is of a type that the encoder does not support (such as a channel, function, closure or date type).',
      suggestion:
        'Implement the interface or add getters, register the module or converter for that type, or leave the field out (transient, ignore) and send plain data instead.',
      examples: [
        { message: 'com.shop.Cart', type: 'java.io.NotSerializableException', language: 'java' },
        {
          message:
            'No serializer found for class com.shop.Money and no properties discovered to create BeanSerializer (to avoid exception, disable SerializationFeature.FAIL_ON_EMPTY_BEANS)',
          type: 'com.fasterxml.jackson.databind.exc.InvalidDefinitionException',
          language: 'java',
        },
        { message: 'json: unsupported type: chan int', type: 'error', language: 'go' },
        { message: "Serialization of 'Closure' is not allowed", type: 'Exception', language: 'php' },
      ],
    },
  ],
};
