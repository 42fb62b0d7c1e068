import { Component, type ReactNode } from 'react';
import { ApplicationError } from './ApplicationError.tsx';

interface Caught { error: unknown }

/** Shows the error screen instead of what broke. React has no other form for this than a class. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: Caught | null }> {
  override readonly state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <ApplicationError error={caught.error} /> : this.props.children;
  }
}
