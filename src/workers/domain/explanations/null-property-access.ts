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
  ],
  match: [
    /(?:^|: )Cannot (?:read|set|delete) propert(?:y|ies) (?:['"`\w][^\n]{0,200} )?of (?:null|undefined)\b/,
    /(?:^|: )(?:can't|cannot|Cannot) access property [^\n]{1,300} (?:is|of) (?:null|undefined)(?=$|\n|\.)/,
    /(?:^|: )(?:null|undefined) is not an object(?=$|\n| \()/,
    /^'[^']{1,200}' is null or not an object/,
    /(?:^|: )Unable to (?:get|set|delete) (?:value of the )?property '[^']*' of (?:undefined|null|the)/,
    /(?:^|: )Cannot destructure (?:property )?[^\n]{1,300} (?:as it is|of|from) '?(?:undefined|null)/,
    /(?:^|: )Cannot convert (?:undefined|null)(?: or null)? to (?:an )?object/,
    /(?:^|: )can't convert (?:undefined|null)(?: or null)? to (?:an )?object/,
    /(?:^|: )Cannot call method '[^']+' of (?:null|undefined)/,
    /^(?:null|undefined) has no properties$|^Right side of assignment cannot be destructured/,
    /(?:^|: )Object reference not set to an instance of an object/,
    /'NoneType' object (?:has no attribute|is not)/,
    /\bundefined method [`'][^`']+' for nil\b/,
    /^Call to a member function \w+\(\) on null/,
    /\bnil pointer dereference\b|\bon a null object reference$|^Cannot invoke "[^"]+" because "[^"]+" is null/,
    /^[a-z_$][\w$]*(?:[.[(][^\s]{0,200})? is (?:null|undefined)$/,
  ],
  matchTyped: [
    /^TypeError: [^\n]{1,200} is (?:null|undefined)(?=$|\n|, can't access)/,
    /^TypeError: (?:right-hand side of [^\n]{1,50}|[^\n]{1,200} is) (?:null|undefined)(?=$|\n)/,
    /^(?:\w+\.)*NullPointerException: /,
  ],
};
