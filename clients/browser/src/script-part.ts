/** Where a part of the script-tag build leaves what it exports: on its own element, so that no global name is taken. */
export const PART = 'errordPart';

/**
 * Loads a file that lies beside the script of an element, as that element was loaded: a classic script, which needs no leave
 * to be read from another origin, and has the nonce that the page's policy asks for.
 */
export function loadPart<T>(of: HTMLScriptElement, name: string): Promise<T> {
  const part = Object.assign(document.createElement('script'), { [PART]: undefined as T | undefined });
  part.src = new URL(name, of.src).href;
  part.nonce = of.nonce;
  part.crossOrigin = of.crossOrigin;
  return new Promise<T>((resolve, reject) => {
    part.addEventListener('load', () => {
      resolve(part[PART] as T);
    });
    part.addEventListener('error', () => {
      reject(new Error(name));
    });
    document.head.append(part);
  }).finally(() => {
    part.remove();
  });
}
