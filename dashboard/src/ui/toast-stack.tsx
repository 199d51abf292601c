import { useStore } from '../store.ts';
import { Icon } from './icon.tsx';
import './toast-stack.css';
import { dismissToast, toasts } from './toasts.ts';

/** The toasts, in a region that screen readers follow. */
export function ToastStack() {
  const shown = useStore(toasts);
  return (
    <div className="toast-stack" role="status" aria-live="polite">
      {shown.map(({ id, tone, text, action }) => (
        <div key={id} className="toast" data-tone={tone}>
          <Icon name={tone === 'bad' ? 'alert' : 'check'} />
          <span className="toast-text">{text}</span>
          {action !== undefined && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                action.run();
                dismissToast(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
