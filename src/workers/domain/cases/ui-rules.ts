import type { PatternCase } from '../pattern.js';

const REACT_NATIVE_CASES: readonly PatternCase[] = [
  {
    when: /Text strings must be rendered/,
    text: 'React Native can show text only inside a Text component, and here a string (often a stray space, or the 0 of `count && <View/>`) is rendered outside of one.',
    suggestion:
      'Wrap the string in <Text>, and write conditions so that they give null or an element, never an empty string or 0.',
    examples: ['Text strings must be rendered within a <Text> component.'],
  },
  {
    when: /VirtualizedLists|any navigator|NavigationContainer/,
    text: 'A React Native list or navigator is used where it cannot work: a list nested in a ScrollView of the same direction, or a screen or navigation action that no navigator on this screen knows.',
    suggestion:
      'Give headers to the list itself instead of a ScrollView around it, wrap the app in one NavigationContainer, and check the name of the screen and which navigator holds it.',
    examples: ['VirtualizedLists should never be nested inside plain ScrollViews with the same orientation'],
  },
  {
    when: /Unable to load script|development server|No bundle URL|has not been registered/i,
    text: 'The React Native app could not load its JavaScript bundle, or the bundle never registered the app under the expected name. Usually the Metro development server is not running or not reachable, or an earlier error stopped the bundle.',
    suggestion:
      'Start Metro and check that device and computer share a network, that AppRegistry registers the name used in the native project, and rebuild the app after a clean start.',
    examples: [
      'Unable to load script. Make sure you are either running Metro or that your bundle is packaged correctly for release',
    ],
  },
  {
    when: /requireNativeComponent|UIManager|TurboModule|NativeModule|NativeEventEmitter|native module|View config|linked|react-native-|\[Reanimated\]|AsyncStorage is null|JSI|runtime not ready|Invariant Violation: (?:Module|Native|View|new)|synchronously/i,
    text: 'The JavaScript side of a React Native library is there, but its native code is not in the app that runs. The native module or view was not linked, or the app was not rebuilt after the install.',
    suggestion:
      'Install the pods and rebuild the app (a reload is not enough), check that the versions of the library and React Native match, and use a development build if Expo Go lacks the module.',
    examples: ['requireNativeComponent: "RNCSafeAreaView" was not found in the UIManager.'],
  },
];

