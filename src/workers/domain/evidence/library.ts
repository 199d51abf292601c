// Which libraries stand nearest to where an error was thrown.

import type { StackFrame } from '../../../../schemas/event.js';
import { EXPLAIN_LIBRARIES_MAX, EXPLAIN_LIBRARY_FRAMES_MAX, EXPLAIN_STACK_CHARS_MAX } from '../../../limits.js';
import { rememberFilenames } from '../known-filenames.js';

// `node_modules/pg/`, `node_modules/@scope/name/`; pnpm's and yarn's stores have the name once more behind theirs.
const IN_NODE_MODULES =
  /node_modules[/\\](?:\.pnpm[/\\][^/\\]{1,200}[/\\]node_modules[/\\])?((?:@[\w.-]{1,80}[/\\])?[\w.-]{1,80})/;
const IN_SITE_PACKAGES = /(?:site|dist)-packages[/\\](\w{1,80})/;
/** Of the modules of Python itself, the one whose errors are those of a file too: whose program does not start. */
const IN_SUBPROCESS = /[/\\]python\d[\d.]{0,6}[/\\](subprocess)\.py/;
const IN_GEMS = /gems[/\\]([\w-]{1,80}?)-\d/;
const IN_GO_MODULES = /(?:pkg[/\\]mod[/\\]|vendor[/\\])([\w.-]{1,80}[/\\][\w.-]{1,80}(?:[/\\][\w.-]{1,80})?)/;
const IN_CARGO = /\.cargo[/\\]registry[/\\]src[/\\][^/\\]{1,120}[/\\]([\w-]{1,80}?)-\d/;
const IN_VENDOR_OF_PHP = /vendor[/\\]([\w.-]{1,80}[/\\][\w.-]{1,80})/;
const IN_NODE = /\b(node:[\w/]{1,60})/;
const PLACES = [
  IN_NODE_MODULES,
  IN_SITE_PACKAGES,
  IN_SUBPROCESS,
  IN_GEMS,
  IN_CARGO,
  IN_GO_MODULES,
  IN_VENDOR_OF_PHP,
  IN_NODE,
];
/** What is in front of the class in a frame of Java or .NET: `at org.hibernate.collection.…`. */
const QUALIFIED = /^(?:at )?([a-z][\w]{1,40}(?:\.[a-z_]\w{0,60}){0,6})\.[A-Z]/;

/** A crate of Rust, a gem or a namespace of PHP in front of a class: `diesel::result::Error`, `GuzzleHttp\Exception\…`. */
const NAMESPACED = /^([A-Za-z]\w{1,60})(?:::|\\)/;

/** A module of Python in front of a class in lower case: `struct.error`, `_csv.Error`. */
const OF_MODULE = /^([a-z_]\w{1,60})\.[A-Za-z]\w{1,60}$/;

export interface Thrown {
  /** As qualified as it was written: its packages count as those of a frame do. */
  readonly className: string | null;
  readonly stackFrames?: readonly StackFrame[] | undefined;
  readonly stack?: string | undefined;
}

/**
 * The libraries that the class and the first frames name, the nearest first: `pg`, `@aws-sdk/client-s3`, `sqlalchemy`,
 * `org.hibernate.collection` (with each package that it is in), `node:fs`. Reads so much of the stack as limits say.
 */
export function librariesOf({ className, stackFrames = [], stack }: Thrown): readonly string[] {
  const found = new Set<string>();
  if (className?.includes('.') === true) addPackages(found, className.replace(/^\*/, ''));
  const namespace = className === null ? undefined : (NAMESPACED.exec(className) ?? OF_MODULE.exec(className))?.[1];
  if (namespace !== undefined) found.add(namespace);
  if (stackFrames.length > 0) {
    for (const { filename, module } of stackFrames.slice(0, EXPLAIN_LIBRARY_FRAMES_MAX)) {
      if (filename !== undefined) addPlace(found, filename);
      if (module !== undefined) addPackages(found, `${module}.X`);
    }
  } else if (stack !== undefined) {
    for (const line of stack.slice(0, EXPLAIN_STACK_CHARS_MAX).split('\n', EXPLAIN_LIBRARY_FRAMES_MAX)) {
      const frame = line.trimStart().slice(0, 512);
      addPlace(found, frame);
      if (frame.startsWith('at ')) addPackages(found, frame.replace(/^at [\w.]{1,40}\//, 'at '));
    }
  }
  return [...found].slice(0, EXPLAIN_LIBRARIES_MAX);
}

function addPlace(found: Set<string>, text: string): void {
  const library = libraryIn(text);
  if (library !== NO_LIBRARY) found.add(library);
}

const NO_LIBRARY = '';

const libraryIn = rememberFilenames((text) => {
  for (const place of PLACES) {
    const name = place.exec(text)?.[1];
    if (name !== undefined) return name.replaceAll('\\', '/');
  }
  return NO_LIBRARY;
});

/** A package stands for those that it is in: `org.hibernate.loader` for `org.hibernate` too. */
function addPackages(found: Set<string>, text: string): void {
  const parts = QUALIFIED.exec(text)?.[1]?.split('.') ?? [];
  for (let count = parts.length; count >= 1; count--) found.add(parts.slice(0, count).join('.'));
}
