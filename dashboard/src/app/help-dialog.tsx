import { shortcutLayers } from '../keyboard/shortcuts.ts';
import { useStore } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import './help-dialog.css';

/** Every key that works on this page, as registered: the list cannot be out of date. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const shortcuts = useStore(shortcutLayers).flat();
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  return (
    <Dialog label="Keyboard" onClose={onClose}>
      <div className="help-groups" tabIndex={0} role="region" aria-label="Keys of this page">
        {[...groups].reverse().map(([group, members]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {[...Map.groupBy(members, ({ label }) => label)].map(([label, same]) => (
                <div key={label} className="help-row">
                  <dt>{label}</dt>
                  <dd>
                    {same.map(({ keys }) => (
                      <span key={keys} className="help-keys">
                        {keys.split(/[ +]/).map((key) => (
                          <kbd key={key} className="key">
                            {toKeyName(key)}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Anywhere, also while typing</h3>
          <dl>
            <div className="help-row">
              <dt>Search or jump to</dt>
              <dd>
                <kbd className="key">Ctrl</kbd>
                <kbd className="key">K</kbd>
              </dd>
            </div>
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

function toKeyName(key: string): string {
  return KEY_NAMES[key] ?? key;
}
