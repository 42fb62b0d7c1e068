import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import { selectIsWorkspaceMissing, selectWorkspaceFailure } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

const note = css({ paddingInline: { base: '6', mdDown: '4' }, paddingTop: '4' });

/**
 * Why navigation, shortcuts and palette are missing; nothing where they are there, or still load for the first time.
 */
export function WorkspaceFailure() {
  const app = useApp();
  const failure = useSelector(app, selectWorkspaceFailure);
  const isMissing = useSelector(app, selectIsWorkspaceMissing);
  return (
    failure && (
      <div className={note}>
        <ErrorState
          title="Could not load navigation, shortcuts, and the command palette"
          failure={failure}
          retrying={!isMissing}
          onRetry={() => app.send({ type: 'workspace.retried' })}
        />
      </div>
    )
  );
}
