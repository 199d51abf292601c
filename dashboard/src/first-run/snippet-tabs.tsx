import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { KEY_PLACE } from '../../../src/sdk-addresses.ts';
import { useSession } from '../api/session.ts';
import { BASE_PATH } from '../base-path.ts';
import { useStore } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { snippetKey } from './snippet-key.ts';
import { SnippetKeyNote } from './snippet-key-note.tsx';
import { SNIPPETS, type Target } from './snippets.ts';
import { toPieces } from './to-pieces.ts';

/** The snippets, one in view. Arrow keys go from tab to tab. */
export function SnippetTabs() {
  const [index, setIndex] = useState(0);
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const snippet = SNIPPETS[index];
  const isClosed = useSession().data?.isClosed === true;
  const key = useStore(snippetKey)?.text ?? KEY_PLACE;
  const steer = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = (index + step + SNIPPETS.length) % SNIPPETS.length;
    setIndex(next);
    tabs.current?.querySelectorAll('button')[next]?.focus();
  };
  if (snippet === undefined) return null;
  const target: Target = { base: window.location.origin + BASE_PATH, token: isClosed ? key : '' };
  return (
    <section className="card snippets" aria-label="Ways to send">
      <header className="snippet-head">
        <div ref={tabs} role="tablist" aria-label="Send with" className="snippet-tabs" onKeyDown={steer}>
          {SNIPPETS.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${at}`}
              className="snippet-tab"
              aria-selected={at === index}
              aria-controls={`${id}-panel`}
              tabIndex={at === index ? 0 : -1}
              onClick={() => setIndex(at)}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={snippet.toCode(target)} what="The snippet" />
      </header>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${index}`}>
        <pre className="snippet-code" role="region" tabIndex={0} aria-label={`${snippet.name} snippet`}>
          <Code text={snippet.toCode(toShown(target))} />
        </pre>
        <p className="snippet-hint">{snippet.hint}</p>
        <SnippetKeyNote isKeyless={snippet.isKeyless === true} />
      </div>
    </section>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <code>
      {toPieces(text).map(({ kind, text: piece }, index) => (
        <span key={index} data-kind={kind}>
          {piece}
        </span>
      ))}
    </code>
  );
}

/** Somebody may be looking over a shoulder: the key goes to the clipboard only. What stands for it is legal in an address. */
function toShown({ base, token }: Target): Target {
  return { base, token: token === '' || token === KEY_PLACE ? token : '********' };
}
