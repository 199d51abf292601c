type AnyFunction = (...args: unknown[]) => unknown;

export interface Call {
  /** What was there before; call it with `Reflect.apply(original, self, args)`. */
  readonly original: AnyFunction;
  readonly self: unknown;
  readonly args: unknown[];
  /** The outermost function of ours on the stack. */
  readonly entry: object;
}

/**
 * Puts `around` in the place of a method. It looks as before: name, length, properties and text. The returned function
 * puts back what was there, or, when somebody has wrapped it since, lets everything through. A method that cannot be
 * replaced stays as it is.
 */
export function patch(target: object, name: string, around: (call: Call) => unknown): () => void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function') return () => undefined;
  let isOn = true;
  const apply = (fn: AnyFunction, self: unknown, args: unknown[]): unknown =>
    isOn ? around({ original: fn, self, args, entry: apply }) : Reflect.apply(fn, self, args);
  const get = (fn: AnyFunction, key: string | symbol): unknown =>
    key === 'toString' ? () => Function.prototype.toString.call(fn) : Reflect.get(fn, key);
  const wrapper = new Proxy(original as AnyFunction, { apply, get });
  const isSet = Reflect.set(target, name, wrapper);
  return () => {
    isOn = false;
    if (isSet && Reflect.get(target, name) === wrapper) Reflect.set(target, name, original);
  };
}

/** The returned function takes the listener away again. Capturing: before whatever the page does with the event. */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener, true);
  return () => {
    target.removeEventListener(type, listener, true);
  };
}

/** One function for several. */
export function all(undos: readonly (() => void)[]): () => void {
  return () => {
    for (const undo of undos) undo();
  };
}
