import { HYDRATION_CASES, REACT_CASES } from '../cases/frameworks.js';
import { FRAMEWORK_MISUSE_CASES } from '../cases/ui-rules.js';
import type { Pattern } from '../pattern.js';

/** What user-interface frameworks refuse; hydration comes first, as its minified codes are React errors too. */
export const FRAMEWORK_PATTERNS: readonly Pattern[] = [
  {
    id: 'hydration',
    title: 'Server HTML and client render do not match',
    text: 'Hydration failed: the HTML that the server rendered and what the client renders first do not match, so the framework threw the server markup away. Usual causes are dates, random values, or window and localStorage read while rendering, or a browser extension that changed the page.',
    suggestion:
      'Render the same first output on both sides, and move values only the browser knows into an effect (onMounted) or a client-only component.',
    match: [
      /\bHydration failed(?:$|\.| because)|\b(?:error|exception|mismatch\w{0,3})\b.{0,20} (?:while hydrating|during hydration)\b|\bwhile hydrating but React\b|\bHydration (?:completed|node|text|children|class|style|attribute|text content|of)\b.{0,40}\bmismatch|\bHydration (?:children|node|text|class|style|attribute|text content) mismatch\b|\bhydration[ _]mismatch\b|\bHydration completed but contains mismatches\b|^hydration_failed\b/i,
      /\bText content (?:does not|did not) match(?: server-rendered HTML|\. Server: )|\bdid not match\. Server: |\bExpected server HTML to contain\b|\bDid not expect server HTML to contain\b|\bdidn't match the client\b|\bA tree hydrated but some attributes\b|\bExtra attributes from the server\b/,
      /\bMinified React error #(?:418|419|421|422|423|424|425|446)\b|\breact\.dev\/errors\/(?:418|419|421|422|423|424|425)\b/,
      /\bcannot be a (?:descendant|child) of <|\bcannot contain a nested <|\bcannot appear as a (?:descendant|child) of <|^validateDOMNesting\b|\bvalidateDOMNesting\(|\bnode_invalid_placement\b/,
      /\bNG050[0-9]\b|\bThe server could not finish this Suspense boundary\b|\bsuspended while responding to synchronous input\b|\bSuspense boundary received an update before it finished hydrating\b|\bUnable to hydrate\b/i,
    ],
    cases: HYDRATION_CASES,
    examples: [
      'Hydration failed because the initial UI does not match what was rendered on the server.',
      'Minified React error #418; visit https://react.dev/errors/418 for the full message',
      'Text content does not match server-rendered HTML.',
    ],
  },
  {
    id: 'framework-misuse',
    title: 'A rule of the UI framework was broken',
    text: 'The UI framework named a rule that this component, route or module breaks, for example something that is not registered, imported or provided where it is used.',
    suggestion: 'Follow the code or link in the message to the rule, and correct the component it names.',
    match: [
      /\bDynamic server usage: |\bcouldn't be rendered statically because it used\b|\bcannot be passed directly to Client Components\b|\bcan be passed to Client Components from Server Components\b|\bNEXT_(?:REDIRECT|NOT_FOUND|HTTP_ERROR_FALLBACK)\b|\b(?:use client|use server)\b["'`]|\bonly works in a (?:Client|Server) Component\b|\bneeds? `?(?:use\w{1,30}|createContext)`?\. (?:It|This) only works\b|\bClient Components?\b.{0,60}\bServer\b|\bServer Components?\b.{0,60}\bClient\b|\bServer Components render\b/,
      /\bFailed to find Server Action\b|\bInvalid Server Actions request\b|\bshould be wrapped in a suspense boundary\b|\bwas called outside a request scope\b|\bhostname "[^"\n]{1,120}" is not configured under images\b|\bis not configured under images in your `?next\.config|\bImage with src "|\bgetStaticPaths\b|\bgetServerSideProps\b|\bgetStaticProps\b|\bgetInitialProps\b|\bNextRouter was not mounted\b|\binvariant expected app router to be mounted\b|\bError serializing `\.|\bdefault export is not a React Component in\b|\bExport encountered errors? on following paths\b|\bwas used in `generateStaticParams`|\bgenerateStaticParams\b|\bError occurred prerendering page\b|\bPage "[^"\n]{1,120}" (?:is missing|cannot use|has an invalid)|\bYou cannot (?:define|use) (?:a route|different slug names)\b|\bshould be awaited before using its properties\b|\bNo HTTP methods exported in\b|\bNo response is returned from route handler\b|\bNext\.js\b.{0,60}\b(?:requires|does not|router|version|build)|\bInvalid (?:src prop|href|`\w{1,20}` prop) .{0,200}next\/|\bFailed to proxy\b|\bAbort fetching component for route\b|\bMiddleware\b.{0,40}\bEdge Runtime\b|\bnot supported in the Edge Runtime\b|\bA Node\.js (?:API|module) is (?:used|loaded)\b/,
      /\[Vue (?:warn|Router warn)\]|\[vue-router\]|\[vuex\]|\[Vuex\]|\[Pinia\]|\[nuxt\]|\[pinia\]|(?:^|: )Failed to (?:resolve|mount) (?:component|directive|filter)\b|\bAvoided redundant navigation\b|\bRedirected when going from "|\bNavigation (?:cancelled|aborted) from "|\bNo match for \{ ?"?(?:name|path)\b|\bNo match found for location with path "|\bMissing required param "|\bgetActivePinia\(\) was called\b|\b"getActivePinia\(\)"|\bThere is no active Pinia\b|\bProperty "?\w{1,60}"? (?:was accessed during render but is not defined|or method "\w{1,60}" is not defined on the instance)|\bproperty or method "[^"\n]{1,60}" is not defined on the instance\b|\bA composable that requires access to the Nuxt instance\b|\bnuxt instance unavailable\b|\bMaximum recursive updates exceeded\b|\binjection "[^"\n]{1,60}" not found\b|\bMust be called at the top of a `?setup`? function\b|\bAvoid mutating a prop directly\b|\bMissing required prop: "|\bcomponent lists rendered with v-for should have explicit keys\b|\bUnknown custom element: <|\bYou may have an infinite update loop in\b|\bInvalid prop: type check failed\b|\bdo not mutate vuex store state\b|\bunknown (?:action|mutation) type: |\bis called when there is no active component instance\b|\binject\(\) can only be used inside setup\(\)|\bRuntime compilation is not supported\b|\bUnhandled error during execution of\b|\bCannot find module '#|\buseNuxtApp\b|\bdefineNuxtPlugin\b|\bPage not found: \//,
      /\bsvelte\.dev\/e\/|^(?:each_key_duplicate|each_key_volatile|derived_references_self|effect_\w{3,40}|state_\w{3,40}|lifecycle_\w{3,40}|bind_\w{3,40}|component_api_\w{3,40}|props_\w{3,40}|rune_outside_svelte|store_invalid_\w{3,20}|snippet_\w{3,40}|invalid_\w{3,30}_\w{3,20}|svelte_\w{3,40}|derived_\w{3,40}|async_derived_orphan|experimental_async_required|legacy_\w{3,30}|get_abort_signal_\w{3,30})(?=$|\n)|\bFunction called outside component initialization\b|\bCannot have duplicate keys in a keyed each\b|\bis not a store with a 'subscribe' method\b|<svelte:\w|\bis not a valid (?:SSR component|Svelte component)\b|\bCyclical dependency detected: |\bCannot call \w{1,30}\(\.{0,3}\) on the server\b|\bCannot call `?\w{1,40}`? (?:eagerly )?(?:during server-side rendering|from a component)|(?:^|[\s`'])\$(?:state|derived|effect|props)\b[(.`']/,
      /(?:^|: )-?NG(?:0\d{2,4}|[1-9]\d{3})(?::|$)|\bangular\.(?:dev|io)\/errors\/NG|\bNullInjectorError: |\bR3InjectorError\b|\bStaticInjectorError\b|\bNo provider (?:for \w{1,80}!|found for `)|\bExpressionChangedAfterItHasBeenChecked|\bExpression has changed after it was checked\b|\bCan't bind to '|\b'[a-z][\w-]{1,60}' is not a known element\b|\bThe pipe '[^'\n]{1,60}' could not be found\b|\bCannot match any routes(?:\.|$)|\bCan't resolve all parameters for\b|\bNo value accessor for form control\b|\bformGroup expects a FormGroup\b|\bCannot find control with (?:name|path|unspecified)\b|\bUnexpected (?:value|directive|pipe|module) '[^'\n]{1,80}' (?:imported|declared|exported) by the module\b|\bThe selector "[^"\n]{1,80}" did not match any elements\b|\bBrowserModule(?: has already been loaded)?\b|\bZone(?:\.js|Aware)\b|\binject\(\) must be called from an injection context\b|\bCannot instantiate cyclic dependency\b|\bthe JIT compiler\b|\bAngularJS?\b.{0,20}\b(?:requires|error)|\[\$(?:injector|compile|rootScope|parse|http|sce|controller|location|ng)\w{0,12}:\w{2,20}\]|\bCannot find a differ supporting object\b|\bis part of the declarations of 2 modules\b|\bTemplate parse errors\b/,
      /\brequireNativeComponent: |\bwas not found in the UIManager\b|\bTurboModuleRegistry\b|\bNativeModule\b|\bNativeEventEmitter\b|\bNative module cannot be null\b|\bnative module\b.{0,40}\b(?:null|not found|doesn't exist|linked|is not available)|\bhas not been registered\. This can happen if\b|\bText strings must be rendered within a <Text>|\bVirtualizedLists should never be nested\b|\bUnable to load script\. Make sure\b|\bUnable to resolve module .{1,120} from\b|\bView config (?:not found|getter callback)\b|\bdoesn't seem to be linked\b|\[Reanimated\]|\breact-native-\w|\bTried to synchronously call\b|\bCould not connect to (?:the )?development server\b|\bNavigationContainer\b|\bThe action '[A-Z_]{2,30}' (?:with payload .{1,200} )?was not handled by any navigator\b|\bCannot find native module '|\bInvariant Violation: (?:Module|Tried|Native|View|new|"main")|\[runtime not ready\]|\bAsyncStorage is null\b|\bNo bundle URL present\b|\bJSI\b.{0,30}\b(?:binding|install|not)\b/i,
    ],
    matchTyped: [/^(?:NullInjectorError|DynamicServerError|NavigationDuplicated|Svelte error|RunesError|NuxtError): /],
    cases: FRAMEWORK_MISUSE_CASES,
    examples: [
      "Dynamic server usage: Page couldn't be rendered statically because it used `cookies`.",
      '[Vue warn]: Failed to resolve component: UserCard',
      'NG0200: Circular dependency in DI detected for UserService. Find more at https://angular.dev/errors/NG0200',
    ],
  },
  {
    id: 'react',
    title: 'React could not render a component',
    text: 'React stopped while it rendered a component. The message names the component, hook or prop that breaks a rule of React: what it renders, its state, its keys, or the order of its hooks.',
    suggestion:
      'Look at the first component of your own in the component stack, check its props and state, and put an error boundary around parts that may fail.',
    match: [
      /\bMinified (?:React|Redux) error #\d|\breact(?:js)?\.(?:dev|org)\/(?:errors\/\d|docs\/error-decoder)/,
      /\bInvalid hook call\b|\bRendered (?:more|fewer) hooks than\b|\bReact has detected a change in the order of Hooks\b|\bReact Hook "?use[A-Z]|\bShould have a queue\b|\bChange in the order of Hooks\b|\bHooks can only be called\b|\bA component was suspended by an uncached promise\b|\basync\/await is not yet supported in Client Components\b/,
      /(?:^|: )(?:[`'"<]?use[A-Z]\w{0,60}(?:\(\))?[`'">]?) (?:must|should|can only|may (?:only )?be|cannot|has to|hook|was called|called|needs|requires|is not|\w{1,20} must)\b.{0,80}\b(?:within|inside|under|outside|wrapped|Provider|context|child|descendant|component|Router|<)/,
      /\b(?:must|should|has to|needs to) be (?:used|called|rendered|wrapped|placed|a child|a descendant|nested|inside|within)\b.{0,60}(?:\wProvider\b|<(?!Text>)\w{1,40}|\bRouter> ?|\w+Context\b|\bReact context\b)|\bcould not find (?:react-redux context value|"store" in|"client" in)|\bcontext value; please ensure the component is wrapped\b|\bNo QueryClient set\b|\bNo \w{1,30}(?:Client|Context|Provider) (?:set|found|was found|provided)\b|\bwas used outside of (?:its |an? )?<?\w{0,40}(?:Provider|context)\b|\bMissing <?[A-Z]\w{1,30}Provider\b|\bSeems like you have not used\b|\b\w{1,40}Context (?:is (?:undefined|null|not available)|not found)\b|\bCould not find "\w{1,30}" in the context\b|\bCould not find required `\w{1,20}` object\b|\bYou cannot render a <Router> inside another\b|\bmay be used only in the context of a <Router>|\boutside (?:of )?(?:a |an |the |its )?<?\w{1,40}Provider\b/,
      /\bToo many re-renders\b|\bMaximum update depth exceeded\b|\bCannot update (?:a component|during an existing state transition)\b|\bCannot update an unmounted root\b|\bstate update on (?:an unmounted|a) component\b|\bcontains the following (?:infinite )?loop\b.{0,20}setState/,
      /\bnot valid as a React child\b|\bElement type is invalid\b|\btype is invalid -- expected a string\b|\bNothing was returned from render\b|\breturned nothing\b.{0,40}\brender\b|\bReact\.Children\.only expected\b|\bunique "key" prop\b|\bEncountered two children with the same key\b|\bis not a valid React (?:element|component)\b|\bExpected the element type\b|\bFunctions are not valid as a React child\b|\bReact element type\b/,
      /\bTarget container is not a DOM element\b|\bcreateRoot\(|\bUnable to find node on an unmounted component\b|\bA component (?:suspended while|is changing an? (?:un)?controlled)\b|\bis a void element tag and must neither have\b|\b`?style`? prop expects a mapping\b|\bdangerouslySetInnerHTML\b|\bInvalid (?:DOM property|prop|value for prop|ARIA attribute|event handler property) `|\bReceived `?\w{1,10}`? for (?:a|an) (?:non-boolean )?attribute\b|\bCan only set one of `children`|\bFailed prop type: |\bFunction components cannot (?:be given refs|have)\b|\bcomponentWill\w{3,30} has been renamed\b|\bReactDOM\.render is no longer supported\b|\bClass extends value undefined\b.{0,20}Component|\bCannot read .{0,20}ReactCurrentDispatcher|\bof '\(?(?:[\w$.]{1,30}\.|0 ?, ?[\w$.]{1,30}\.)?useContext\)?\(|\blazy: Expected the result of a dynamic import\b|\bThe result of getSnapshot should be cached\b|\bA React component suspended\b|\bThe above error occurred in (?:the|one of) |\bReact will try to recreate this component tree\b|\bobjects are not valid as a react\b|\bYou provided a `(?:value|checked)` prop to a form field\b|\bAn update to \w{1,60} inside a test was not wrapped in act\b/i,
    ],
    cases: REACT_CASES,
    examples: [
      'Invalid hook call. Hooks can only be called inside of the body of a function component.',
      'Too many re-renders. React limits the number of renders to prevent an infinite loop.',
      'useAuth must be used within an AuthProvider',
      'Objects are not valid as a React child (found: object with keys {id, name}).',
    ],
  },
];
