import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { ApplicationError } from '../parts/ApplicationError.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';

const frame = css({ height: 'full', overflow: 'auto', background: 'surface' });

/** Keeps the editor when what shows the results does not load or fails, with a way to try again. */
export class ResultsBoundary extends ErrorBoundary {
  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return (
      <div className={frame}>
        <ApplicationError
          error={caught.error}
          failedPart="Could not show the results"
          onRetry={() => this.setState({ caught: null })}
        />
      </div>
    );
  }
}
