export function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  return made;
}

/** Text as text, whatever it says; what says nothing is not shown. */
export function setText<T extends HTMLElement>(target: T, text: string): T {
  if (target.textContent !== text) target.textContent = text;
  target.hidden = text === '';
  return target;
}