const NEXT_CASES: readonly PatternCase[] = [
  {
    when: /Dynamic server usage|rendered statically|generateStaticParams|getStaticPaths|prerender|Export encountered/i,
    text: 'A page that Next.js renders at build time (static) uses something known only per request, such as cookies, headers or search params, or fails while it is prerendered. The build cannot render it statically.',
    suggestion:
      "Mark the route as dynamic (export const dynamic = 'force-dynamic'), or move the request data into a part behind Suspense, and do not swallow this error in a try/catch.",
    examples: ["Dynamic server usage: Page couldn't be rendered statically because it used `cookies`."],
  },
  {
    when: /Client Components?|Server Components?|use client|use server|only works in a (?:Client|Server)|createContext/,
    text: 'A server component and a client component are mixed up: hooks, state, functions as props and class instances work only on the client, while only plain data can pass from a server component to a client one.',
    suggestion:
      'Put "use client" at the top of the file that needs hooks or event handlers, pass plain objects as props, and mark a function the client may call on the server with "use server".',
    examples: [
      'Functions cannot be passed directly to Client Components unless you explicitly expose it by marking it with "use server".',
    ],
  },
  {
    when: /Server Actions?\b/,
    text: 'Next.js does not know the server action the browser called, or refused the request. Most often the page is from an older deployment, or a proxy changed its host or origin header.',
    suggestion:
      'Reload the page after a deploy, keep the encryption key of actions the same across builds and instances, and list proxies under serverActions.allowedOrigins.',
    examples: ['Failed to find Server Action "abc". This request might be from an older or newer deployment.'],
  },
  {
    when: /configured under images|Image with src|next\/image/,
    text: 'The Next.js image component refuses this image: the hostname of its source is not configured, or a required prop such as width, height or alt is missing.',
    suggestion:
      'Add the host under images.remotePatterns in next.config, and give the image its width and height (or fill).',
    examples: [
      'Invalid src prop on `next/image`, hostname "x.io" is not configured under images in your `next.config.js`',
    ],
  },
  {
    when: /suspense boundary|request scope|awaited before/,
    text: 'A Next.js request API is used where it is not available: useSearchParams without a Suspense boundary, cookies or headers outside a request, or params and searchParams without await.',
    suggestion:
      'Wrap the component in <Suspense>, call cookies() and headers() inside the request handler, and await params before reading their properties.',
    examples: [
      'useSearchParams() should be wrapped in a suspense boundary at page "/login".',
      '`cookies` was called outside a request scope.',
    ],
  },
  {
    when: /NEXT_REDIRECT|NEXT_NOT_FOUND|NEXT_HTTP/,
    text: 'This is how redirect() and notFound() of Next.js leave the render: they throw. It shows up as an error when a try/catch in your code caught it.',
    suggestion:
      'Call redirect() and notFound() outside of try blocks, or throw the caught error again. There is no need to report it.',
    examples: ['NEXT_REDIRECT'],
  },
  {
    when: /Edge Runtime/,
    text: 'Middleware or an edge route uses a Node.js API or module that the Edge Runtime does not have.',
    suggestion:
      "Use web APIs there (fetch, Web Crypto), or run the route on Node with export const runtime = 'nodejs'.",
    examples: ['A Node.js API is used (process.cwd) which is not supported in the Edge Runtime.'],
  },
  {
    when: /Error serializing/,
    text: 'Props that go from the server to the page must be plain JSON, and one of them is undefined, a date, or a class instance.',
    suggestion:
      'Return null instead of undefined, and turn dates and objects into strings and plain objects before returning the props.',
    examples: ['Error serializing `.date` returned from `getServerSideProps` in "/posts".'],
  },
  {
    when: /NextRouter|app router|default export|Page "|route handler|HTTP methods|getServerSideProps|getStaticProps|getInitialProps|You cannot|Next\.js|Failed to proxy|Abort fetching|Invalid (?:href|`)/,
    text: 'Next.js cannot use this page or route as it is written: its default export or handler is missing or wrong, a router of the other kind (pages or app) is used, or two routes collide.',
    suggestion:
      'Export a component from pages and named methods (GET, POST) that return a Response from route handlers, import the router from next/navigation in the app directory, and restart the build.',
    examples: ['NextRouter was not mounted.', 'The default export is not a React Component in page: "/about"'],
  },
];

