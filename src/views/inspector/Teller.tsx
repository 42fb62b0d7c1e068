import { useSelector } from '@xstate/react';
import AppWindow from 'lucide-react/icons/app-window';
import ExternalLink from 'lucide-react/icons/external-link';
import { css } from 'styled-system/css';
import type { OtherPage, TellerActor } from '../../machines/inspector/teller/teller.machine.ts';
import {
  selectAwaited,
  selectFailure,
  selectListening,
  selectUnanswered,
} from '../../machines/inspector/teller/teller.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';

const spoken = css({ srOnly: true });

const told: Readonly<Record<OtherPage, string>> = {
  stately: 'Stately’s inspector is told of every actor.',
  own: 'The other window is told of every actor.',
};

/** Two ways to look from another window: on the internet, and without it. */
export function TellerButtons({ teller }: { teller: TellerActor }) {
  const awaited = useSelector(teller, selectAwaited);
  const listening = useSelector(teller, selectListening);
  const open = (page: OtherPage) => () => teller.send({ type: 'window.requested', page });
  return (
    <>
      <IconButton
        size="small"
        variant="text"
        label="Open in a window of its own"
        icon={<AppWindow />}
        loading={awaited === 'own'}
        onClick={open('own')}
      />
      <IconButton
        size="small"
        variant="text"
        label="Open Stately’s inspector"
        icon={<ExternalLink />}
        loading={awaited === 'stately'}
        onClick={open('stately')}
      />
      <span role="status" className={spoken}>
        {listening && told[listening]}
      </span>
    </>
  );
}

/** Why another window shows nothing, and what to do about it. */
export function TellerNotice({ teller, className }: { teller: TellerActor; className: string }) {
  const failure = useSelector(teller, selectFailure);
  const unanswered = useSelector(teller, selectUnanswered);
  const here = (
    <Button size="small" onClick={() => teller.send({ type: 'window.requested', page: 'own' })}>
      Open here
    </Button>
  );
  if (unanswered === 'stately') {
    return (
      <div className={className}>
        <Alert variant="warning" announce title="Stately’s inspector has not answered" actions={here}>
          It is a page on the internet. Basechart’s own window shows the same without a network.
        </Alert>
      </div>
    );
  }
  if (unanswered === 'own') {
    return (
      <div className={className}>
        <Alert variant="warning" announce title="The other window has not answered" actions={here}>
          It may not have loaded yet.
        </Alert>
      </div>
    );
  }
  if (!failure) return null;
  return (
    <div className={className}>
      <Alert
        variant="warning"
        announce
        title={failure.message}
        actions={
          <Button size="small" onClick={() => teller.send({ type: 'failure.dismissed' })}>
            Dismiss
          </Button>
        }
      />
    </div>
  );
}
