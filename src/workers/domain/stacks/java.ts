// Stacks of Java, Kotlin and what else runs on its machine.
//
//   java.lang.IllegalStateException: cart 42 is broken
//   	at com.shop.Cart.load(Cart.java:5)
//   	at java.base/java.lang.Iterable.forEach(Iterable.java:75)
//   	Suppressed: java.io.IOException: close
//   		at …
//   Caused by: java.lang.NullPointerException: …
//   	at com.shop.Cart$Items.total(Cart.java:4)
//   	... 4 more

import {
  type CallPlace,
  isInPackages,
  type StackReader,
  splitMember,
  type TextFrame,
  type ThrownText,
  toHeadline,
  toTextFrame,
} from './text-stack.js';

/** `at [loader//][module@version/]package.Class.method(File.java:12)`. */
const FRAME =
  /^\s*at (?:[\w.@-]*\/{1,2}){0,2}([^\s()/][^\s()]*)\((Native Method|Unknown Source|<generated>|[^\s():]+\.(?:java|kt|kts|scala|groovy|clj|cljc))(?::(\d+))?\)(?: ~?\[.*)?$/;
const CAUSE = /^(\s*)Caused by: (.*)$/;
const SUPPRESSED = /^(\s*)Suppressed: /;
const HEADER = /^(?:Exception in thread "[^"]*" )?(.*)$/;
const GENERATED = /\$\$Lambda|\$\$FastClass|\$\$Enhancer|CGLIB\$\$|\$Proxy\d|GeneratedMethodAccessor|HiddenClass/;

const LIBRARIES: ReadonlySet<string> = new Set([
  ...['java', 'javax', 'jdk', 'sun', 'com.sun', 'jakarta', 'kotlin', 'kotlinx', 'scala', 'groovy', 'clojure'],
  ...['android', 'androidx', 'dalvik', 'com.android', 'com.google', 'org.apache', 'org.springframework'],
  ...['org.hibernate', 'org.eclipse', 'org.jboss', 'org.junit', 'junit', 'org.codehaus', 'org.gradle', 'org.aspectj'],
  ...['org.slf4j', 'org.postgresql', 'org.mockito', 'io.netty', 'io.reactivex', 'io.undertow', 'io.vertx'],
  ...['io.micronaut', 'io.quarkus', 'io.grpc', 'io.ktor', 'io.opentelemetry', 'io.sentry', 'reactor', 'rx', 'akka'],
  ...['play', 'okhttp3', 'okio', 'retrofit2', 'feign', 'ch.qos', 'com.fasterxml', 'com.zaxxer', 'com.mysql'],
  ...['com.squareup', 'net.bytebuddy', 'dagger', 'worker.org'],
]);

export const JAVA: StackReader = {
  language: 'java',
  isOwnLine: (line) => FRAME.test(line),
  read: (lines) => readChain(lines, readFrame),
};

/** False for the runtime, for well-known libraries, and for classes made while the program runs. */
export function isOwnJava({ module, function: name = '' }: CallPlace): boolean {
  if (GENERATED.test(name)) return false;
  return module === undefined || !(isInPackages(module, LIBRARIES) || GENERATED.test(module));
}

function readFrame(line: string): TextFrame | undefined {
  const [, call = '', file = '', lineno] = FRAME.exec(line) ?? [];
  if (call === '') return undefined;
  const filename = file.includes('.') ? file : undefined;
  return toTextFrame({ ...splitMember(call), filename, line: lineno }, isOwnJava);
}

/** Errors one below the other, each with its frames; what was suppressed on the way is passed over. */
export function readChain(
  lines: readonly string[],
  toFrame: (line: string) => TextFrame | undefined,
): readonly ThrownText[] {
  const first = HEADER.exec(lines.find((line) => line.trim() !== '')?.trim() ?? '')?.[1] ?? '';
  let frames: TextFrame[] = [];
  const chain: ThrownText[] = [{ ...toHeadline(first), frames }];
  let suppressedIndent = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const suppressed = SUPPRESSED.exec(line);
    if (suppressed !== null) suppressedIndent = Math.min(suppressedIndent, suppressed[1]?.length ?? 0);
    const [, indent = '', headline = ''] = CAUSE.exec(line) ?? [];
    // A cause of what was suppressed is as far to the right as that is.
    if (headline !== '' && indent.length < suppressedIndent) {
      suppressedIndent = Number.POSITIVE_INFINITY;
      frames = [];
      chain.push({ ...toHeadline(headline), frames });
      continue;
    }
    const frame = suppressedIndent === Number.POSITIVE_INFINITY ? toFrame(line) : undefined;
    if (frame !== undefined) frames.push(frame);
  }
  return chain;
}
