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
    /\bMinified (?:React|Redux) error #\d|\breact(?:js)?\.(?:dev|org)\/(?:errors\/\d|docs\/error-decoder)/,
    /\bInvalid hook call\b|\bRendered (?:more|fewer) hooks than\b|\bReact has detected a change in the order of Hooks\b|\bReact Hook "?use[A-Z]|\bShould have a queue\b|\bChange in the order of Hooks\b|\bHooks can only be called\b|\bA component was suspended by an uncached promise\b|\basync\/await is not yet supported in Client Components\b/,
    /(?:^|: )(?:[`'"<]?use[A-Z]\w{0,60}(?:\(\))?[`'">]?) (?:must|should|can only|may (?:only )?be|cannot|has to|hook|was called|called|needs|requires|is not|\w{1,20} must)\b.{0,80}\b(?:within|inside|under|outside|wrapped|Provider|context|child|descendant|component|Router|<)/,
    /\b(?:must|should|has to|needs to) be (?:used|called|rendered|wrapped|placed|a child|a descendant|nested|inside|within)\b.{0,60}(?:\wProvider\b|<(?!Text>)\w{1,40}|\bRouter> ?|\w+Context\b|\bReact context\b)|\bcould not find (?:react-redux context value|"store" in|"client" in)|\bcontext value; please ensure the component is wrapped\b|\bNo QueryClient set\b|\bNo \w{1,30}(?:Client|Context|Provider) (?:set|found|was found|provided)\b|\bwas used outside of (?:its |an? )?<?\w{0,40}(?:Provider|context)\b|\bMissing <?[A-Z]\w{1,30}Provider\b|\bSeems like you have not used\b|\b\w{1,40}Context (?:is (?:undefined|null|not available)|not found)\b|\bCould not find "\w{1,30}" in the context\b|\bCould not find required `\w{1,20}` object\b|\bYou cannot render a <Router> inside another\b|\bmay be used only in the context of a <Router>|\boutside (?:of )?(?:a |an |the |its )?<?\w{1,40}Provider\b/,
    /\bToo many re-renders\b|\bMaximum update depth exceeded\b|\bCannot update (?:a component|during an existing state transition)\b|\bCannot update an unmounted root\b|\bstate update on (?:an unmounted|a) component\b|\bcontains the following (?:infinite )?loop\b.{0,20}setState/,
    /\bnot valid as a React child\b|\bElement type is invalid\b|\btype is invalid -- expected a string\b|\bNothing was returned from render\b|\breturned nothing\b.{0,40}\brender\b|\bReact\.Children\.only expected\b|\bunique "key" prop\b|\bEncountered two children with the same key\b|\bis not a valid React (?:element|component)\b|\bExpected the element type\b|\bFunctions are not valid as a React child\b|\bReact element type\b/,
    /\bTarget container is not a DOM element\b|\bcreateRoot\(|\bUnable to find node on an unmounted component\b|\bA component (?:suspended while|is changing an? (?:un)?controlled)\b|\bis a void element tag and must neither have\b|\b`?style`? prop expects a mapping\b|\bdangerouslySetInnerHTML\b|\bInvalid (?:DOM property|prop|value for prop|ARIA attribute|event handler property) `|\bReceived `?\w{1,10}`? for (?:a|an) (?:non-boolean )?attribute\b|\bCan only set one of `children`|\bFailed prop type: |\bFunction components cannot (?:be given refs|have)\b|\bcomponentWill\w{3,30} has been renamed\b|\bReactDOM\.render is no longer supported\b|\bClass extends value undefined\b.{0,20}Component|\bCannot read .{0,20}ReactCurrentDispatcher|\bof '\(?(?:[\w$.]{1,30}\.|0 ?, ?[\w$.]{1,30}\.)?useContext\)?\(|\blazy: Expected the result of a dynamic import\b|\bThe result of getSnapshot should be cached\b|\bA React component suspended\b|\bThe above error occurred in (?:the|one of) |\bReact will try to recreate this component tree\b|\bobjects are not valid as a react\b|\bYou provided a `(?:value|checked)` prop to a form field\b|\bAn update to \w{1,60} inside a test was not wrapped in act\b/i,
  ],
  cases: [
    {
      when: /Too many re-renders|Maximum update depth|contains the following (?:infinite )?loop|getSnapshot should be cached|Minified React error #(?:185|301)\b/,
      text: 'A component sets state while it renders, or in an effect that runs after every render. Each update causes a new render, so React stops the infinite loop.',
      suggestion:
        'Set state in event handlers or in effects with the right dependencies, write onClick={() => save()} instead of onClick={save()}, and keep objects in dependency lists stable with useMemo.',
      examples: ['Too many re-renders. React limits the number of renders to prevent an infinite loop.'],
    },
    {
      when: /Invalid hook call|Hooks can only be called|ReactCurrentDispatcher|of '\(?.{0,60}useContext|Minified React error #321\b/,
      text: 'A hook was called outside the body of a function component, or the page holds two copies or mismatched versions of React, so the hook does not find the component it belongs to.',
      suggestion:
        'Call hooks only in components and in other hooks, and check with `npm ls react` that there is one React and that react-dom has the same version.',
      examples: ['Invalid hook call. Hooks can only be called inside of the body of a function component.'],
    },
    {
      when: /\b(?:more|fewer) hooks than\b|order of Hooks|React Hook "?use[A-Z]|Should have a queue|Minified React error #(?:300|310)\b/,
      text: 'A component called its hooks in another order or number than in the render before: a hook stands under a condition, in a loop, or after an early return.',
      suggestion:
        'Call all hooks unconditionally at the top of the component, before any return, and put the condition inside the hook or into a component of its own.',
      examples: ['Rendered fewer hooks than expected. This may be caused by an accidental early return statement.'],
    },
    {
      when: /\bunmounted\b|not wrapped in act\b|Cannot update (?:a component|during)/,
      text: 'State of a component was set at a moment when React cannot accept it: while another component renders, after the component was unmounted, or in a test without `act`.',
      suggestion:
        'Move the state update into an event handler or an effect, and stop timers and requests in the cleanup function of the effect.',
      examples: ["Can't perform a React state update on an unmounted component."],
    },
    {
      when: /valid as a (?:React child|react)|objects are not valid|Minified React error #31\b/i,
      text: 'JSX renders an object, a function or a date as a child. React can only render strings, numbers, elements and arrays of them. (In a production build this is only a minified code; its decoder page has the full text.)',
      suggestion:
        'Render a field of the object ({user.name}) or turn it into a string, call the function, and use map to render a list of objects.',
      examples: ['Objects are not valid as a React child (found: object with keys {id, name}).'],
    },
    {
      when: /Element type is invalid|type is invalid -- expected|expected the element type|element type\b|lazy: Expected|Minified React error #130\b/i,
      text: 'React was given an undefined component (or an object) where it expected a string or a component to render. Usually the import or export is wrong, such as a default import of a named export. (A production build shows only a minified code; its decoder page has the full text.)',
      suggestion:
        'Check the name of the component and whether its file exports it as default or by name, and that lazy() imports a module with a default export.',
      examples: ['Element type is invalid: expected a string (for built-in components) but got: undefined.'],
    },
    {
      when: /Nothing was returned from render|returned nothing|Minified React error #152\b/,
      text: 'A component returned undefined instead of something to render. Often the return statement is missing, or a line break after `return` ends it too early.',
      suggestion:
        'Return JSX on every path of the component, open a parenthesis on the line of `return`, and return null to render nothing.',
      examples: ['Nothing was returned from render. This usually means a return statement is missing.'],
    },
    {
      when: /Children\.only|single React element|Minified React error #143\b/,
      text: 'A component that accepts exactly one React element as its child got none, several, or plain text.',
      suggestion:
        'Wrap the children in a single element (or a fragment, if the component allows it), and remove stray text or conditions around it.',
      examples: ['React.Children.only expected to receive a single React element child.'],
    },
    {
      when: /unique "key"|same key/,
      text: 'Items of a rendered list have no unique "key" prop, or two items share one, so React cannot tell them apart and may keep or lose the wrong one.',
      suggestion:
        'Give every item in the list a stable, unique key, such as the id of the record. The array index is safe only if the list never changes its order.',
      examples: ['Warning: Each child in a list should have a unique "key" prop.'],
    },
    {
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
      when: /Target container|createRoot|ReactDOM\.render/,
      text: 'React was asked to render into a DOM element that does not exist, or through a root that was created in the wrong way.',
      suggestion:
        'Check that the element with this id is in the HTML and that the script runs after it, and call createRoot once per element.',
      examples: ['createRoot(...): Target container is not a DOM element.'],
    },
    {
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
      when: /suspended|uncached promise|async\/await is not yet supported/,
      text: 'A component suspended while rendering and React could not wait for it: there is no Suspense boundary above it, or the promise is created anew on every render.',
      suggestion:
        'Wrap the component in a Suspense boundary with a fallback, and cache the promise or create it outside the client component.',
      examples: ['A component was suspended by an uncached promise.'],
    },
    {
      when: /Minified (?:React|Redux) error|(?:react|reactjs)\.(?:dev|org)/,
      text: 'React stopped with an error that the production build shows only as a minified code. The decoder page that the link in the message opens has the full text.',
      suggestion:
        'Open that link to read the message, or reproduce it in a development build, which names the component.',
      examples: ['Minified React error #299; visit https://react.dev/errors/299 for the full message'],
    },
  ],
};
