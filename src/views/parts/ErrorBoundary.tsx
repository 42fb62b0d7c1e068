import { Component, type ReactNode } from 'react';
import { ApplicationError } from './ApplicationError.tsx';
import { BareLayout } from './BareLayout.tsx';

interface Caught {
  error: unknown;
}

interface ErrorBoundaryProps {
  /** The failed part may include the frame, so the error screen brings its own. */
  outermost?: boolean;
  children: ReactNode;
}

/** Shows the error screen instead of the failed part. React supports error boundaries only as classes. */
export class ErrorBoundary<Props = unknown> extends Component<ErrorBoundaryProps & Props, { caught: Caught | null }> {
  override readonly state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    const screen = <ApplicationError error={caught.error} />;
    return this.props.outermost ? <BareLayout>{screen}</BareLayout> : screen;
  }
}
