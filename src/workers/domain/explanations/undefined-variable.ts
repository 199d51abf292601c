import type { Pattern } from '../pattern.js';

export const UNDEFINED_VARIABLE: Pattern = {
  id: 'undefined-variable',
  title: 'Name not defined, or used too early',
  text: 'The code uses a variable or function name that is not defined (declared) in this scope: it is misspelled, not imported, or the script that should define it did not load.',
  suggestion:
    'Check the spelling, import or declare the name before it is used, and check that scripts which define globals load first (or were blocked).',
  examples: [
    'trackEvent is not defined',
    'process is not defined',
    "Cannot access 'config' before initialization",
    'Cannot access uninitialized variable.',
  ],
  counterexamples: ['User is not defined as admin in project Atlas', 'Name is not defined in the register of births'],
  match: [
    /(?:^|: )assignment to undeclared variable [\w$]+|^reference to undefined property |(?:^|: )Can't find variable: [\w$]+(?=$|\n)|^Property '[\w$]+' doesn't exist$|^[A-Z_a-z$][\w$]{0,100} is not defined(?=$|\n|\.$)|(?:^|: )ReferenceError: [\w$.]{1,100} is not defined(?=$|\n)|^access to strict mode caller function is censored/,
  ],
  matchTyped: [
    /^ReferenceError: (?:[^\s]{1,150} is not defined(?=$|\n|\.)|['"]?[\w$]+['"]? is (?:undefined|not declared)(?=$|\n)|assignment to|Property ')/,
  ],
  cases: [
    {
      id: 'too-early',
      signs: {
        says: [
          /(?:^|: )Cannot access '[^']{1,100}' before initialization|(?:^|: )Cannot access uninitialized variable|^Must be initialized before use$|(?:^|: )can't access lexical declaration ['"`]?[\w$]+['"`]? before initialization|^ReferenceError: ['"]?[\w$]+['"]? is not initialized$/,
        ],
      },
      text: 'A variable or class is used before it is initialized: the line that declares it (`let`, `const` or `class`) has not run yet. Often two modules import each other (a circular import).',
      suggestion:
        'Move the use after the declaration, and break import cycles by moving what both need into a third module.',
      examples: ["Cannot access 'config' before initialization", 'Cannot access uninitialized variable.'],
    },
    {
      id: 'not-assigned-yet',
      signs: {
        classes: ['UnboundLocalError', 'UninitializedPropertyAccessException', 'LateInitializationError'],
        says: [
          /^lateinit property \w{1,80} has not been initialized$|^local variable '\w{1,80}' referenced before assignment$/,
        ],
      },
      otherSigns: [{ says: [/^Typed (?:static )?property \S{1,160} must not be accessed before initialization/] }],
      text: 'A variable is read before a value was assigned to it: the line that sets it was not run, because it stands in a branch, a loop or a later method. In Python any assignment in a function makes the name local to it.',
      suggestion:
        'Set the variable before the branch, pass it as a parameter (or declare it global or nonlocal in Python), and initialize lateinit and injected fields before the first use.',
      examples: [
        {
          type: 'UnboundLocalError',
          message: "cannot access local variable 'total' where it is not associated with a value",
          language: 'python',
        },
        {
          type: 'kotlin.UninitializedPropertyAccessException',
          message: 'lateinit property repo has not been initialized',
          language: 'java',
        },
      ],
    },
    {
      id: 'no-browser-support',
      when: /^Can't find variable: (?:ResizeObserver|IntersectionObserver|BigInt|BigInt64Array|globalThis|structuredClone|WeakRef|FinalizationRegistry|PaymentRequest|Notification|PushManager|SharedArrayBuffer|OffscreenCanvas|BroadcastChannel|requestIdleCallback|MediaRecorder|SpeechRecognition|CompressionStream|ReadableStream|AbortController|queueMicrotask|EventSource|Intl|URLPattern|VideoEncoder)$/,
      text: 'This browser does not have the global: it is too old for this API, does not support it, or offers it only on https pages and outside of webviews. So the name is not defined there.',
      suggestion:
        'Test for it before use (typeof ResizeObserver !== "undefined"), load a polyfill for the browsers you support, or offer a fallback.',
      examples: ["Can't find variable: ResizeObserver"],
    },
    {
      id: 'browser-only',
      when: /\b(?:window|document|navigator|localStorage|sessionStorage|self|location|history|alert|HTMLElement|Element|ResizeObserver|IntersectionObserver|MutationObserver|DOMParser|XMLHttpRequest|File|FormData|Worker)\b(?: is not defined|' doesn't)/,
      text: 'This global is defined in a browser only, and the code ran on a Node server (server rendering, a build or a test), where it does not exist.',
      suggestion:
        'Move the code into an effect or mounted hook, load the component on the client only, or guard it with typeof window !== "undefined". For tests use a DOM environment.',
      examples: ['window is not defined'],
    },
    {
      id: 'node-only',
      when: /\b(?:process|require|module|exports|Buffer|__dirname|__filename|global|setImmediate)\b(?: is not defined|' doesn't)|variable: (?:process|require|module|exports|Buffer|global)\b/,
      text: 'This global is defined in Node (for some of them only in CommonJS modules), and the code ran in a browser or an ES module, where it does not exist.',
      suggestion:
        'In the browser let the bundler replace it (import.meta.env or a define option instead of process.env); in ES modules use import and import.meta.url.',
      examples: ['process is not defined'],
    },
    {
      id: 'third-party-script',
      when: /(?:^|: )(?:gtag|ga|_gaq|fbq|FB|dataLayer|google|grecaptcha|hcaptcha|turnstile|Stripe|paypal|PayPal|Razorpay|jQuery|\$|analytics|mixpanel|amplitude|Intercom|hj|clarity|twttr|YT|Plaid|mapboxgl|L|bootstrap|Chart|Swal|Sentry|adsbygoogle|googletag|__tcfapi|OneTrust|pintrk|ttq|snaptr|zE|HubSpotConversations|_hsq|Calendly) is not defined|variable: (?:gtag|ga|fbq|FB|dataLayer|google|grecaptcha|Stripe|paypal|jQuery|\$|googletag|YT|L)$/,
      text: 'The global of a third-party script is not defined: the script has not loaded yet, failed to load, or was blocked by an ad blocker, a consent banner or a content security policy.',
      suggestion:
        'Check in the network tab that the script loads before this code runs, test for the global (typeof gtag === "function") before you call it, and let the page work without it.',
      examples: ['gtag is not defined', "Can't find variable: $"],
    },
    {
      id: 'not-accessible',
      signs: { classes: ['InaccessibleObjectException'] },
      text: 'The module system of Java does not let this library reach into a class by reflection: the package is not opened to it. Mostly an old library runs on a newer Java.',
      suggestion:
        'Update the library that the stack names, or open the package to it with --add-opens in the arguments of the JVM.',
      examples: [
        {
          type: 'java.lang.reflect.InaccessibleObjectException',
          message:
            'Unable to make field private final byte[] java.lang.String.value accessible: module java.base does not "opens java.lang" to unnamed module',
          language: 'java',
        },
      ],
    },
    {
      id: 'unknown-attribute',
      signs: {
        classes: ['NoSuchFieldException', 'NoSuchMethodException'],
        says: [
          /^(?:module|type object|'(?!NoneType'|coroutine')\w[\w.]{0,100}' object|partially initialized module) ?(?:'[\w.]{1,100}' )?has no attribute '\w{1,100}'|^Undefined property: \S{1,120}::\$\w{1,100}$|^Cannot access (?:private|protected) (?:property|const(?:ant)?) \S{1,160}$/,
        ],
      },
      text: 'The object, class or module has no attribute, property or method of this name, or it is private: the name is misspelled, belongs to another type than the value really has, came or went with another version of the library, or a file of your own has the name of the module.',
      suggestion:
        'Check the type of the value (print its type) and the spelling of the name, compare the installed version with the documentation, and rename files that shadow a library.',
      examples: [
        { type: 'AttributeError', message: "'dict' object has no attribute 'iteritems'", language: 'python' },
        { type: 'AttributeError', message: "module 'numpy' has no attribute 'float'", language: 'python' },
        { type: 'AttributeError', message: "type object 'Order' has no attribute 'objects'", language: 'python' },
      ],
    },
    {
      id: 'unknown-constant',
      signs: {
        says: [
          /^uninitialized constant \S{1,200}(?=$|\n)|^Undefined (?:class )?constant ['"]?[\w\\:]{1,120}['"]?$|^(?:Class|Interface|Trait|Enum|Attribute class) ['"]\w{1,80}(?:\\\w{1,80}){1,10}['"] (?:not found|does not exist)|^(?:ReflectionException: |BindingResolutionException: Target )?(?:Class|class) ['"\[][\w\\]{1,200}['"\]] (?:does not exist|not found)\.?$/,
        ],
      },
      otherSigns: [{ says: [/^(?:Class|Interface|Trait|Enum) "[\w\\]{1,200}" not found$/], languages: ['php'] }],
      text: 'The code names a class, module or constant that is not defined: its file was not required or not found by the autoloader, the name or namespace is misspelled, its import (use) is missing, or its package is not installed.',
      suggestion:
        'Check the spelling and the namespace, name the file as the autoloader expects (upper and lower case matter on Linux), and run composer dump-autoload (PHP) or require the file or gem (Ruby).',
      examples: [
        { type: 'NameError', message: 'uninitialized constant ShopController', language: 'ruby' },
        { message: 'Undefined constant "SHOP_KEY"', language: 'php' },
        { message: 'Class "App\\Services\\Mailer" not found', language: 'php' },
      ],
    },
    {
      id: 'unknown-name',
      signs: {
        says: [
          /^name '\w{1,100}' is not defined\b|^Global symbol "[$@%]\w{1,80}" requires explicit package name|^undefined local variable or method [`']|^Undefined (?:global )?variable:? \$\w{1,100}$|^cannot find (?:value|function|type|macro) `\S{1,100}` in this scope|^undefined (?:variable "\w{1,80}"|function \w{1,80}[?!]?\/\d)|\bUse of undeclared identifier '|\.go:\d{1,6}:\d{1,6}: undefined: \w/,
        ],
        codes: ['TS2304', 'TS2552', 'CS0103', 'CS1061', 'CS0246'],
      },
      otherSigns: [
        {
          says: [
            /^[\w.+\/-]{1,200}:\d{1,7}(?::\d{1,7})?: error: (?:['‘]\w{1,80}['’] (?:undeclared|was not declared|has not been declared|does not name a type)|use of undeclared identifier|unknown type name|cannot find symbol)/,
          ],
        },
        { codes: ['E0425', 'E0412', 'E0599'] },
        { says: [/^\S{1,200}\.java:\d{1,7}: error: cannot find symbol/] },
        { classes: ['UndefVarError'] },
        {
          says: [
            /^Error(?: in .{1,200})? ?: object '[\w.]{1,80}' not found$/s,
            /^Error in .{1,200} : object '[\w.]{1,80}' not found$/s,
          ],
        },
      ],
      text: 'The code uses a variable, function or name that is not defined where it is used: it is misspelled, not imported, declared in another scope, or set only in a branch that was not run.',
      suggestion:
        'Check the spelling, add the missing import or declaration above the first use, and give variables a value on every path.',
      examples: [
        { type: 'Error', message: 'A.java:1: error: cannot find symbol' },
        { type: 'NameError', message: "name 'pd' is not defined", language: 'python' },
        {
          type: 'NameError',
          message: "undefined local variable or method `user' for main:Object",
          language: 'ruby',
        },
        { type: 'ErrorException', message: 'Undefined variable $total', language: 'php' },
        "src/cart.ts:4:1 - error TS2304: Cannot find name 'total'.",
      ],
    },
    {
      id: 'declared-twice',
      signs: { says: [/^Cannot redeclare \S{1,120} \(previously declared in /] },
      text: 'A function of this name is declared twice: its file is included (required) more than once, or two files define the same name.',
      suggestion: 'Use require_once or autoloading, and put functions into a namespace or rename one of them.',
      examples: [
        { type: 'Error', message: 'Cannot redeclare foo() (previously declared in /srv/a.php:3)', language: 'php' },
      ],
    },
  ],
};
