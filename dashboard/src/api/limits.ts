/** Characters of a search; the API takes no longer one. */
export const SEARCH_CHARS_MAX = 256;
