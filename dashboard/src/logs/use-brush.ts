import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Bars by their places, both ends among them. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

interface Drag {
  readonly anchor: number;
  readonly head: number;
}

export interface Brush {
  /** What is being chosen; null while nothing is. */
  readonly chosen: Stretch | null;
  /** The bar that is looked at, by the pointer or the keys; null for none. */
  readonly pointed: number | null;
  readonly events: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
  };
}

/** Chooses some of the bars that stand side by side: by dragging over them, or with the arrows, Shift and Enter. */
export function useBrush(count: number, onChoose: (stretch: Stretch) => void): Brush {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = count - 1;
  const stop = (): void => {
    setDrag(null);
    setIsDragging(false);
  };
  const choose = (stretch: Stretch | null): void => {
    stop();
    if (stretch !== null) onChoose(stretch);
  };
  const step = (to: number, isExtending: boolean): void => {
    const head = Math.min(Math.max(to, 0), last);
    setPointed(head);
    setDrag(isExtending ? { anchor: drag?.anchor ?? pointed ?? head, head } : null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = pointed ?? last;
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const to = places[event.key];
    if (to !== undefined) step(to, event.shiftKey);
    else if (event.key === 'Enter') choose(toStretch(drag ?? { anchor: at, head: at }));
    else if (event.key === 'Escape' && drag !== null) stop();
    else return;
    // These keys move in the list for whoever is not here.
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    chosen: toStretch(drag),
    pointed,
    events: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = toIndex(event, count);
        setDrag({ anchor: index, head: index });
        setIsDragging(true);
      },
      onPointerMove(event) {
        const index = toIndex(event, count);
        setPointed(index);
        if (isDragging && drag !== null) setDrag({ anchor: drag.anchor, head: index });
      },
      onPointerUp: () => isDragging && choose(toStretch(drag)),
      onPointerCancel: stop,
      onPointerLeave: () => !isDragging && setPointed(null),
      onKeyDown,
      onBlur() {
        stop();
        setPointed(null);
      },
    },
  };
}

function toStretch(drag: Drag | null): Stretch | null {
  if (drag === null) return null;
  return { first: Math.min(drag.anchor, drag.head), last: Math.max(drag.anchor, drag.head) };
}

function toIndex({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const index = Math.floor(((clientX - left) / Math.max(1, width)) * count);
  return Math.min(Math.max(index, 0), Math.max(0, count - 1));
}
