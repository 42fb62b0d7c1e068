import { Component, type ReactNode } from 'react';
import { ApplicationError } from './ApplicationError.tsx';
import { BareLayout } from './BareLayout.tsx';

interface Caught {
  error: unknown;
}

interface ErrorBoundaryProps {
  /** Nothing is left around what broke, so that the error screen needs the frame of the window too. */
  outermost?: boolean;
  children: ReactNode;
}

/** Shows the error screen instead of what broke. React has no other form for this than a class. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught | null }> {
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
