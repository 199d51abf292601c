import { useStore } from '../store.ts';
import { Icon } from './icon.tsx';
import './toast-stack.css';
import { dismissToast, toasts } from './toasts.ts';

/** The toasts, in a region that screen readers follow. */
export function ToastStack() {
  const shown = useStore(toasts);
  return (
    <div className="toast-stack" role="status" aria-live="polite">
      {shown.map(({ id, tone, text, way, action }) => (
        <div key={id} className="toast" data-tone={tone}>
          <Icon name={tone === 'bad' ? 'alert' : 'check'} />
          <span className="toast-text">{text}</span>
          {[way, action].map(
            (one) =>
              one !== undefined && (
                <button
                  key={one.label}
                  type="button"
                  className="toast-action"
                  onClick={() => {
                    one.run();
                    dismissToast(id);
                  }}
                >
                  {one.label}
                </button>
              ),
          )}
          <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