const VUE_CASES: readonly PatternCase[] = [
  {
    when: /Failed to (?:resolve|mount)|Unknown custom element/,
    text: 'The template uses a component or directive that Vue does not know: it is not imported or not registered, or its name is misspelled.',
    suggestion:
      'Import the component in the file that uses it (or register it on the app), check the spelling, and tell the compiler if the tag is a custom element.',
    examples: ['[Vue warn]: Failed to resolve component: UserCard'],
  },
  {
    when: /redundant navigation|Navigation (?:cancelled|aborted)|Redirected when going|NavigationDuplicated/,
    text: 'The Vue router did not complete a navigation: it goes to the same route that is already open, or a guard or a newer navigation cancelled or redirected it. This is mostly harmless.',
    suggestion:
      'Handle the promise of router.push() and ignore this kind of failure, or compare the current route before you navigate.',
    examples: ['Avoided redundant navigation to current location: "/login".'],
  },
  {
    when: /No match (?:for|found)|Missing required param|Page not found|Vue Router|vue-router/,
    text: 'The Vue router has no route that matches this path or name, or a param that the route requires is missing.',
    suggestion:
      'Check the path or name and the params of the link against the routes, and add a catch-all route that shows a not-found page.',
    examples: ['[Vue Router warn]: No match found for location with path "/userz"'],
  },
  {
    when: /Pinia|Vuex|mutation type|action type|vuex/i,
    text: 'A store is used in a way it does not allow: before Pinia is active on the app, by an unknown action or mutation name, or by changing its state outside a mutation.',
    suggestion:
      'Call app.use(pinia) before the first useStore(), call useStore() inside setup or functions rather than at module level, and check the name of the action or mutation.',
    examples: ['getActivePinia() was called but there was no active Pinia.'],
  },
  {
    when: /accessed during render|not defined on the instance|property or method/i,
    text: 'The template reads a property that the Vue component does not define, so it is undefined during render.',
    suggestion: 'Declare it in setup, data, computed or props (and return it from setup), and check the spelling.',
    examples: ['[Vue warn]: Property "foo" was accessed during render but is not defined on instance.'],
  },
  {
    when: /prop\b|Invalid prop/,
    text: 'A Vue component got a prop that is missing or of the wrong type, or it changes a prop itself, although props belong to the parent.',
    suggestion:
      'Pass the required prop with the type that is declared, and emit an event (or use v-model) instead of changing it in the child.',
    examples: ['[Vue warn]: Missing required prop: "title"'],
  },
  {
    when: /recursive updates|infinite update/i,
    text: 'A Vue component changes, while it renders or in a watcher, the very state that triggers the next update, which makes an infinite loop.',
    suggestion:
      'Do not change state in a template, computed value or updated hook, and let a watcher write only when the value differs.',
    examples: ['[Vue warn]: Maximum recursive updates exceeded in component <App>.'],
  },
  {
    when: /inject|setup|Nuxt|active component instance|nuxt/,
    text: 'A composable, a lifecycle hook, inject or a Nuxt function ran outside of setup, so there is no active component (or Nuxt) instance, or nobody provided the value that is injected.',
    suggestion:
      'Call it at the top of setup, before any await, and provide the injected value in a parent component or on the app.',
    examples: [
      '[Vue warn]: injection "theme" not found.',
      '[nuxt] A composable that requires access to the Nuxt instance was called outside of a plugin',
    ],
  },
];

const SVELTE_CASES: readonly PatternCase[] = [
  {
    when: /each_key|duplicate keys/,
    text: 'Two items of a keyed each block have the same key, so Svelte cannot tell them apart. Keys must be unique in the list.',
    suggestion: 'Use a unique id of the item as key, and remove duplicate items from the list before you render it.',
    examples: [
      'each_key_duplicate\nKeyed each block has duplicate key `42` at indexes 0 and 3\nhttps://svelte.dev/e/each_key_duplicate',
    ],
  },
  {
    when: /derived_references_self|effect_update_depth|state_unsafe|Cyclical dependency/,
    text: 'A Svelte state, derived value or effect depends on itself: it reads and writes the same state, which makes a circular, recursive or infinite loop of updates.',
    suggestion:
      'Compute values with $derived and without side effects, write state in event handlers, and use untrack() in an effect for state it should not react to.',
    examples: [
      'derived_references_self\nA derived value cannot reference itself recursively\nhttps://svelte.dev/e/derived_references_self',
    ],
  },
];

const SVELTE_GENERAL_CASES: readonly PatternCase[] = [
  {
    when: /lifecycle_|outside component init|effect_orphan|rune_outside|on the server|server-side/i,
    text: 'A Svelte function ran where it cannot: a lifecycle function or effect outside the start of a component, a rune outside a .svelte or .svelte.js file, or browser-only code during server rendering.',
    suggestion:
      'Call it at the top level of the component script, rename the file to .svelte.js, and move browser code into onMount.',
    examples: ['Function called outside component initialization'],
  },
  {
    when: /svelte|^(?:bind_|props_|state_|effect_|store_|snippet_|component_api|legacy_|derived_|invalid_)|'subscribe' method|\$(?:state|derived|effect|props)/i,
    text: 'A rule of Svelte is broken by this component: its state, props, bindings, store or snippet are used in a way the compiler or runtime does not allow. The code at the start of the message names the rule.',
    suggestion: 'Open the svelte.dev link or look up that code, and change the place in the component it names.',
    examples: [
      "'user' is not a store with a 'subscribe' method",
      'props_invalid_value\nhttps://svelte.dev/e/props_invalid_value',
    ],
  },
];

