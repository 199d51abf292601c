/** Writes what the global pattern matches as `\u001b`, in UTF-16 units: JSON text stays the same JSON. */
export function escapeText(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => {
    const units = Array.from({ length: match.length }, (_, index) => match.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
