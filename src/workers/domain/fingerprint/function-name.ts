// The name of a function as the source has it: without what compilers, engines and the way of the call add.

import type { StackFrame } from '../../../../schemas/event.js';
import type { Language } from '../stacks/text-stack.js';

/** Empty for a function without a name. */
export function toFunctionName(frame: StackFrame, language: Language | undefined, isBrowser: boolean): string {
  const name = frame.function ?? '';
  if (name === '') return '';
  switch (language) {
    case 'java':
      return ofJava(name, frame.module);
    case 'go':
      return name
        .replace(/\[\.\.\.\]|\(0x.{0,200}\)$/g, '')
        .replace(/(?:\.func\d{1,6}(?:\.\d{1,6})*|\.gowrap\d{1,6}|-fm|-range\d{1,6})+$/, '');
    case 'rust':
      return name.replace(/(?:::\{\{closure\}\}|::\{closure(?:#\d+)?\}|::h[0-9a-f]{16})+/g, '');
    case 'dotnet':
      return ofDotnet(name, frame.module);
    case 'ruby':
      return ofRuby(name);
    case 'python':
      return ANONYMOUS_PYTHON.test(name) ? '' : name.replace(/\.<locals>/g, '').replace(/\.<lambda>$/, '');
    case 'php':
      return name
        .replace(/\{closure.{0,200}\}/g, '')
        .replace(/->/g, '::')
        .replace(/(?:::|\\)+$/, '');
    case 'elixir':
      return name.replace(/^-|\/\d+-(?:fun|lc|inlined)-\d+-.{0,20}$|^anonymous fn\/\d+ in /g, '').replace(/\/\d+$/, '');
    case 'dart':
      return name.replace(/\.?<(?:anonymous closure|fn|async)>/g, '');
    case 'swift':
      return name.replace(/^closure #\d+ (?:\(.{0,200}?\) )?in /, '');
    default:
      return ofJavascript(name, isBrowser);
  }
}

/** The code of a module outside of functions has a name: there is one of it in each file. */
const ANONYMOUS_PYTHON = /^<(?!module>).{1,40}>$/;

/** `lambda$load$0`, `access$000`, classes that frameworks make at run time. */
function ofJava(name: string, module: string | undefined): string {
  const whole = module !== undefined && !name.includes('.') ? `${module}.${name}` : name;
  return whole
    .replace(
      /\$\$(?:Lambda|EnhancerBy\w{1,60}|SpringCGLIB|FastClassBy\w{1,60}|_?javassist\w{0,60}|\w{0,40}CGLIB)\$?.{0,120}?(?=\.[\w<$]+$)/,
      '',
    )
    .replace(/\blambda\$(\w{1,120}?)\$\d{1,6}/g, '$1')
    .replace(/\$anonfun\$(\w{1,120}?)\$\d{1,6}/g, '$1')
    .replace(/(?:\$\d{1,6})+(?=\.|$)/g, '')
    .replace(/\.(?:invokeSuspend|invoke)$/, '');
}

/** What the compiler makes of asynchronous methods and lambdas; in angle brackets is the name in the source. */
function ofDotnet(name: string, module: string | undefined): string {
  const whole = module !== undefined && !name.includes('.') ? `${module}.${name}` : name;
  return whole
    .replace(/[.+]<(\w{1,120})>d(?:__[\w`]{1,20})?\.MoveNext$/, '.$1')
    .replace(/[.+]<>c(?:__DisplayClass[\w`]{1,20})?(?=\.)/g, '')
    .replace(/<(\w{1,120})>[bg]__[\w|]{1,80}/g, '$1')
    .replace(/\(.{0,400}\)$/, '')
    .replace(/`\d{1,3}|\[[^\]]{0,200}\]/g, '');
}

function ofRuby(name: string): string {
  const bare = name
    .replace(/^(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in )+/, '')
    .replace(/^<(?:main|top \(required\))>$/, '<main>');
  // From 3.4 on the class stands in front of the method.
  return bare.slice(Math.max(bare.lastIndexOf('#'), bare.lastIndexOf('.')) + 1);
}

const ANONYMOUS_JAVASCRIPT =
  /^(?:\?|<anonymous>|\(anonymous\)|anonymous|<unknown>|unknown|eval|eval code|global code|module code|<global>|\(anonymous function\))$/i;
/** Objects that a function is called on, which are not what it belongs to. */
const RECEIVER =
  /^(?:(?:Module|Object|Function|exports|module\.exports|window|globalThis|global|self|this|Proxy|_[a-z]\w{0,20}|__webpack_exports__)\.)+/;

function ofJavascript(name: string, isBrowser: boolean): string {
  const bare = name
    .replace(
      /^(?:async\*?|new|promise callback\*|setTimeout handler\*|setInterval handler\*|EventListener\.handleEvent\*) ?(?=\S)/,
      '',
    )
    .replace(/ \[as .{1,200}\]$/, '')
    .replace(/(?:\/?<|\/)+$/, '')
    .replace(/\.prototype\./g, '.')
    .replace(RECEIVER, '');
  const named = isBrowser ? bare.slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('/')) + 1) : bare;
  // A function without a name in an object: `Object.<anonymous>`.
  return ANONYMOUS_JAVASCRIPT.test(named) || named.endsWith('<anonymous>') ? '' : named;
}
