// What is known of a language besides its stack texts: the names that senders give it, and the files it is written in.

import type { StackFrame } from '../../../../schemas/event.js';
import { isOwnDart } from './dart.js';
import { isOwnDotnet } from './dotnet.js';
import { isOwnElixir } from './elixir.js';
import { isOwnGo } from './go.js';
import { isOwnJava } from './java.js';
import { isOwnPhp } from './php.js';
import { isOwnPython } from './python.js';
import { isOwnRuby } from './ruby.js';
import { isOwnRust } from './rust.js';
import { isOwnSwift } from './swift.js';
import type { CallPlace, Language } from './text-stack.js';

/** Tells the application's code from that of others. */
export type OwnCodeRule = (place: CallPlace) => boolean;

const PLATFORMS: ReadonlyMap<string, Language> = new Map([
  ...(['dart', 'elixir', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'swift'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['flutter'] as const).map((name) => [name, 'dart'] as const),
  ...(['csharp', 'dotnet', '.net', 'fsharp', 'visualbasic'] as const).map((name) => [name, 'dotnet'] as const),
  ...(['erlang'] as const).map((name) => [name, 'elixir'] as const),
  ...(['kotlin', 'scala', 'groovy', 'clojure', 'android'] as const).map((name) => [name, 'java'] as const),
  ...(['node', 'nodejs', 'typescript', 'deno', 'bun'] as const).map((name) => [name, 'javascript'] as const),
  ...(['cocoa', 'objc'] as const).map((name) => [name, 'swift'] as const),
]);

const EXTENSIONS: ReadonlyMap<string, Language> = new Map([
  ...(['py', 'pyx'] as const).map((name) => [name, 'python'] as const),
  ...(['java', 'kt', 'scala', 'groovy', 'clj'] as const).map((name) => [name, 'java'] as const),
  ...(['cs', 'fs', 'vb'] as const).map((name) => [name, 'dotnet'] as const),
  ...(['ex', 'exs', 'erl'] as const).map((name) => [name, 'elixir'] as const),
  ...(['js', 'mjs', 'cjs', 'ts', 'tsx', 'jsx', 'vue', 'svelte'] as const).map((name) => [name, 'javascript'] as const),
  ...([
    ['go', 'go'],
    ['rb', 'ruby'],
    ['php', 'php'],
    ['rs', 'rust'],
    ['swift', 'swift'],
    ['dart', 'dart'],
  ] as const),
]);

const RULES: Readonly<Record<Exclude<Language, 'javascript'>, OwnCodeRule>> = {
  dart: isOwnDart,
  dotnet: isOwnDotnet,
  elixir: isOwnElixir,
  go: isOwnGo,
  java: isOwnJava,
  php: isOwnPhp,
  python: isOwnPython,
  ruby: isOwnRuby,
  rust: isOwnRust,
  swift: isOwnSwift,
};

/** The language that a sender names; undefined for none, and for one that is not known here. */
export function toLanguage(platform: unknown): Language | undefined {
  return typeof platform === 'string' ? PLATFORMS.get(platform.toLowerCase()) : undefined;
}

/** The language of the innermost frame that is in a file, by the name of that. */
export function languageOfFrames(frames: readonly Pick<StackFrame, 'filename'>[]): Language | undefined {
  const { filename = '' } = frames.find((frame) => frame.filename !== undefined) ?? {};
  return EXTENSIONS.get(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase());
}

/** The rule for frames that do not say whose they are. JavaScript has the one that holds for all events. */
export function ownCodeRule(platform: unknown): OwnCodeRule | undefined {
  const language = toLanguage(platform);
  return language === undefined || language === 'javascript' ? undefined : RULES[language];
}
