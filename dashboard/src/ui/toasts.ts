import { openStore } from '../store.ts';

export interface Toast {
  readonly id: number;
  /** A toast with the key of an earlier one takes its place. */
  readonly key: string;
  readonly tone: 'neutral' | 'good' | 'bad';
  readonly text: string;
  /** Leads to what it tells of. */
  readonly way?: ToastAction;
  readonly action?: ToastAction;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

const TOASTS_MAX = 3;
const SHOWN_MS = 5000;

export const toasts = openStore<readonly Toast[]>([]);

let lastId = 0;

/** Shows a toast for a while. There are never more than a few: the oldest goes. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const id = lastId;
  const others = toasts.get().filter(({ key }) => key !== toast.key);
  toasts.set([...others, { ...toast, id }].slice(-TOASTS_MAX));
  window.setTimeout(() => dismissToast(id), SHOWN_MS);
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