const ANGULAR_CASES: readonly PatternCase[] = [
  {
    when: /NG0?200\b|cyclic dependency|Circular dependency/i,
    text: 'Angular found a circular dependency in dependency injection: a service injects another one that, directly or over others, injects the first.',
    suggestion:
      'Move the shared part into a third service that both depend on, or inject one of them lazily through the Injector.',
    examples: [
      'NG0200: Circular dependency in DI detected for UserService. Find more at https://angular.dev/errors/NG0200',
    ],
  },
  {
    when: /NullInjector|R3Injector|StaticInjector|No provider|resolve all parameters|NG0?20[1-9]\b|injection context|\$injector|inject\(\) must/,
    text: 'Angular cannot inject a dependency: there is no provider for it where it is asked for. A module or provide function is not imported, or the service is not injectable.',
    suggestion:
      "Import the module (or add provideHttpClient() and the like to the app's providers), mark the service @Injectable({ providedIn: 'root' }), and call inject() only in constructors and field initializers.",
    examples: ['No provider for HttpClient!'],
  },
  {
    when: /Can't bind|known element|NG030[2-4]\b|NG800[1-4]\b|pipe '|NG6\d{3}|form control|formGroup|directive|declarations of 2/,
    text: 'The Angular template uses an element, property, pipe or directive that this component does not know, usually because its module (such as FormsModule for ngModel) or component is not imported.',
    suggestion:
      'Add the module or standalone component to the imports of this component or NgModule, and check the spelling of the property.',
    examples: ["NG0303: Can't bind to 'ngModel' since it isn't a known property of 'input'."],
  },
  {
    when: /match any routes|NG0400\d/,
    text: 'No route of the Angular router matches the path of this URL, so there is nothing to show.',
    suggestion:
      "Check the path of the link and the order of the routes, and add a wildcard route ('**') that shows a not-found page.",
    examples: ["NG04002: Cannot match any routes. URL Segment: 'dashboard'"],
  },
  {
    when: /Expression.{0,20}[Cc]hanged|NG0?100\b/,
    text: 'A value in an Angular template changed after it was checked in the same change detection run, because code in a lifecycle hook or a child changed state of its parent.',
    suggestion:
      'Set the value earlier (in ngOnInit), move the change out of ngAfterViewInit or into a signal or async pipe. It only shows in development, but the view may be stale in production too.',
    examples: ['NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked.'],
  },
];

const ANGULAR_GENERAL_CASES: readonly PatternCase[] = [
  {
    when: /NG0?\d{3,5}\b|[Aa]ngular|BrowserModule|Zone|\[\$|JIT|Template parse|selector "/,
    text: 'A rule of Angular is broken by this component, module or template; the NG code in the message names it.',
    suggestion:
      'Look the code up under angular.dev/errors, and check the imports, providers and template of the component that the message names.',
    examples: ['NG0951: Child query result is required but no value is available.'],
  },
];

const VUE_GENERAL_CASES: readonly PatternCase[] = [
  {
    when: /\[Vue warn\]|\[nuxt\]|v-for|Unhandled error during execution|Runtime compilation/,
    text: 'Vue warns that a component breaks one of its rules. The message names the component and what is wrong with its template, state or hooks.',
    suggestion:
      'Go to the component it names, correct that place, and give v-for items a unique key and components an import or registration.',
    examples: ['[Vue warn]: Unhandled error during execution of render function'],
  },
];

/** Rules of Next.js, Vue, Svelte, Angular and React Native; the general ones come last, as their words are everyday ones. */
export const FRAMEWORK_MISUSE_CASES: readonly PatternCase[] = [
  ...SVELTE_CASES,
  ...ANGULAR_CASES,
  ...REACT_NATIVE_CASES,
  ...NEXT_CASES,
  ...VUE_CASES,
  ...VUE_GENERAL_CASES,
  ...SVELTE_GENERAL_CASES,
  ...ANGULAR_GENERAL_CASES,
];
