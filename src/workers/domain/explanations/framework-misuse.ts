import type { Pattern } from '../pattern.js';

export const FRAMEWORK_MISUSE: Pattern = {
  id: 'framework-misuse',
  title: 'A rule of the UI framework was broken',
  text: 'The UI framework named a rule that this component, route or module breaks, for example something that is not registered, imported or provided where it is used.',
  suggestion: 'Follow the code or link in the message to the rule, and correct the component it names.',
  examples: [
    "Dynamic server usage: Page couldn't be rendered statically because it used `cookies`.",
    '[Vue warn]: Failed to resolve component: UserCard',
    'NG0200: Circular dependency in DI detected for UserService. Find more at https://angular.dev/errors/NG0200',
    'effect_update_depth_exceeded\nMaximum update depth exceeded\nhttps://svelte.dev/e/effect_update_depth_exceeded',
  ],
  counterexamples: ['Route requires a callback by the dispatcher before 9:00', 'No match for team 4 on Sunday'],
  signs: { classes: ['DynamicServerError', 'NavigationDuplicated', 'RunesError', 'NuxtError'] },
  match: [
    /\bDynamic server usage: |\bcouldn't be rendered statically because it used\b|\bcannot be passed (?:directly )?to Client Component|\bcan be passed to Client Components from Server Components\b|\b(?:use client|use server)\b["'`]|\bonly works in a (?:Client|Server) Component\b|\bneeds? `?(?:use\w{1,30}|createContext)`?\. (?:It|This) only works\b|\bClient Components?\b.{0,60}\bServer\b|\bServer Components?\b.{0,60}\bClient\b|\bServer Components render\b/,
    /\bshould be wrapped in a suspense boundary\b|\bwas called outside a request scope\b|\bis not configured under images in your `?next\.config|\bgetStaticPaths\b|\bgetServerSideProps\b|\bgetStaticProps\b|\bgetInitialProps\b|\bNextRouter was not mounted\b|\binvariant expected app router to be mounted\b|\bdefault export is not a React Component in\b|\bExport encountered errors? on following paths\b|\bwas used in `generateStaticParams`|\bgenerateStaticParams\b|\bError occurred prerendering page\b|\bPage "[^"\n]{1,120}" (?:is missing|cannot use|has an invalid)|\bYou cannot (?:define|use) (?:a route|different slug names)\b|\bshould be awaited before using its properties\b|\bNo HTTP methods exported in\b|\bNo response is returned from route handler\b|\bNext\.js\b.{0,60}\b(?:requires|does not|router|version|build)|\bInvalid (?:src prop|href|`\w{1,20}` prop) .{0,200}next\/|\bFailed to proxy\b|\bAbort fetching component for route\b|\bA Node\.js (?:API|module) is (?:used|loaded)\b/,
    /\[Vue (?:warn|Router warn)\]|\[vue-router\]|\[vuex\]|\[Vuex\]|\[Pinia\]|\[nuxt\]|\[pinia\]|\bAvoided redundant navigation\b|\bRedirected when going from "|\bNavigation (?:cancelled|aborted) from "|\bgetActivePinia\(\)"? was called\b|\bThere is no active Pinia\b|\bProperty "?\w{1,60}"? (?:was accessed during render but is not defined|or method "\w{1,60}" is not defined on the instance)|\bproperty or method "[^"\n]{1,60}" is not defined on the instance\b|\bA composable that requires access to the Nuxt instance\b|\bnuxt instance unavailable\b|\binjection "[^"\n]{1,60}" not found\b|\bMust be called at the top of a `?setup`? function\b|\bAvoid mutating a prop directly\b|\bMissing required prop: "|\bcomponent lists rendered with v-for should have explicit keys\b|\bInvalid prop: type check failed\b|\bdo not mutate vuex store state\b|\bunknown (?:action|mutation) type: |\bis called when there is no active component instance\b|\binject\(\) can only be used inside setup\(\)|\bRuntime compilation is not supported\b|\bUnhandled error during execution of\b|\bCannot find module '#|\buseNuxtApp\b|\bdefineNuxtPlugin\b|\bPage not found: \//,
    /\bsvelte\.dev\/e\/|^(?:each_key_duplicate|each_key_volatile|derived_references_self|effect_\w{3,40}|state_\w{3,40}|lifecycle_\w{3,40}|bind_\w{3,40}|component_api_\w{3,40}|props_\w{3,40}|rune_outside_svelte|store_invalid_\w{3,20}|snippet_\w{3,40}|invalid_\w{3,30}_\w{3,20}|svelte_\w{3,40}|derived_\w{3,40}|async_derived_orphan|experimental_async_required|legacy_\w{3,30}|get_abort_signal_\w{3,30})(?=$|\n)|\bFunction called outside component initialization\b|\bis not a store with a 'subscribe' method\b|<svelte:\w|\bis not a valid (?:SSR component|Svelte component)\b|\bCyclical dependency detected: |\bCannot call \w{1,30}\(\.{0,3}\) on the server\b|\bCannot call `?\w{1,40}`? (?:eagerly )?(?:during server-side rendering|from a component)|(?:^|[\s`'])\$(?:state|derived|effect|props)\b[(.`']/,
    /\bangular\.(?:dev|io)\/errors\/NG|\bNullInjectorError: |\bR3InjectorError\b|\bStaticInjectorError\b|\bNo provider (?:for \w{1,80}!|found for `)|\bCan't bind to '|\b'[a-z][\w-]{1,60}' is not a known element\b|\bThe pipe '[^'\n]{1,60}' could not be found\b|\bCan't resolve all parameters for\b|\bNo value accessor for form control\b|\bformGroup expects a FormGroup\b|\bCannot find control with (?:name|path|unspecified)\b|\bUnexpected (?:value|directive|pipe|module) '[^'\n]{1,80}' (?:imported|declared|exported) by the module\b|\bThe selector "[^"\n]{1,80}" did not match any elements\b|\bBrowserModule(?: has already been loaded)?\b|\bZone(?:\.js|Aware)\b|\binject\(\) must be called from an injection context\b|\bCannot instantiate cyclic dependency\b|\bthe JIT compiler\b|\bAngularJS?\b.{0,20}\b(?:requires|error)|\[\$(?:injector|compile|rootScope|parse|http|sce|controller|location|ng)\w{0,12}:\w{2,20}\]|\bCannot find a differ supporting object\b|\bis part of the declarations of 2 modules\b|\bTemplate parse errors\b/,
    /\brequireNativeComponent: |\bwas not found in the UIManager\b|\bTurboModuleRegistry\b|\bNativeModule\b|\bNativeEventEmitter\b|\bNative module cannot be null\b|\bnative module\b.{0,40}\b(?:null|not found|doesn't exist|linked|is not available)|\bhas not been registered\. This can happen if\b|\bVirtualizedLists should never be nested\b|\bUnable to load script\. Make sure\b|\bView config (?:not found|getter callback)\b|\bdoesn't seem to be linked\b|\[Reanimated\]|\breact-native-\w|\bTried to synchronously call\b|\bCould not connect to (?:the )?development server\b|\bNavigationContainer\b|\bThe action '[A-Z_]{2,30}' (?:with payload .{1,200} )?was not handled by any navigator\b|\bCannot find native module '|\bInvariant Violation: (?:Module|Tried|Native|View|new|"main")|\[runtime not ready\]|\bAsyncStorage is null\b|\bNo bundle URL present\b|\bJSI\b.{0,30}\b(?:binding|install|not)\b/i,
  ],
  cases: [
    {
      id: 'next-digest',
      signs: { codes: ['React 441'], says: ['An error occurred in the Server Components render'] },
      text: 'A server component of Next.js failed while it rendered. In production the browser gets no more than a digest (a number); the real message and stack are in the log of the server.',
      suggestion:
        'Look for the digest in the log of the server to find the real error, or run the page in development, and put an error.tsx beside the page.',
      examples: [
        'An error occurred in the Server Components render. The specific message is omitted in production builds',
      ],
    },
    {
      id: 'svelte-duplicate-key',
      // A database says duplicate key too.
      signs: {
        says: ['each_key_duplicate', 'each_key_volatile', 'in a keyed each'],
        where: ['each_key_', 'keyed each'],
      },
      text: 'Two items of a keyed each block have the same key, so Svelte cannot tell them apart. Keys must be unique in the list.',
      suggestion: 'Use a unique id of the item as key, and remove duplicate items from the list before you render it.',
      examples: [
        'each_key_duplicate\nKeyed each block has duplicate key `42` at indexes 0 and 3\nhttps://svelte.dev/e/each_key_duplicate',
      ],
    },
    {
      id: 'loop',
      signs: {
        says: [
          /(?:^|: |\/e\/)(?:derived_references_self|effect_update_depth\w{0,20}|state_unsafe\w{0,30})\b|\bCyclical dependency detected: |\bMaximum recursive updates exceeded(?=$|\.| in component)|\bYou may have an infinite update loop in\b/,
        ],
      },
      text: 'A state, derived value, watcher or effect of Svelte or Vue depends on itself: it reads and writes the same state, which makes a circular, recursive or infinite loop of updates.',
      suggestion:
        'Compute values without side effects ($derived, computed), write state in event handlers, let a watcher write only when the value differs, and use untrack() in Svelte for state an effect should not react to.',
      examples: [
        'derived_references_self\nA derived value cannot reference itself recursively\nhttps://svelte.dev/e/derived_references_self',
        '[Vue warn]: Maximum recursive updates exceeded in component <App>.',
      ],
    },
    {
      id: 'angular-circular',
      signs: { codes: ['NG0200', 'NG200'], says: ['Cannot instantiate cyclic dependency'] },
      text: 'Angular found a circular dependency in dependency injection: a service injects another one that, directly or over others, injects the first.',
      suggestion:
        'Move the shared part into a third service that both depend on, or inject one of them lazily through the Injector.',
      examples: [
        'NG0200: Circular dependency in DI detected for UserService. Find more at https://angular.dev/errors/NG0200',
      ],
    },
    {
      id: 'angular-provider',
      signs: { codes: ['NG020*', 'NG201', 'NG203'], classes: ['NullInjectorError'] },
      when: /NullInjector|R3Injector|StaticInjector|No provider|resolve all parameters|NG0?20[1-9]\b|injection context|\$injector|inject\(\) must/,
      text: 'Angular cannot inject a dependency: there is no provider for it where it is asked for. A module or provide function is not imported, or the service is not injectable.',
      suggestion:
        "Import the module (or add provideHttpClient() and the like to the app's providers), mark the service @Injectable({ providedIn: 'root' }), and call inject() only in constructors and field initializers.",
      examples: ['No provider for HttpClient!'],
    },
    {
      id: 'angular-template',
      signs: { codes: ['NG030*', 'NG6*', 'NG8*'] },
      when: /Can't bind|known element|NG030[2-4]\b|NG800[1-4]\b|pipe '|NG6\d{3}|form control|formGroup|directive|declarations of 2/,
      text: 'The Angular template uses an element, property, pipe or directive that this component does not know, usually because its module (such as FormsModule for ngModel) or component is not imported.',
      suggestion:
        'Add the module or standalone component to the imports of this component or NgModule, and check the spelling of the property.',
      examples: ["NG0303: Can't bind to 'ngModel' since it isn't a known property of 'input'."],
    },
    {
      id: 'angular-form',
      signs: { codes: ['NG01*'] },
      text: 'An Angular form is not wired as it has to be: a form control has no value accessor (its component or directive is not a form field, or its module is not imported), no parent formGroup, or a value or validator that does not fit.',
      suggestion:
        'Import ReactiveFormsModule or FormsModule and the module of the field, let an own field implement ControlValueAccessor and provide NG_VALUE_ACCESSOR, and put formControlName inside a [formGroup].',
      examples: ["NG01203: No value accessor for form control name: 'city'."],
    },
    {
      id: 'angular-changed',
      signs: { codes: ['NG0100', 'NG100'], classes: ['ExpressionChangedAfterItHasBeenCheckedError'] },
      text: 'A value in an Angular template changed after it was checked in the same change detection run, because code in a lifecycle hook or a child changed state of its parent.',
      suggestion:
        'Set the value earlier (in ngOnInit), move the change out of ngAfterViewInit or into a signal or async pipe. It only shows in development, but the view may be stale in production too.',
      examples: ['NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked.'],
    },
    {
      id: 'native-text',
      signs: { says: ['Text strings must be rendered within a <Text>'] },
      text: 'React Native can show text only inside a Text component, and here a string (often a stray space, or the 0 of `count && <View/>`) is rendered outside of one.',
      suggestion:
        'Wrap the string in <Text>, and write conditions so that they give null or an element, never an empty string or 0.',
      examples: ['Text strings must be rendered within a <Text> component.'],
    },
    {
      id: 'native-list',
      when: ['VirtualizedLists', 'any navigator', 'NavigationContainer'],
      text: 'A React Native list or navigator is used where it cannot work: a list nested in a ScrollView of the same direction, or a screen or navigation action that no navigator on this screen knows.',
      suggestion:
        'Give headers to the list itself instead of a ScrollView around it, wrap the app in one NavigationContainer, and check the name of the screen and which navigator holds it.',
      examples: ['VirtualizedLists should never be nested inside plain ScrollViews with the same orientation'],
    },
    {
      id: 'native-bundle',
      when: /Unable to load script|development server|No bundle URL|has not been registered/i,
      text: 'The React Native app could not load its JavaScript bundle, or the bundle never registered the app under the expected name. Usually the Metro development server is not running or not reachable, or an earlier error stopped the bundle.',
      suggestion:
        'Start Metro and check that device and computer share a network, that AppRegistry registers the name used in the native project, and rebuild the app after a clean start.',
      examples: [
        'Unable to load script. Make sure you are either running Metro or that your bundle is packaged correctly for release',
      ],
    },
    {
      id: 'native-module',
      when: /requireNativeComponent|UIManager|TurboModule|NativeModule|NativeEventEmitter|native module|View config|linked|react-native-|\[Reanimated\]|AsyncStorage is null|JSI|runtime not ready|Invariant Violation: (?:Module|Native|View|new)|synchronously/i,
      text: 'The JavaScript side of a React Native library is there, but its native code is not in the app that runs. The native module or view was not linked, or the app was not rebuilt after the install.',
      suggestion:
        'Install the pods and rebuild the app (a reload is not enough), check that the versions of the library and React Native match, and use a development build if Expo Go lacks the module.',
      examples: ['requireNativeComponent: "RNCSafeAreaView" was not found in the UIManager.'],
    },
    {
      id: 'next-static',
      when: /Dynamic server usage|rendered statically|generateStaticParams|getStaticPaths|prerender|Export encountered/i,
      text: 'A page that Next.js renders at build time (static) uses something known only per request, such as cookies, headers or search params, or fails while it is prerendered. The build cannot render it statically.',
      suggestion:
        "Mark the route as dynamic (export const dynamic = 'force-dynamic'), or move the request data into a part behind Suspense, and do not swallow this error in a try/catch.",
      examples: ["Dynamic server usage: Page couldn't be rendered statically because it used `cookies`."],
    },
    {
      id: 'next-client-server',
      when: /Client Components?|Server Components?|use client|use server|only works in a (?:Client|Server)|createContext/,
      text: 'A server component and a client component are mixed up: hooks, state, functions as props and class instances work only on the client, while only plain data can pass from a server component to a client one.',
      suggestion:
        'Put "use client" at the top of the file that needs hooks or event handlers, pass plain objects as props, and mark a function the client may call on the server with "use server".',
      examples: [
        'Functions cannot be passed directly to Client Components unless you explicitly expose it by marking it with "use server".',
      ],
    },
    {
      id: 'next-action',
      signs: { says: ['Failed to find Server Action', 'Invalid Server Actions request'] },
      text: 'Next.js does not know the server action the browser called, or refused the request. Most often the page is from an older deployment, or a proxy changed its host or origin header.',
      suggestion:
        'Reload the page after a deploy, keep the encryption key of actions the same across builds and instances, and list proxies under serverActions.allowedOrigins.',
      examples: ['Failed to find Server Action "abc". This request might be from an older or newer deployment.'],
    },
    {
      id: 'next-image',
      signs: { says: [/\bhostname "[^"\n]{1,120}" is not configured under images\b|^Image with src "/] },
      text: 'The Next.js image component refuses this image: the hostname of its source is not configured, or a required prop such as width, height or alt is missing.',
      suggestion:
        'Add the host under images.remotePatterns in next.config, and give the image its width and height (or fill).',
      examples: [
        'Invalid src prop on `next/image`, hostname "x.io" is not configured under images in your `next.config.js`',
      ],
    },
    {
      id: 'next-request',
      when: ['suspense boundary', 'request scope', 'awaited before'],
      text: 'A Next.js request API is used where it is not available: useSearchParams without a Suspense boundary, cookies or headers outside a request, or params and searchParams without await.',
      suggestion:
        'Wrap the component in <Suspense>, call cookies() and headers() inside the request handler, and await params before reading their properties.',
      examples: ['`cookies` was called outside a request scope.'],
    },
    {
      id: 'next-redirect',
      signs: { says: ['NEXT_REDIRECT', 'NEXT_NOT_FOUND', 'NEXT_HTTP_ERROR_FALLBACK'] },
      text: 'This is how redirect() and notFound() of Next.js leave the render: they throw. It shows up as an error when a try/catch in your code caught it.',
      suggestion:
        'Call redirect() and notFound() outside of try blocks, or throw the caught error again. There is no need to report it.',
      examples: ['NEXT_REDIRECT'],
    },
    {
      id: 'next-edge',
      signs: { says: [/\b(?:not supported|Middleware\b.{0,40}) (?:in the )?Edge Runtime\b/] },
      text: 'Middleware or an edge route uses a Node.js API or module that the Edge Runtime does not have.',
      suggestion:
        "Use web APIs there (fetch, Web Crypto), or run the route on Node with export const runtime = 'nodejs'.",
      examples: ['A Node.js API is used (process.cwd) which is not supported in the Edge Runtime.'],
    },
    {
      id: 'next-props',
      signs: { says: ['Error serializing `.'] },
      text: 'Props that go from the server to the page must be plain JSON, and one of them is undefined, a date, or a class instance.',
      suggestion:
        'Return null instead of undefined, and turn dates and objects into strings and plain objects before returning the props.',
      examples: ['Error serializing `.date` returned from `getServerSideProps` in "/posts".'],
    },
    {
      id: 'next-page',
      when: /NextRouter|app router|default export|Page "|route handler|HTTP methods|getServerSideProps|getStaticProps|getInitialProps|You cannot|Next\.js|Failed to proxy|Abort fetching|Invalid (?:href|`)/,
      text: 'Next.js cannot use this page or route as it is written: its default export or handler is missing or wrong, a router of the other kind (pages or app) is used, or two routes collide.',
      suggestion:
        'Export a component from pages and named methods (GET, POST) that return a Response from route handlers, import the router from next/navigation in the app directory, and restart the build.',
      examples: ['NextRouter was not mounted.', 'The default export is not a React Component in page: "/about"'],
    },
    {
      id: 'vue-component',
      signs: {
        says: [/(?:^|: |\] ?)Failed to (?:resolve|mount) (?:component|directive|filter)\b|\bUnknown custom element: </],
      },
      text: 'The template uses a component or directive that Vue does not know: it is not imported or not registered, or its name is misspelled.',
      suggestion:
        'Import the component in the file that uses it (or register it on the app), check the spelling, and tell the compiler if the tag is a custom element.',
      examples: ['[Vue warn]: Failed to resolve component: UserCard'],
    },
    {
      id: 'vue-navigation',
      when: /redundant navigation|Navigation (?:cancelled|aborted)|Redirected when going|NavigationDuplicated/,
      text: 'The Vue router did not complete a navigation: it goes to the same route that is already open, or a guard or a newer navigation cancelled or redirected it. This is mostly harmless.',
      suggestion:
        'Handle the promise of router.push() and ignore this kind of failure, or compare the current route before you navigate.',
      examples: ['Avoided redundant navigation to current location: "/login".'],
    },
    {
      id: 'route',
      signs: {
        codes: ['NG0400*'],
        says: [
          /\bNo match (?:for\s{1,3}\{ ?"?(?:name|path)\b|found for location with path ")|^Missing required param "|\bCannot match any routes(?:\.|$)/,
        ],
      },
      text: 'No route of the router (of Vue or Angular) matches this path, URL or name, or a param that the route requires is missing, so there is nothing to show.',
      suggestion:
        'Check the path or name and the params of the link against the routes and their order, and add a catch-all (wildcard) route that shows a not-found page.',
      examples: [
        '[Vue Router warn]: No match found for location with path "/userz"',
        'No match for\n {"name":"checkout","params":{}}',
        "NG04002: Cannot match any routes. URL Segment: 'dashboard'",
      ],
    },
    {
      id: 'vue-store',
      when: /Pinia|Vuex|mutation type|action type|vuex/i,
      text: 'A store is used in a way it does not allow: before Pinia is active on the app, by an unknown action or mutation name, or by changing its state outside a mutation.',
      suggestion:
        'Call app.use(pinia) before the first useStore(), call useStore() inside setup or functions rather than at module level, and check the name of the action or mutation.',
      examples: ['getActivePinia() was called but there was no active Pinia.'],
    },
    {
      id: 'vue-template',
      otherSigns: [
        { libraries: ['@vue/compiler-core', '@vue/compiler-dom', '@vue/compiler-sfc', 'vue-template-compiler'] },
      ],
      when: /accessed during render|not defined on the instance|property or method/i,
      text: 'The template of a Vue component is wrong: it reads a property that the component does not define (so it is undefined during render), or an element, tag or expression in it is not closed.',
      suggestion:
        'Declare the property in setup, data, computed or props (and return it from setup), check the spelling, and close each element and bracket of the template.',
      examples: ['[Vue warn]: Property "foo" was accessed during render but is not defined on instance.'],
    },
    {
      id: 'vue-prop',
      when: ['prop', 'Invalid prop'],
      text: 'A Vue component got a prop that is missing or of the wrong type, or it changes a prop itself, although props belong to the parent.',
      suggestion:
        'Pass the required prop with the type that is declared, and emit an event (or use v-model) instead of changing it in the child.',
      examples: ['[Vue warn]: Missing required prop: "title"'],
    },
    {
      id: 'vue-setup',
      when: /inject|setup|Nuxt|active component instance|nuxt/,
      text: 'A composable, a lifecycle hook, inject or a Nuxt function ran outside of setup, so there is no active component (or Nuxt) instance, or nobody provided the value that is injected.',
      suggestion:
        'Call it at the top of setup, before any await, and provide the injected value in a parent component or on the app.',
      examples: ['[Vue warn]: injection "theme" not found.'],
    },
    // The general ones of Svelte and Angular come last, as their words are everyday ones.
    {
      id: 'svelte-lifecycle',
      when: /lifecycle_|outside component init|effect_orphan|rune_outside|on the server|server-side/i,
      text: 'A Svelte function ran where it cannot: a lifecycle function or effect outside the start of a component, a rune outside a .svelte or .svelte.js file, or browser-only code during server rendering.',
      suggestion:
        'Call it at the top level of the component script, rename the file to .svelte.js, and move browser code into onMount.',
      examples: ['Function called outside component initialization'],
    },
    {
      id: 'svelte-rule',
      otherSigns: [{ classes: ['CompileError'], libraries: ['svelte'] }],
      when: /svelte|^(?:bind_|props_|state_|effect_|store_|snippet_|component_api|legacy_|derived_|invalid_)|'subscribe' method|\$(?:state|derived|effect|props)/i,
      text: 'A rule of Svelte is broken by this component: its state, props, bindings, store or snippet are used in a way the compiler or runtime does not allow. The code at the start of the message names the rule.',
      suggestion: 'Open the svelte.dev link or look up that code, and change the place in the component it names.',
      examples: ["'user' is not a store with a 'subscribe' method"],
    },
    {
      id: 'angular-rule',
      signs: { codes: ['NG*'] },
      when: /NG0?\d{3,5}\b|[Aa]ngular|BrowserModule|Zone|\[\$|JIT|Template parse|selector "/,
      text: 'A rule of Angular is broken by this component, module or template; the NG code in the message names it.',
      suggestion:
        'Look the code up under angular.dev/errors, and check the imports, providers and template of the component that the message names.',
      examples: ['NG0951: Child query result is required but no value is available.'],
    },
    {
      id: 'android',
      signs: {
        classes: [
          'ActivityNotFoundException',
          'InflateException',
          'NotFoundException$Resources',
          'DeadObjectException',
        ],
        saysAmongErrors: ['^Can not perform this action after onSaveInstanceState', '^String resource ID #0x'],
      },
      otherSigns: [
        {
          classes:
            'BadTokenException, TransactionTooLargeException, ForegroundServiceStartNotAllowedException, ForegroundServiceDidNotStartInTimeException, BadParcelableException, DeadSystemException, FileUriExposedException, RemoteServiceException'.split(
              ', ',
            ),
        },
      ],
      text: 'Android refuses this: an activity or permission is not declared in the manifest, a layout or resource id cannot be inflated or found, or a fragment is changed after its state was saved (lifecycle), or the other process died.',
      suggestion:
        'Declare the activity in AndroidManifest.xml, read the innermost cause for a view or resource, and commit fragments only while the activity is active.',
      examples: [
        {
          type: 'android.content.ActivityNotFoundException',
          message:
            'Unable to find explicit activity class {com.a/com.a.B}; have you declared this activity in your AndroidManifest.xml?',
          language: 'java',
        },
      ],
    },
    {
      id: 'list-update',
      signs: {
        classes: ['NSInternalInconsistencyException'],
        where: ['number of rows', 'number of sections', 'number of items'],
      },
      text: 'A table or collection view was told of rows that were inserted or deleted, and their number does not fit the data behind it after the update: the data was changed too early, too late, or on another thread.',
      suggestion:
        'Change the data and tell the view of it in the same batch update on the main thread, or use a diffable data source, which works out the changes itself.',
      examples: [
        {
          type: 'NSInternalInconsistencyException',
          message:
            'Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after the update (3) must be equal to the number before',
          language: 'swift',
        },
      ],
    },
    {
      id: 'flutter-state',
      signs: { says: ['^setState() called after dispose()'] },
      text: 'setState() was called after dispose(): the widget is no longer in the tree (not mounted), but a timer, stream or async call still updates it.',
      suggestion: 'Check mounted before setState(), and cancel timers, subscriptions and controllers in dispose().',
      examples: [
        {
          type: 'FlutterError',
          message: 'setState() called after dispose(): _HomeState#1(lifecycle state: defunct, not mounted)',
        },
      ],
    },
    {
      id: 'flutter-overflow',
      signs: { says: [/^A Render\w{2,30} overflowed by /] },
      text: 'A layout of Flutter does not fit: the children of a Row or Column need more space than there is, so it overflows at an edge.',
      suggestion:
        'Wrap children in Expanded or Flexible, make the content scroll (SingleChildScrollView), or let text wrap.',
      examples: [{ type: 'FlutterError', message: 'A RenderFlex overflowed by 42 pixels on the right.' }],
    },
    {
      id: 'redux',
      signs: {
        says: [
          /^Actions must be plain objects|^`?reducer`? is a required argument|^The slice reducer for key "|^Reducer "[^"\n]{1,80}" returned undefined|^When called with an action of type "|^You may not (?:call|unsubscribe from|add) .{0,80}while (?:the|a) reducer is executing|^Reducers may not dispatch actions|^Actions may not have an undefined "type"/,
        ],
      },
      otherSigns: [{ libraries: ['redux', '@reduxjs/toolkit', 'react-redux'] }],
      text: 'A rule of Redux is broken: a reducer is missing (undefined), is no function or returns undefined instead of its state, the store has no provider, or something other than a plain action object with a type was dispatched.',
      suggestion:
        'Return the initial state from each reducer, check that its import is not undefined, dispatch what the action creator returns, and add a middleware (thunk) for functions.',
      examples: ["Actions must be plain objects. Instead, the actual type was: 'undefined'."],
    },
  ],
};
