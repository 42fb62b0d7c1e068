import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { privacyMachine } from '../../machines/ambient/privacy/privacy.machine.ts';
import { selectIsOpen, selectTelemetry } from '../../machines/ambient/privacy/privacy.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Switch } from '../ui/Switch.tsx';

const rows = css({ display: 'grid', gap: '4' });
const ignore = () => undefined;

/** The choices about storage and telemetry: necessary data, which is always on, and telemetry. */
export function PrivacyDialog({ privacy }: { privacy: ActorRefFrom<typeof privacyMachine> }) {
  // Closed in its first render: a dialog that mounts open leaves its backdrop behind when it unmounts.
  const arrived = useDeferredValue(true, false);
  const open = useSelector(privacy, selectIsOpen) && arrived;
  const telemetry = useSelector(privacy, selectTelemetry);
  const cancel = () => privacy.send({ type: 'privacy.cancelled' });
  return (
    <Dialog
      open={open}
      onClose={cancel}
      size="medium"
      title="Privacy settings"
      description="Choose what Basechart stores in your browser and what it sends."
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" onClick={() => privacy.send({ type: 'privacy.confirmed' })}>
            Confirm
          </Button>
        </>
      }
    >
      <div className={rows}>
        <Switch
          label="Strictly necessary"
          description="Session, settings, and drafts. Required for the dashboard to work."
          checked
          disabled
          onCheckedChange={ignore}
        />
        <Switch
          label="Telemetry"
          description="Pages visited and features used. Never your project data."
          checked={telemetry}
          onCheckedChange={() => privacy.send({ type: 'telemetry.toggled' })}
        />
      </div>
    </Dialog>
  );
}
