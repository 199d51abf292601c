import type { Hook } from '../core.js';
import { isLocalName } from '../local.js';
import type { PageSettings } from '../options.js';
import type { Overlay } from '../overlay.js';

export type LoadOverlay = () => Promise<{ readonly Overlay: typeof Overlay }>;

/** On a page of this machine that asks for it, shows each error in a corner; the part that does is loaded with the first. */
export const hookOverlay =
  (load: LoadOverlay, { overlay, editor }: PageSettings): Hook =>
  (page) => {
    if (overlay !== true || !isLocalName(location.hostname)) return () => undefined;
    const { fetch } = window;
    const { transport, client } = page;
    const { serverUrl, projectId, token } = client.settings;
    let opening: Promise<Overlay> | undefined;
    const tell = (run: (shown: Overlay) => unknown): void => {
      opening?.then(run).catch(() => {
        // Kept out by the page's policy, or no longer served: the dashboard shows it.
        client.countFault();
      });
    };
    page.onEvent.add((event) => {
      if (event.severity === 'info') return;
      opening ??= load().then((part) => new part.Overlay({ serverUrl, projectId, token, editor, fetch }));
      tell((shown) => {
        shown.add(event);
      });
    });
    const send = transport.send.bind(transport);
    transport.send = (path, body) => {
      const sent = send(path, body);
      // Answers about logs and requests name no event that it knows.
      const take = (answer: string): void => {
        tell((shown) => shown.takeAnswer(answer));
      };
      sent.then(
        (answer) => {
          take(answer.body);
        },
        () => {
          take('');
        },
      );
      return sent;
    };
    return () => {
      tell((shown) => {
        shown.remove();
      });
    };
  };
