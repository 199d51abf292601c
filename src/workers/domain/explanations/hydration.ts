import type { Pattern } from '../pattern.js';

export const HYDRATION: Pattern = {
  id: 'hydration',
  title: 'Server HTML and client render do not match',
  text: 'Hydration failed: the HTML that the server rendered and what the client renders first do not match, so the framework threw the server markup away. Usual causes are dates, random values, or window and localStorage read while rendering, or a browser extension that changed the page.',
  suggestion:
    'Render the same first output on both sides, and move values only the browser knows into an effect (onMounted) or a client-only component.',
  examples: [
    'Hydration failed because the initial UI does not match what was rendered on the server.',
    'Minified React error #418; visit https://react.dev/errors/418 for the full message',
    'Text content does not match server-rendered HTML.',
    'Hydration completed but contains mismatches.',
    'Minified React error #425; visit https://react.dev/errors/425',
  ],
  counterexamples: [
    'Hydration failed: athlete drank 0.4 l of 1.5 l',
    'Hydration mismatch: runner 4 drank less than planned',
  ],
  signs: {
    codes: ['React 418', 'React 419', 'React 422', 'React 423', 'React 424', 'React 425', 'React 446', 'NG05*'],
  },
  match: [
    /\bHydration failed(?:$|\.| because)|\b(?:error|exception|mismatch\w{0,3})\b.{0,20} (?:while hydrating|during hydration)\b|\bwhile hydrating but React\b|\bHydration (?:completed|node|text|children|class|style|attribute|text content|of)\b.{0,40}\bmismatch|\bHydration (?:children|node|text|class|style|attribute|text content) mismatch\b|^hydration_mismatch\b|\bhydration mismatch(?:es)?\b(?!: \w+ \d)|\bHydration completed but contains mismatches\b|^hydration_failed\b/i,
    /\bText content (?:does not|did not) match(?: server-rendered HTML|\. Server: )|\bdid not match\. Server: |\bExpected server HTML to contain\b|\bDid not expect server HTML to contain\b|\bdidn't match the client\b|\bA tree hydrated but some attributes\b|\bExtra attributes from the server\b|\breact\.dev\/errors\/(?:418|419|42[1-5])\b|\bcannot be a (?:descendant|child) of <|\bcannot contain a nested <|\bcannot appear as a (?:descendant|child) of <|^validateDOMNesting\b|\bvalidateDOMNesting\(|\bnode_invalid_placement\b/,
    /\bThe server could not finish this Suspense boundary\b|\bsuspended while responding to synchronous input\b|\bSuspense boundary received an update before it finished hydrating\b|\bUnable to hydrate\b/i,
  ],
  cases: [
    {
      id: 'nesting',
      when: /descendant of <|child of <|nested <|validateDOMNesting|node_invalid_placement/i,
      text: 'The HTML is nested in a way browsers do not allow, such as a div inside a p. The browser moves the tags while it parses the server HTML, so the page no longer matches what the client renders and hydration fails.',
      suggestion:
        'Fix the nesting named in the message: use a span or div instead of the outer p, and put table rows inside a tbody.',
      examples: ['In HTML, <div> cannot be a descendant of <p>.'],
    },
    {
      id: 'suspense-boundary',
      signs: { codes: ['React 421'] },
      when: /Suspense boundary|suspended while/i,
      text: 'A Suspense boundary could not be finished on the server, or was updated before it finished hydrating, so React renders that part again on the client.',
      suggestion:
        'Wrap the update in startTransition, and look into the server log for the error that stopped the render of this part.',
      examples: ['The server could not finish this Suspense boundary, likely due to an error during server rendering.'],
    },
    {
      id: 'attributes',
      when: /Extra attributes|attribute/i,
      text: 'During hydration an element had other attributes in the server HTML than in the first client render. Often a browser extension adds attributes before the app starts, or a class or style depends on a value only the browser knows.',
      suggestion:
        'Render the same attributes on server and client, and set browser-only ones in an effect. If an extension adds them to the html or body tag, suppressHydrationWarning on that tag is fine.',
      examples: ['Warning: Extra attributes from the server: class,style'],
    },
  ],
};
