// Names with their values in a message: `user=ann`, and the properties of a body or of a log line in JSON.

import type { Match, TemplateContext } from './template-context.js';

/** Names whose values say what is wrong. */
const TELLING_NAME =
  /^(?:status|code|errno|error|err|type|kind|method|reason|desc|state|sqlstate|class|name|op|syscall)$/i;

export function templateAssigned(
  { text, groups: [name = '', value = ''] }: Match,
  { hasOwnFrames }: TemplateContext,
): string {
  const isValue = /\d/.test(value) || hasOwnFrames;
  return isValue && !TELLING_NAME.test(name) ? `${name}=<value>` : text;
}

/** A property of JSON, as Python writes it too: its name in either mark, and its value; that is empty in front of `{` or `[`. */
export const PROPERTY =
  /(?<=[{,]\s{0,24})(?:"([\w.-]{1,60})"|'([\w.-]{1,60})')\s{0,2}:\s{0,2}("(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|-?\d[\d.eE+-]{0,30}|(?:true|false|null|True|False|None)\b|(?=[[{]))/g;

/** Properties whose values say what is wrong, whatever else a body holds. */
const TELLING_PROPERTY =
  /^(?:err(?:or)?s?(?:[_-]?(?:code|type|description))?|code|reason|errno|status(?:[_-]?code)?|sqlstate|message|msg|detail|title)$/i;

/** A body that a message quotes: its properties stay, their values go. */
export function templateProperty({ text, groups }: Match, { hasOwnFrames }: TemplateContext): string {
  const [double, single = '', value = ''] = groups;
  return hasOwnFrames ? withoutValue(double ?? single, value, TELLING_PROPERTY) : text;
}

/** A line of a log, whole: a level and a message, among others. */
export const LOG_LINE =
  /^\s{0,8}\{(?=[^\n]{0,2048}"(?:level|lvl|levelname|severity|log\.level)"\s{0,2}:)(?=[^\n]{0,2048}"(?:msg|message)"\s{0,2}:)/i;
const TELLING_IN_LOG =
  /^(?:msg|message|err(?:or)?s?(?:[._-]?(?:code|type|name|message))?|reason|event|code|errno|level|lvl|levelname|log\.level|severity|logger|status(?:[_-]?code)?|sqlstate|type|exception)$/i;

/** Of any length: a stack is in it as well, and the line may be cut in the middle of that. */
export const LOGGED =
  /(?<=[{,]\s{0,24})"([\w.-]{1,60})"\s{0,2}:\s{0,2}("(?:[^"\\\n]|\\.){0,2048}(?:"|\\?$)|-?\d[\d.eE+-]{0,30}|(?:true|false|null)\b|(?=[[{]))/g;

/** The line says itself what of it is a value, also where no call site tells. */
export function templateLogged({ groups: [name = '', value = ''] }: Match): string {
  return withoutValue(name, value, TELLING_IN_LOG);
}

function withoutValue(name: string, value: string, telling: RegExp): string {
  return value === '' || telling.test(name) ? `${name}:${value.replace(/^["']|["']$/g, '')}` : `${name}:<value>`;
}
