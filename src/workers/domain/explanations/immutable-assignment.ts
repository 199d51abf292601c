import type { Pattern } from '../pattern.js';

export const IMMUTABLE_ASSIGNMENT: Pattern = {
  id: 'immutable-assignment',
  title: 'Change of something read-only',
  text: 'The code changes something that may not change: it assigns a new value to a constant (`const`), or it sets, adds, deletes or redefines a property that is read-only, has only a getter, was already defined as non-configurable, or belongs to a frozen object (for example immutable state).',
  suggestion:
    'Change a copy instead of the original, declare the variable with `let`, add a setter, or make sure that a property is not defined twice by a script or browser extension that runs twice.',
  examples: [
    'Assignment to constant variable.',
    "Cannot assign to read only property 'name' of object '#<Object>'",
    'Cannot set property query of #<IncomingMessage> which has only a getter',
    'Cannot redefine property: ethereum',
  ],
  counterexamples: [
    'Cannot edit a ticket tier that already has sales',
    'Frozen peas cannot be modified',
    'Frozen object in freezer 4 cannot be changed before Friday',
  ],
  match: [
    /(?:^|: )Assignment to constant variable(?=\.?(?:$|\n))|(?:^|: )invalid assignment to const ['"`]?\w|(?:^|: )Attempted to assign to readonly property|(?:^|: )Cannot assign to (?:read only property|read-only property|'[^']+' because it is|property '[^']+' of #|import)|^"[^"]{1,100}" is read-only$|^setting getter-only property /,
    /(?:^|: )(?:Cannot|can't) (?:add|define) property [^\n]{1,120}[,:] ?[Oo]bject is not extensible|(?:^|: )Cannot delete (?:property '?[^\n]{1,100}'? of |unconfigurable|a? ?non-configurable)|^property "?[^"\n]{1,100}"? is non-configurable and can't be deleted|(?:^|: )Cannot set property [^\n]{1,150} which has only a getter/,
    /^Unable to delete property\.$|^can't delete non-configurable|^Cannot assign to property '[^']+' of frozen|(?:^|: )(?:Cannot redefine property: |can't redefine non-configurable property |Cannot define property [^\n]{1,100}, object)|(?:^|: )'(?:set|defineProperty|deleteProperty)' on proxy: trap returned/,
    /^Attempting to (?:change (?:the )?\S+(?: \S+)? (?:attribute|value|getter|setter)|define property on object that is not extensible|configurable)|^(?:proxy set handler returned false|proxy deleteProperty handler returned false)|^Cannot (?:freeze|seal)(?: array buffer views with elements)?$/,
    /^(?:Cannot set property \S+ of \[?object|Object is not extensible|Cannot prevent extensions)|^A state mutation was detected (?:between|inside) |^(?:\[Immer\]|Immer:) |^This object has been frozen and should not be mutated|^You attempted to set the key `\w+` .{0,100} on an object that is meant to be immutable/,
  ],
  cases: [
    {
      id: 'immer-draft',
      when: ['^Immer', '^[Immer'],
      text: 'The function that changes state with Immer does two things at once or too late: it changes the draft and returns a new value, or it uses a draft after the producer has ended.',
      suggestion:
        'Change the draft and return nothing, or return a new value without touching the draft; mind arrow functions that return an assignment, and copy with current() what leaves the producer.',
      examples: [
        '[Immer] An immer producer returned a new value *and* modified its draft. Either return a new value *or* modify the draft.',
      ],
    },
    {
      id: 'immutable-value',
      signs: {
        classes: ['FrozenError', 'FrozenInstanceError', 'ReadOnlyError'],
        says: [
          /^'\w{1,60}' object does not support item (?:assignment|deletion)$|^cannot set '\w{1,60}' attribute of immutable type |^"?\w{1,60}"? is (?:frozen|immutable and does not support item assignment)$|^can't modify frozen \w|^property '\w{1,80}'(?: of '\w{1,80}' object)? has no setter$|^can't set attribute\b|^cannot reassign member '|^Cannot (?:modify|unset|initialize) readonly property \S|^assignment destination is read-only$|^Cannot modify an? unmodifiable (?:list|map|set)$/,
        ],
      },
      otherSigns: [{ classes: ['ReadOnlyBufferException'] }],
      text: 'The code changes a value that is immutable (read-only): a frozen object or string, a tuple, a frozen dataclass or readonly property, or a property without a setter.',
      suggestion:
        'Make a changed copy instead (list(x), dup, dataclasses.replace, clone with), set the value in the constructor, or do not freeze it.',
      examples: [
        { type: 'FrozenError', message: 'can\'t modify frozen String: "abc"', language: 'ruby' },
        { type: 'dataclasses.FrozenInstanceError', message: "cannot assign to field 'price'", language: 'python' },
        { type: 'TypeError', message: "'tuple' object does not support item assignment", language: 'python' },
        { type: 'AttributeError', message: "property 'total' of 'Cart' object has no setter", language: 'python' },
        { message: 'Cannot modify readonly property App\\Cart::$total', language: 'php' },
      ],
    },
    {
      id: 'immutable-collection',
      signs: {
        classes: ['UnsupportedOperationException', 'UnmodifiableCollectionException'],
        says: [
          /^Collection (?:is read-only|was of a fixed size)\.|^Unsupported operation: Cannot (?:modify|add to|remove from|clear|change)/,
        ],
      },
      text: 'The method is not supported by this object. Mostly a list or map is unmodifiable (immutable or of a fixed size), as List.of(), Arrays.asList() and toList() return them, and the code adds, removes or sets elements.',
      suggestion:
        'Make a modifiable copy first (new ArrayList<>(list)), build a new collection instead, or look up which operations the class in the first line of the stack supports.',
      examples: [
        {
          type: 'java.lang.UnsupportedOperationException',
          message: 'null',
          language: 'java',
          stack: 'at java.base/java.util.ImmutableCollections.uoe(ImmutableCollections.java:142)',
        },
        { type: 'System.NotSupportedException', message: 'Collection was of a fixed size.', language: 'dotnet' },
      ],
    },
  ],
};
