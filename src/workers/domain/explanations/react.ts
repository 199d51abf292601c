import type { Pattern } from '../pattern.js';

export const REACT: Pattern = {
  id: 'react',
  title: 'React could not render a component',
  text: 'React stopped while it rendered a component. The message names the component, hook or prop that breaks a rule of React: what it renders, its state, its keys, or the order of its hooks.',
  suggestion:
    'Look at the first component of your own in the component stack, check its props and state, and put an error boundary around parts that may fail.',
  examples: [
    'Invalid hook call. Hooks can only be called inside of the body of a function component.',
    'Too many re-renders. React limits the number of renders to prevent an infinite loop.',
    'useAuth must be used within an AuthProvider',
    'Objects are not valid as a React child (found: object with keys {id, name}).',
    'Maximum update depth exceeded. This can happen when a component calls setState inside useEffect',
    'useNavigate() may be used only in the context of a <Router> component.',
    'could not find react-redux context value; please ensure the component is wrapped in a <Provider>',
    '`useFoo` must be used within a `FooProvider`',
  ],
  match: [
    /\bMinified (?:React|Redux) error #\d|\breact(?:js)?\.(?:dev|org)\/(?:errors\/\d|docs\/error-decoder)|\bCannot update (?:a component|during an existing state transition)\b|\bCannot update an unmounted root\b|\bstate update on (?:an unmounted|a) component\b|(?:^|: )(?:[`'"<]?use[A-Z]\w{0,60}(?:\(\))?[`'">]?) (?:must|should|can only|may (?:only )?be|cannot|has to|hook|was called|called|needs|requires|is not|\w{1,20} must)\b.{0,80}\b(?:within|inside|under|outside|wrapped|Provider|context|child|descendant|component|Router|<)/,
    /\b(?:must|should|has to|needs to) be (?:used|called|rendered|wrapped|placed|a child|a descendant|nested|inside|within)\b.{0,60}(?:\wProvider\b|<(?!Text>)\w{1,40}|\bRouter> ?|\w+Context\b|\bReact context\b)|\bcould not find (?:react-redux context value|"store" in|"client" in)|\bcontext value; please ensure the component is wrapped\b|\bNo QueryClient set\b|\bNo \w{1,30}(?:Client|Context|Provider) (?:set|found|was found|provided)\b|\bwas used outside of (?:its |an? )?<?\w{0,40}(?:Provider|context)\b|\bMissing <?[A-Z]\w{1,30}Provider\b|\bSeems like you have not used\b|\b\w{1,40}Context (?:is (?:undefined|null|not available)|not found)\b|\bCould not find "\w{1,30}" in the context\b|\bCould not find required `\w{1,20}` object\b|\bYou cannot render a <Router> inside another\b|\bmay be used only in the context of a <Router>|\boutside (?:of )?(?:a |an |the |its )?<?\w{1,40}Provider\b/,
    /\bTarget container is not a DOM element\b|\bcreateRoot\(|\bUnable to find node on an unmounted component\b|\bA component (?:suspended while|is changing an? (?:un)?controlled)\b|\bdangerouslySetInnerHTML\b|\bInvalid (?:DOM property|prop|value for prop|ARIA attribute|event handler property) `|\bReceived `?\w{1,10}`? for (?:a|an) (?:non-boolean )?attribute\b|\bFailed prop type: |\bFunction components cannot (?:be given refs|have)\b|\bcomponentWill\w{3,30} has been renamed\b|\bReactDOM\.render is no longer supported\b|\bClass extends value undefined\b.{0,20}Component|\bThe above error occurred in (?:the|one of) |\bReact will try to recreate this component tree\b|\bYou provided a `(?:value|checked)` prop to a form field\b|\bAn update to \w{1,60} inside a test was not wrapped in act\b/i,
  ],
  cases: [
    {
      id: 'lazy-without-default',
      signs: { codes: ['React 306'], says: ['lazy: Expected the result of a dynamic import'] },
      text: 'React.lazy did not get a component: the module that it imports has no default export (or the import function returns something else).',
      suggestion:
        'Export the component as default, or map the named export: lazy(() => import("./Chart").then((m) => ({ default: m.Chart }))).',
      examples: [
        'Minified React error #306; visit https://react.dev/errors/306?args[]=%5Bobject%20Object%5D&args[]=',
        'lazy: Expected the result of a dynamic import() call. Instead received: [object Module]',
      ],
    },
    {
      id: 'style-prop',
      signs: {
        codes: ['React 62'],
        says: ['^The `style` prop expects a mapping', '^Warning: The `style` prop expects a mapping'],
      },
      text: 'The style prop of an element is a string. React expects an object with the style properties in camelCase, not CSS text.',
      suggestion: 'Write style={{ marginRight: 8 }} instead of style="margin-right: 8px", or use a class (className).',
      examples: [
        "The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX.",
        'Minified React error #62; visit https://react.dev/errors/62',
      ],
    },
    {
      id: 'void-element',
      signs: { codes: ['React 137'], says: ['is a void element tag and must neither have'] },
      text: 'An element that cannot have children (a void element such as input, img or br) got children or dangerouslySetInnerHTML.',
      suggestion: 'Close the tag in itself (<input />), and put text into a label or another element beside it.',
      examples: ['input is a void element tag and must neither have `children` nor use `dangerouslySetInnerHTML`.'],
    },
    {
      id: 'two-renderings-of-html',
      signs: {
        codes: ['React 60', 'React 61'],
        says: [
          '^Can only set one of `children` or `props.dangerouslySetInnerHTML`',
          '^`props.dangerouslySetInnerHTML` must be',
        ],
      },
      text: 'dangerouslySetInnerHTML is used in the wrong way: together with children, or with something else than an object { __html: string }.',
      suggestion:
        'Give the element either children or dangerouslySetInnerHTML={{ __html: html }}, and clean HTML that comes from users.',
      examples: ['Can only set one of `children` or `props.dangerouslySetInnerHTML`.'],
    },
    {
      id: 'infinite-loop',
      signs: {
        codes: ['React 185', 'React 301'],
        says: [
          /^(?:Too many re-renders\. React|Maximum update depth exceeded\b|The result of getSnapshot should be cached\b)|contains the following (?:infinite )?loop\b.{0,20}setState/,
        ],
      },
      text: 'A component sets state while it renders, or in an effect that runs after every render. Each update causes a new render, so React stops the infinite loop.',
      suggestion:
        'Set state in event handlers or in effects with the right dependencies, write onClick={() => save()} instead of onClick={save()}, and keep objects in dependency lists stable with useMemo.',
      examples: ['Too many re-renders. React limits the number of renders to prevent an infinite loop.'],
    },
    {
      id: 'invalid-hook-call',
      signs: {
        codes: ['React 321'],
        says: [
          /\bInvalid hook call\b|\bHooks can only be called\b|\bCannot read .{0,20}ReactCurrentDispatcher|\bReactCurrentDispatcher\b|^Cannot read propert(?:y|ies) (?:'use[A-Z]\w{1,30}' )?of (?:null|undefined)(?: \(reading '(?:use[A-Z]\w{1,30})'\))?(?=$|\n)|^(?:null|undefined) is not an object \(evaluating '[^'\n]{0,60}\buse(?:State|Effect|Context|Ref|Memo|Callback|Reducer|LayoutEffect|Id)\b|^can't access property "use[A-Z]\w{1,30}", .{1,60} is null|\bof '\(?(?:[\w$.]{1,30}\.|0 ?, ?[\w$.]{1,30}\.)?useContext\)?\(/,
        ],
        where: /\buse[A-Z]\w{1,30}|[Hh]ook|ReactCurrentDispatcher|React error #321/,
      },
      text: 'A hook was called outside the body of a function component, or the page holds two copies or mismatched versions of React, so the hook does not find the component it belongs to.',
      suggestion:
        'Call hooks only in components and in other hooks, and check with `npm ls react` that there is one React and that react-dom has the same version.',
      examples: ['Invalid hook call. Hooks can only be called inside of the body of a function component.'],
    },
    {
      id: 'hook-order',
      signs: {
        codes: ['React 300', 'React 310'],
        says: [
          /\bRendered (?:more|fewer) hooks than\b|\bchange in the order of Hooks\b|\bReact Hook "?use[A-Z]|^Should have a queue\b/i,
        ],
      },
      text: 'A component called its hooks in another order or number than in the render before: a hook stands under a condition, in a loop, or after an early return.',
      suggestion:
        'Call all hooks unconditionally at the top of the component, before any return, and put the condition inside the hook or into a component of its own.',
      examples: ['Rendered fewer hooks than expected. This may be caused by an accidental early return statement.'],
    },
    {
      id: 'update-at-wrong-time',
      signs: { codes: ['React 409'] },
      when: ['unmounted', 'not wrapped in act', 'Cannot update a component', 'Cannot update during'],
      text: 'State of a component was set at a moment when React cannot accept it: while another component renders, after the component was unmounted, or in a test without `act`.',
      suggestion:
        'Move the state update into an event handler or an effect, and stop timers and requests in the cleanup function of the effect.',
      examples: ["Can't perform a React state update on an unmounted component."],
    },
    {
      id: 'object-as-child',
      signs: {
        codes: ['React 31', 'React 402'],
        says: [/\bnot valid as a React child\b|\bobjects are not valid as a react\b/i],
      },
      text: 'JSX renders an object, a function or a date as a child. React can only render strings, numbers, elements and arrays of them. (In a production build this is only a minified code; its decoder page has the full text.)',
      suggestion:
        'Render a field of the object ({user.name}) or turn it into a string, call the function, and use map to render a list of objects.',
      examples: ['Objects are not valid as a React child (found: object with keys {id, name}).'],
    },
    {
      id: 'element-type',
      signs: {
        codes: ['React 130'],
        says: [
          /\bElement type is invalid\b|\btype is invalid -- expected a string\b|\bExpected the element type\b|\bis not a valid React (?:element|component)\b|\bReact element type\b/,
        ],
      },
      otherSigns: [{ says: ['The argument must be a React element, but you passed '] }],
      text: 'React was given an undefined component (or an object) where it expected a string or a component to render. Usually the import or export is wrong, such as a default import of a named export. (A production build shows only a minified code; its decoder page has the full text.)',
      suggestion:
        'Check the name of the component and whether its file exports it as default or by name, and that lazy() imports a module with a default export.',
      examples: ['Element type is invalid: expected a string (for built-in components) but got: undefined.'],
    },
    {
      id: 'nothing-returned',
      signs: {
        codes: ['React 152'],
        says: [/\bNothing was returned from render\b|\breturned nothing\b.{0,40}\brender\b/],
      },
      text: 'A component returned undefined instead of something to render. Often the return statement is missing, or a line break after `return` ends it too early.',
      suggestion:
        'Return JSX on every path of the component, open a parenthesis on the line of `return`, and return null to render nothing.',
      examples: ['Nothing was returned from render. This usually means a return statement is missing.'],
    },
    {
      id: 'only-child',
      signs: { codes: ['React 143'], says: ['React.Children.only expected'] },
      text: 'A component that accepts exactly one React element as its child got none, several, or plain text.',
      suggestion:
        'Wrap the children in a single element (or a fragment, if the component allows it), and remove stray text or conditions around it.',
      examples: ['React.Children.only expected to receive a single React element child.'],
    },
    {
      id: 'keys',
      signs: { says: ['unique "key" prop', 'Encountered two children with the same key'] },
      text: 'Items of a rendered list have no unique "key" prop, or two items share one, so React cannot tell them apart and may keep or lose the wrong one.',
      suggestion:
        'Give every item in the list a stable, unique key, such as the id of the record. The array index is safe only if the list never changes its order.',
      examples: ['Warning: Each child in a list should have a unique "key" prop.'],
    },
    {
      id: 'missing-provider',
      signs: { says: [/\bshould not use <\w{1,40}> outside (?:of )?an? <\w{1,40}>/] },
      when: /\b(?:Provider|Context|Router|QueryClient|context|store)\b|\w(?:Provider|Context)\b|must be used|should be used|Missing </,
      text: 'A hook or component was used outside the Provider whose context it reads: the component is not wrapped inside that Provider, or stands above it in the tree.',
      suggestion:
        'Wrap the app (and the tests) in the Provider named in the message, above every component that uses it, and check that only one copy of the library is installed.',
      examples: [
        'useAuth must be used within an AuthProvider',
        'No QueryClient set, use QueryClientProvider to set one',
      ],
    },
    {
      id: 'root',
      signs: { codes: ['React 200', 'React 299', 'React 405'] },
      otherSigns: [{ says: ['Target container is not a DOM element'] }],
      when: ['Target container', 'createRoot', 'ReactDOM.render'],
      text: 'React was asked to render into a DOM element that does not exist, or through a root that was created in the wrong way.',
      suggestion:
        'Check that the element with this id is in the HTML and that the script runs after it, and call createRoot once per element.',
      examples: ['createRoot(...): Target container is not a DOM element.'],
    },
    {
      id: 'prop',
      when: /\bprop\b|\bprops\b|attribute|DOM property|uncontrolled|void element|children|refs\b/i,
      text: 'A component or element got a prop it does not accept: a wrong name or type, a value without an onChange handler, a switch between controlled and uncontrolled input, or children where none are allowed.',
      suggestion:
        'Correct the prop named in the message, give inputs a defined value from the first render on, and do not pass unknown props down to HTML elements.',
      examples: [
        'Warning: A component is changing an uncontrolled input to be controlled.',
        'Failed prop type: The prop `name` is marked as required in `Card`, but its value is `undefined`.',
      ],
    },
    {
      id: 'suspended',
      signs: {
        codes: ['React 426', 'React 482', 'React 483'],
        says: [
          /^A component was suspended by an uncached promise|\basync\/await is not yet supported in Client Components\b|^A (?:React )?component suspended (?:while|inside)/,
        ],
      },
      text: 'A component suspended while rendering and React could not wait for it: there is no Suspense boundary above it, or the promise is created anew on every render.',
      suggestion:
        'Wrap the component in a Suspense boundary with a fallback, and cache the promise or create it outside the client component.',
      examples: ['A component was suspended by an uncached promise.'],
    },
    {
      id: 'minified',
      signs: { codes: ['React *'] },
      when: /Minified (?:React|Redux) error|(?:react|reactjs)\.(?:dev|org)/,
      text: 'React stopped with an error that the production build shows only as a minified code. The decoder page that the link in the message opens has the full text.',
      suggestion:
        'Open that link to read the message, or reproduce it in a development build, which names the component.',
      examples: ['Minified React error #447; visit https://react.dev/errors/447 for the full message'],
    },
  ],
};
