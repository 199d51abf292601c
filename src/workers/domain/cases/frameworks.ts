import type { PatternCase } from '../pattern.js';

/** Server HTML and first client render. */
export const HYDRATION_CASES: readonly PatternCase[] = [
  {
    when: /descendant of <|child of <|nested <|validateDOMNesting|node_invalid_placement/i,
    text: 'The HTML is nested in a way browsers do not allow, such as a div inside a p. The browser moves the tags while it parses the server HTML, so the page no longer matches what the client renders and hydration fails.',
    suggestion:
      'Fix the nesting named in the message: use a span or div instead of the outer p, and put table rows inside a tbody.',
    examples: ['In HTML, <div> cannot be a descendant of <p>.'],
  },
  {
    when: /Suspense boundary|suspended while/i,
    text: 'A Suspense boundary could not be finished on the server, or was updated before it finished hydrating, so React renders that part again on the client.',
    suggestion:
      'Wrap the update in startTransition, and look into the server log for the error that stopped the render of this part.',
    examples: ['The server could not finish this Suspense boundary, likely due to an error during server rendering.'],
  },
  {
    when: /Extra attributes|attribute/i,
    text: 'During hydration an element had other attributes in the server HTML than in the first client render. Often a browser extension adds attributes before the app starts, or a class or style depends on a value only the browser knows.',
    suggestion:
      'Render the same attributes on server and client, and set browser-only ones in an effect. If an extension adds them to the html or body tag, suppressHydrationWarning on that tag is fine.',
    examples: ['Warning: Extra attributes from the server: class,style'],
  },
];

/** React components and hooks. */
export const REACT_CASES: readonly PatternCase[] = [
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
    examples: ['useAuth must be used within an AuthProvider', 'No QueryClient set, use QueryClientProvider to set one'],
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
];
