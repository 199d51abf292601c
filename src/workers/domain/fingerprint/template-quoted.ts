// Quoted text in a message: the name of a thing tells what to fix, a value does not.

import type { Match, TemplateContext } from './template-context.js';
import { IS_DOCUMENT } from './template-documents.js';

/** Errors of runtimes, which quote names of the program. */
const QUOTES_NAMES: ReadonlySet<string> = new Set([
  ...['TypeError', 'ReferenceError', 'SyntaxError', 'NameError', 'AttributeError', 'KeyError', 'ImportError'],
  ...[
    'ModuleNotFoundError',
    'UnboundLocalError',
    'NoMethodError',
    'UndefinedError',
    'NullPointerException',
    'LoadError',
  ],
  ...['ClassCastException', 'NoSuchMethodError', 'NoSuchFieldError', 'ClassNotFoundException', 'NoClassDefFoundError'],
  ...['NullReferenceException', 'InvalidCastException', 'MissingMethodException', 'MissingFieldException'],
  ...['UnsatisfiedDependencyException', 'NoSuchBeanDefinitionException', 'ProgrammingError', 'UndefinedTable'],
  ...[
    'UndefinedColumn',
    'InvalidTextRepresentationException',
    'TypeLoadException',
    'FileLoadException',
    'ArgumentNullException',
  ],
  ...['BeanCreationException', 'TemplateDoesNotExist', 'NoReverseMatch', 'TemplateNotFound', 'UndefinedFunction'],
  ...['UncaughtThrowError', 'FrozenError', 'KeyNotFoundError', 'JsonMappingException', 'UnrecognizedPropertyException'],
]);

/** What stands in front of a name. */
const NAMED_BEFORE =
  /(?:^|[\s("'])(?:reading|setting|propert(?:y|ies)|fields?|attributes?|columns?|relation|tables?|view|index|constraint|keys?|schema|database|role|function|method|modules?|package|class|type|interface|trait|struct|enum|variable|const|identifier|header|param(?:eter)?s?|arguments?|option|flag|directive|component|element|hook|plugin|extension|provider|service|bean|queue|topic|exchange|collection|model|entity|relationship|association|operator|encoding|charset|codec|locale|protocol|program|executable|command|policy|permission|scope|symbol|object|import|from|sequence|trigger|partition|tablespace|env(?:ironment)?(?: variable)?s?|setting|config|section|library|driver|dialect|template|partial|file|directory|open|scandir|mkdir|rmdir|unlink|rename|l?stat|access|copyfile|spawn|exec|require|load|procedure|cluster|keyspace|namespace|assembly|slot|prop|rule|mutation|query|resolver|job|task|workflow|aggregate|backend|upstream|target|environment|host(?:name)?|secret|profile|region|stage|step|phase|action|export(?: named)?|breaker|pool|cache|data ?source|gateway)(?:[ _]?names?)?\s?[:=(]?\s?(?:\(?["'`\\[]?)$/i;
/** Of what is looked up by a name: `config["db"]`. */
const SUBSCRIPT_BEFORE = /\w\[$/;
/** Where in a body a validator looked. */
const PATH_BEFORE = /\b(?:path|loc|instancePath|dataPath):\s{0,8}\[[^\]]{0,40}$/;
/** What stands behind a name. */
const NAMED_AFTER =
  /^["'`)\]]?\s?(?:(?:relation|table|column|function|method|module|package|class|property|attribute|field|constraint|index|header|is not defined|is not a function|is not a known|is not exported|is not callable|is not recognized as|must (?:be|not|have)|is (?:a )?required|cannot be null|can't be null|can't be blank|cannot be empty|should (?:be|not|have)|violates|in 'field list'|has no attribute|object is not|object has|doesn't have a default)\b)/i;
/** A command or a file is named by what failed on it. */
const IS_IDENTIFIER = /^[A-Za-z_$][\w$]{0,60}(?:[.:/\\-]{1,2}[\w$]{1,60}){0,8}(?:\(\))?$/;
/** A URL, whose ids are gone already. */
const IS_TEMPLATE = /^[a-z]{2,6}:\/\//i;
/** Files that belong to a program; those of users have other endings. */
const IS_SOURCE_FILE =
  /^[\w$@./\\-]{1,200}\.(?:json5?|ya?ml|toml|ini|env|conf|cfg|properties|[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|php|java|kt|cs|sql|html?|css|scss|ejs|hbs|pug|erb|twig|tmpl|proto|graphql|lock|so|dll|node|wasm|pem|crt|key|sock)$/i;
/** In a line of a log, or in a body. */
const TOLD_BEFORE =
  /(?<![\w.-])(?:msg|message|err|error|reason)=$|["'](?:msg|message|err|error|reason)["']\s{0,2}:\s{0,2}$/i;
/** The value of a header that is named in front; `missing header: "x-id"` names one. */
const HEADER_VALUE_BEFORE =
  /(?<!\b(?:missing|required|invalid|unknown|unexpected|unsupported|malformed|bad|no|the|duplicate|forbidden|expected|empty|http|request|response) )\bheader:\s?$/i;
const NOTHING = /^(?:undefined|null|none|nil|nan|true|false|\[object Object\])$/i;

export function templateQuoted({ text, before, after }: Match, context: TemplateContext): string {
  const inside = text.slice(1, -1);
  // Ruby opens with a backquote and closes with an apostrophe.
  const kept = text.startsWith('`') ? `'${inside}'` : text;
  if (context.hasOwnFrames && IS_DOCUMENT.test(inside)) return '<value>';
  if (isName(inside, { before, after, mark: text[0] ?? '' }, context)) return kept;
  if (IS_TEMPLATE.test(inside) || IS_SOURCE_FILE.test(inside)) return kept;
  if (context.hasOwnFrames) return '<value>';
  if (/^<\w+>$/.test(inside)) return kept;
  return IS_IDENTIFIER.test(inside) && !/\d{3,}/.test(inside) && !NOTHING.test(inside) ? kept : '<value>';
}

interface Around {
  readonly before: string;
  readonly after: string;
  readonly mark: string;
}

function isName(inside: string, { before, after, mark }: Around, { className }: TemplateContext): boolean {
  if (QUOTES_NAMES.has(className) && inside.length <= 200) return true;
  // In backquotes stand names of a program, whatever else the language quotes.
  if (mark === '`' && IS_IDENTIFIER.test(inside)) return true;
  if (SUBSCRIPT_BEFORE.test(before) && IS_IDENTIFIER.test(inside) && !/\d/.test(inside)) return true;
  if (HEADER_VALUE_BEFORE.test(before)) return false;
  if (PATH_BEFORE.test(before) || TOLD_BEFORE.test(before)) return true;
  return NAMED_BEFORE.test(before) || NAMED_AFTER.test(after);
}
