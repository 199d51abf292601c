/** The innermost component of a stack of components; undefined when it names none. */
export function toComponentName(componentStack = ''): string | undefined {
  return /^\s*(?:at )?([\w$.]+)/.exec(componentStack)?.[1];
}
