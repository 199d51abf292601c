/** Where the map of a script is: an address, or the text itself. */
export interface MapPlace {
  /** What the map names its sources relative to. */
  readonly url: string;
  /** Absent when it has to be fetched. */
  readonly text?: string;
}

const MARK = 'sourceMappingURL=';

/**
 * The place of the map, by the header of the script or its last comment (ECMA-426, 11.1.2); undefined when it names none
 * or one that cannot be read. `header` is empty when there is none.
 */
export function findMap(code: string, scriptUrl: string, header: string): MapPlace | undefined {
  const named = header || findComment(code);
  if (named === undefined) return undefined;
  if (named.startsWith('data:')) {
    const text = decodeDataUrl(named);
    return text === undefined ? undefined : { url: scriptUrl, text };
  }
  return URL.canParse(named, scriptUrl) ? { url: new URL(named, scriptUrl).href } : undefined;
}

/** Some tools begin a map with a line that keeps browsers from running it. */
export function parseMap(text: string): unknown {
  return JSON.parse(text.replace(/^\)\]\}[^\n]*\n/, ''));
}

/** The last mark that stands in a comment: a script may hold the word in a text. */
function findComment(code: string): string | undefined {
  let at = code.lastIndexOf(MARK);
  while (at !== -1) {
    if (/\/[/*][#@][ \t]*$/.test(code.slice(Math.max(0, at - 8), at))) {
      return /^\S+?(?=\s|\*\/|$)/.exec(code.slice(at + MARK.length))?.[0];
    }
    at = at === 0 ? -1 : code.lastIndexOf(MARK, at - 1);
  }
  return undefined;
}

function decodeDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',');
  const content = url.slice(comma + 1);
  try {
    if (!/;base64$/i.test(url.slice(0, comma))) return decodeURIComponent(content);
    return new TextDecoder().decode(Uint8Array.from(atob(content), (char) => char.charCodeAt(0)));
  } catch {
    // Cut off, or of another encoding: no map.
    return undefined;
  }
}
