import { useSelector } from '@xstate/react';
import AppWindow from 'lucide-react/icons/app-window';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactElement } from 'react';
import { css } from 'styled-system/css';
import type {
  InspectorPage,
  InspectorPublisherActor,
} from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import {
  selectAwaited,
  selectFailure,
  selectIsAsking,
  selectListening,
  selectUnanswered,
} from '../../machines/inspector/inspectorPublisher/inspectorPublisher.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { windowNotResponding } from './words.ts';

const spoken = css({ srOnly: true });

const told: Readonly<Record<InspectorPage, string>> = {
  stately: 'Streaming to Stately Inspector.',
  own: 'Streaming to the other window.',
};

/** Two inspectors in another window: this application's own, and Stately's on the internet. */
const windows: readonly { page: InspectorPage; label: string; icon: ReactElement }[] = [
  { page: 'own', label: 'Open in new window', icon: <AppWindow aria-hidden /> },
  { page: 'stately', label: 'Open in Stately Inspector', icon: <ExternalLink aria-hidden /> },
];

/** A button for each of the windows. */
export function PublisherButtons({ publisher }: { publisher: InspectorPublisherActor }) {
  const awaited = useSelector(publisher, selectAwaited);
  return windows.map(({ page, label, icon }) => (
    <IconButton
      key={page}
      size="small"
      variant="text"
      label={label}
      icon={icon}
      loading={awaited === page}
      onClick={() => publisher.send({ type: 'window.requested', page })}
    />
  ));
}

/** The same as entries of a menu. */
export const publisherItems = (publisher: InspectorPublisherActor): MenuItem[] =>
  windows.map(({ page, label, icon }) => ({
    kind: 'action',
    key: page,
    label,
    icon,
    onSelect: () => publisher.send({ type: 'window.requested', page }),
  }));

/** Tells screen readers where the events go. */
export function PublisherStatus({ publisher }: { publisher: InspectorPublisherActor }) {
  const listening = useSelector(publisher, selectListening);
  return (
    <span role="status" className={spoken}>
      {listening && told[listening]}
    </span>
  );
}

/** Why another window stays empty, and what to do about it. */
export function PublisherNotice({ publisher, className }: { publisher: InspectorPublisherActor; className: string }) {
  const failure = useSelector(publisher, selectFailure);
  const unanswered = useSelector(publisher, selectUnanswered);
  const asking = useSelector(publisher, selectIsAsking);
  const here = (
    <Button size="small" onClick={() => publisher.send({ type: 'window.requested', page: 'own' })}>
      Open here
    </Button>
  );
  if (asking) {
    return (
      <div className={className}>
        <Alert
          variant="warning"
          announce
          title="Stream events to stately.ai?"
          actions={
            <>
              <Button size="small" onClick={() => publisher.send({ type: 'streaming.confirmed' })}>
                Stream events
              </Button>
              <Button size="small" onClick={() => publisher.send({ type: 'streaming.declined' })}>
                Cancel
              </Button>
            </>
          }
        >
          Stately Inspector is a page on the internet. It gets every event, but no passwords, tokens, email addresses or
          SQL. Other names stand for your organizations, projects, queries, and tables.
        </Alert>
      </div>
    );
  }
  if (unanswered === 'stately') {
    return (
      <div className={className}>
        <Alert variant="warning" announce title="Stately Inspector is not responding" actions={here}>
          It is a page on the internet. Basechart’s own window shows the same data without a network connection.
        </Alert>
      </div>
    );
  }
  if (unanswered === 'own') {
    return (
      <div className={className}>
        <Alert variant="warning" announce title={windowNotResponding} actions={here}>
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
          <Button size="small" onClick={() => publisher.send({ type: 'failure.dismissed' })}>
            Dismiss
          </Button>
        }
      />
    </div>
  );
}
