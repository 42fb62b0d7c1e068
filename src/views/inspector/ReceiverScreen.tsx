import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { remoteSystem } from '../../inspector/trace/remoteSystem.ts';
import type { receiverMachine } from '../../machines/inspector/receiver/receiver.machine.ts';
import {
  selectFailure,
  selectInspector,
  selectReception,
  type Reception,
} from '../../machines/inspector/receiver/receiver.selectors.ts';
import { href } from '../../router/href.ts';
import { BareLayout } from '../parts/BareLayout.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { Inspector } from './Inspector.tsx';
import { InspectorDisabled } from './InspectorDisabled.tsx';
import { inspectorCrashed, windowNotResponding } from './words.ts';

const page = css({ height: 'viewport', minHeight: '0', display: 'flex', flexDirection: 'column' });
const notice = css({ padding: '2', flexShrink: '0' });
const body = css({ flex: '1', minHeight: '0' });
const waiting = css({ display: 'inline-flex', alignItems: 'center', gap: '2' });

const openHere = <ButtonLink href={href('flows')}>Inspect this window</ButtonLink>;

/** Shown while there is nothing to inspect. */
const emptiness: Readonly<Partial<Record<Reception, { title: string; children: ReactNode; action?: ReactNode }>>> = {
  connecting: {
    title: 'Waiting for connection…',
    children: (
      <span className={waiting}>
        <Spinner />
        Connecting…
      </span>
    ),
  },
  unanswered: {
    title: windowNotResponding,
    action: openHere,
    children: 'It may still be loading or show another site. Keep this window open. Retrying…',
  },
  withoutOpener: {
    title: 'No window to inspect',
    action: openHere,
    children:
      'This page inspects the window that opened it. Press F9 there to open the flow inspector, then choose “Open in new window”.',
  },
  broken: {
    title: inspectorCrashed,
    children: 'The other window is not affected. Reload this one to inspect it again.',
  },
};

const notices: Readonly<Partial<Record<Reception, { title: string; text: string }>>> = {
  disconnected: {
    title: 'Connection lost',
    text: 'The other window may be reloading. These are its last events. The inspector continues when it reconnects.',
  },
  closed: {
    title: 'The other window was closed',
    text: 'These are its last events. You can still replay and save them.',
  },
};

/** The flow inspector in its own window, which inspects the window that opened it. */
export default function ReceiverScreen({ flow }: { flow: ActorRefFrom<typeof receiverMachine> }) {
  useDocumentTitle('Flows of another window');
  const reception = useSelector(flow, selectReception);
  const inspector = useSelector(flow, selectInspector);
  const failure = useSelector(flow, selectFailure);
  if (reception === 'switchedOff') return <InspectorDisabled />;
  const empty = emptiness[reception];
  if (empty || !inspector) {
    return (
      <BareLayout>
        <PageLayout width="form">
          <PageHeader title="Flows of another window" />
          <div role="status">
            {empty && (
              <EmptyState title={empty.title} action={empty.action}>
                {empty.children}
                {failure && ` (${failure.message})`}
              </EmptyState>
            )}
          </div>
        </PageLayout>
      </BareLayout>
    );
  }
  const said = notices[reception];
  return (
    <main className={page}>
      {said && (
        <div className={notice}>
          <Alert variant="warning" announce title={said.title}>
            {said.text}
          </Alert>
        </div>
      )}
      <div className={body}>
        <Inspector
          inspector={inspector}
          source={remoteSystem}
          heading="h1"
          title="Flows of another window"
          live={reception === 'live'}
        />
      </div>
    </main>
  );
}
