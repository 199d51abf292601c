/** Whether an address may get the correlation header: its origin is the own one, or is listed. */
export function isCorrelated(url: URL, ownOrigin: string | undefined, listed: readonly (string | RegExp)[]): boolean {
  if (url.origin === ownOrigin) return true;
  return listed.some((entry) =>
    typeof entry === 'string' ? toOrigin(entry) === url.origin : url.origin.search(entry) !== -1,
  );
}

function toOrigin(text: string): string {
  return /^[a-z]+:\/\/[^/]+/i.exec(text)?.[0].toLowerCase() ?? text;
}
