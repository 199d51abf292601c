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
  match: [
    /(?:^|: )Assignment to constant variable(?=\.?(?:$|\n))/,
    /(?:^|: )invalid assignment to const ['"`]?\w/,
    /(?:^|: )Attempted to assign to readonly property/,
    /(?:^|: )Cannot assign to (?:read only property|read-only property|'[^']+' because it is|property '[^']+' of #|import)/,
    /^"[^"]{1,100}" is read-only$/,
    /(?:^|: )(?:Cannot|can't) (?:add|define) property [^\n]{1,120}[,:] ?[Oo]bject is not extensible/,
    /(?:^|: )Cannot delete (?:property '?[^\n]{1,100}'? of |unconfigurable|a? ?non-configurable)/,
    /^property "?[^"\n]{1,100}"? is non-configurable and can't be deleted/,
    /^Unable to delete property\.$|^can't delete non-configurable|^Cannot assign to property '[^']+' of frozen/,
    /(?:^|: )(?:Cannot redefine property: |can't redefine non-configurable property |Cannot define property [^\n]{1,100}, object)/,
    /^Attempting to (?:change (?:the )?\S+(?: \S+)? (?:attribute|value|getter|setter)|define property on object that is not extensible|configurable)/,
    /^setting getter-only property /,
    /(?:^|: )Cannot set property [^\n]{1,150} which has only a getter/,
    /(?:^|: )'(?:set|defineProperty|deleteProperty)' on proxy: trap returned/,
    /^(?:proxy set handler returned false|proxy deleteProperty handler returned false)/,
    /^Cannot (?:freeze|seal)(?: array buffer views with elements)?$/,
    /^(?:Cannot set property \S+ of \[?object|Object is not extensible|Cannot prevent extensions)/,
    /^A state mutation was detected (?:between|inside) /,
    /^(?:\[Immer\]|Immer:) |^This object has been frozen and should not be mutated/,
    /^You attempted to set the key `\w+` .{0,100} on an object that is meant to be immutable/,
  ],
};
