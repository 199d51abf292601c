/** The query string of parameters; those that are undefined are left out. */
export function toQueryString(parameters: object): string {
  const entries = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries).toString();
}
