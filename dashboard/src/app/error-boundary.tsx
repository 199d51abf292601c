import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** Keeps a page that fails from taking the others with it. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): ErrorBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorState error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
