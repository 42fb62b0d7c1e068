import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { profileMachine } from '../../machines/accounts/profile/profile.machine.ts';
import { selectIsTrying, selectProfileFailure } from '../../machines/accounts/profile/profile.selectors.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

const note = css({ paddingInline: { base: '6', mdDown: '4' }, paddingTop: '4' });

/** Why there is no profile, which decides what the user is offered; nothing while there is one or it is loading. */
export function ProfileFailure({ profile }: { profile: ActorRefFrom<typeof profileMachine> }) {
  const failure = useSelector(profile, selectProfileFailure);
  const isTrying = useSelector(profile, selectIsTrying);
  return (
    failure && (
      <div className={note}>
        <ErrorState
          title="Could not load your profile"
          failure={failure}
          retrying={isTrying}
          onRetry={() => profile.send({ type: 'profile.retried' })}
        />
      </div>
    )
  );
}
