/**
 * The first `charsMax` UTF-16 units of the text, or one less where they would end inside a surrogate pair. A text that is
 * no longer is returned as it is; of a longer one V8 makes a view, which keeps the whole text in memory.
 */
export function sliceText(text: string, charsMax: number): string {
  const last = charsMax - 1;
  const startsPair = (text.codePointAt(last) ?? 0) > 0xffff;
  return text.slice(0, startsPair ? last : charsMax);
}
