import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { ApplicationError } from '../parts/ApplicationError.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';

const frame = css({ height: 'full', overflow: 'auto', background: 'surface' });

/** Keeps the rest of the page when the editor or the results do not load or fail, with a way to try again. */
export class PartBoundary extends ErrorBoundary<{ failedPart: string }> {
  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return (
      <div className={frame}>
        <ApplicationError
          error={caught.error}
          failedPart={this.props.failedPart}
          onRetry={() => this.setState({ caught: null })}
        />
      </div>
    );
  }
}
