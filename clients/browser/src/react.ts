// `@errord/browser/react`: an error boundary, a hook, and the handlers of React 19's roots. React itself is handed in: what
// this package imported would be another copy where it is linked into an application, and hooks of another copy throw.

import type { Component, ErrorInfo, ReactNode, useState } from 'react';
import type { EventFacts } from '../../core/client.js';
import type { Extra } from '../../core/types.js';
import { toComponentName } from './component-name.js';
import { addBreadcrumb, captureError, captureMessage, client, log, setTag, setUser } from './core.js';

export interface FallbackProps {
  readonly error: unknown;
  /** Of the event that was reported; undefined when none was sent. */
  readonly eventId: string | undefined;
  /** Renders the children again. */
  readonly reset: () => void;
}

export interface ErrordBoundaryProps {
  readonly children?: ReactNode;
  /** Shown in the place of children that failed; nothing when absent. */
  readonly fallback?: ReactNode | ((props: FallbackProps) => ReactNode);
  readonly onError?: (error: unknown, info: ErrorInfo, eventId: string | undefined) => void;
  readonly onReset?: () => void;
  /** The children are rendered again when one of these changes. */
  readonly resetKeys?: readonly unknown[];
  /** Goes with the event. */
  readonly extra?: Extra;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | null;
  readonly eventId: string | undefined;
}

const WELL: BoundaryState = { failure: null, eventId: undefined };

/** What is used of the application's React. */
export interface ReactParts {
  readonly Component: typeof Component;
  readonly useState: typeof useState;
}

export interface Errord {
  readonly captureError: typeof captureError;
  readonly captureMessage: typeof captureMessage;
  readonly log: typeof log;
  readonly setUser: typeof setUser;
  readonly setTag: typeof setTag;
  readonly addBreadcrumb: typeof addBreadcrumb;
  /** Hands an error of a callback or a promise to the nearest boundary, which React does for renders only. */
  readonly showBoundary: (error: unknown) => void;
}

/**
 * The boundary and the hook for the application's own React, `errordReact(React)`. Called once, beside `init`: each call makes
 * another class of components.
 */
export function errordReact(react: ReactParts) {
  /** Reports what its children throw while they render, with the stack of components, and shows the fallback. */
  class ErrordBoundary extends react.Component<ErrordBoundaryProps, BoundaryState> {
    override state: BoundaryState = WELL;

    static getDerivedStateFromError(error: unknown): BoundaryState {
      return { failure: { error }, eventId: undefined };
    }

    override componentDidCatch(error: unknown, info: ErrorInfo): void {
      const { extra, onError } = this.props;
      const eventId = capture(error, info, { extra });
      onError?.(error, info, eventId);
      if (eventId !== undefined) this.setState({ eventId });
    }

    override componentDidUpdate({ resetKeys: before = [] }: ErrordBoundaryProps, { failure }: BoundaryState): void {
      const { resetKeys: after = [] } = this.props;
      // The keys that led to the failure are no reason to try again.
      if (failure === null || this.state.failure === null) return;
      if (before.length !== after.length || after.some((key, index) => !Object.is(key, before[index]))) this.reset();
    }

    readonly reset = (): void => {
      this.props.onReset?.();
      this.setState(WELL);
    };

    override render(): ReactNode {
      const { failure, eventId } = this.state;
      const { children, fallback } = this.props;
      if (failure === null) return children;
      if (typeof fallback !== 'function') return fallback ?? null;
      return fallback({ error: failure.error, eventId, reset: this.reset });
    }
  }

  /** The functions of the client, the same ones in every render. */
  function useErrord(): Errord {
    const [, setState] = react.useState<null>(null);
    const [errord] = react.useState<Errord>(() => ({
      captureError,
      captureMessage,
      log,
      setUser,
      setTag,
      addBreadcrumb,
      showBoundary: (error) => {
        setState(() => {
          throw error;
        });
      },
    }));
    return errord;
  }

  return { ErrordBoundary, useErrord };
}

export interface RootErrorHandlers {
  readonly onUncaughtError: (error: unknown, info: ErrorInfo) => void;
  readonly onCaughtError: (error: unknown, info: ErrorInfo) => void;
  readonly onRecoverableError: (error: unknown, info: ErrorInfo) => void;
}

/**
 * Options of `createRoot` and `hydrateRoot` (React 19): every error that React sees is reported with its component stack.
 * What React does by itself when it has no such options, to tell the console, is done as well.
 */
export function reactErrorHandlers(): RootErrorHandlers {
  return {
    onUncaughtError: (error, info) => {
      capture(error, info, { type: 'uncaught_exception' });
      reportError(error);
    },
    onCaughtError: (error, info) => {
      capture(error, info, {});
      console.error(error);
    },
    onRecoverableError: (error, info) => {
      capture(error, info, { severity: 'warning' });
      reportError(error);
    },
  };
}

/** Of errors that a root has reported before the boundary below it gets to know. */
const eventIds = new WeakMap<object, string>();

function capture(error: unknown, { componentStack }: ErrorInfo, facts: EventFacts): string | undefined {
  const stack = componentStack ?? undefined;
  const componentName = toComponentName(stack);
  const eventId = client()?.capture(error, { ...facts, componentStack: stack, componentName });
  if (typeof error !== 'object' || error === null) return eventId;
  if (eventId !== undefined) eventIds.set(error, eventId);
  return eventIds.get(error);
}
