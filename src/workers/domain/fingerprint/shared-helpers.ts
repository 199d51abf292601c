// Functions that throw on behalf of many callers: what to fix is then the caller, not the helper.

/** Last part of the name, in lower case and without underscores. */
const HELPER =
  /^(?:invariant|assert\w*|ensure\w*|fail\w*|throw\w*|raise\w*|panic\w*|expect\w*|must\w*|guard\w*|require(?:d|arg|nonnull|value|field|auth|user|role|permission)\w*|check(?:not)?(?:null|state|argument|arg|status|response|ok|error|index|type)\w*|check|verify|validate|precondition\w*|notnull|nonnull|unreachable|todo|abort\w*|die|bail\w*|reject\w*|(?:create|make|new|build|to|wrap|handle|format|convert|translate|map|raisefor|throwif|throwfor)\w*(?:error|exception|status)|error|exception|request\w*|\w*request|fetch\w*|\w*fetch|http\w*|\w*http|api\w*|\w*api|(?:get|post|put|patch|del|delete|send|read|parse|load|fetch)(?:json|url|http|text|body|xml)|get|post|put|patch|call|callapi|invoke|send|sendcommand|rpc|query\w*|\w*query|execute\w*|exec\w*|run\w{0,4}|runquery|runsql|sql|db|with[a-z]\w*|retry\w*|\w*retry|retries|attempt\w*|try\w*|catch\w*|wrap\w*|wrapper|handle(?:response|result|reply|async)|unwrap\w*|orthrow|getorthrow|\w+orthrow|\w+orfail|\w+ordie|parsejson|safeparse\w*|middleware|interceptor\w*|intercept|proxy|pipe|compose|tap|once|memo\w*|cached|debounce\w*|throttle\w*|timed|timeout|measure|trace\w*|span|transaction\w*|intransaction|dotransaction|graphql|gql|rest|client|axios|dispatchrequest|roundtrip|doreq|dorequest|do)$/;
/** Directories and files of helpers. */
const HELPER_PLACE =
  /(?:^|\/)(?:libs?|utils?|utilities|helpers?|common|shared|support|infra|middlewares?|interceptors?)(?:\/|\.[a-z]{1,4}$)/i;
/** In these languages `lib` holds all of an application. */
const ALL_IN_LIB = /\.(?:pm|exs?|dart)$/;
/** They hold an application whole as often as helpers. */
const FEATURE_PLACE =
  /(?:^|\/)(?:routes?|pages?|app|controllers?|views?|services?|components?|features?|models?|jobs?|handlers?|tasks?|workers?|commands?)\//i;

export interface NamedPlace {
  readonly filename: string;
  /** As `toFunctionName` gives it. */
  readonly name: string;
}

/** Whether a function is called for what others do: known by its name, or by where it lies. */
export function isSharedHelper({ filename, name }: NamedPlace): boolean {
  if (isHelperName(name)) return true;
  const place = ALL_IN_LIB.test(filename) ? filename.replaceAll('lib/', '') : filename;
  const helperAt = HELPER_PLACE.exec(place)?.index ?? -1;
  return helperAt !== -1 && !FEATURE_PLACE.test(place.slice(helperAt));
}

/** As above, by the name alone. */
export function isHelperName(name: string): boolean {
  const last = name.slice(
    Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('\\'), name.lastIndexOf('$')) + 1,
  );
  return HELPER.test(last.replaceAll('_', '').toLowerCase());
}
