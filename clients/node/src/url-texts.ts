import { redactUrl } from '../../core/redact.js';
import { Texts } from './header-texts.js';

/** Behind these, or their codes, stands what may be a secret. */
const SEPARATOR = /[=:%]/;

/** Addresses as they may leave the process. Of a route that is asked often, paths differ more than queries do. */
export class UrlTexts {
  readonly #queries = new Texts<string>();

  /** As `redactUrl`. */
  redact(url: string): string {
    const at = url.indexOf('?');
    const path = at === -1 ? url : url.slice(0, at);
    // A secret that begins in the path may go on in the query.
    if (!path.startsWith('/') || SEPARATOR.test(path)) return redactUrl(url);
    if (at === -1) return url;
    const query = url.slice(at);
    return path + (this.#queries.get(query) ?? this.#queries.add(query, redactUrl(`/${query}`).slice(1)));
  }
}
