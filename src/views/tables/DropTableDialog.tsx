import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import type { dropTableMachine } from '../../machines/tables/dropTable/dropTable.machine.ts';
import {
  selectDependants,
  selectDependantsFailure,
  selectIsReadingDependants,
  selectKind,
  selectName,
} from '../../machines/tables/dropTable/dropTable.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';

const scroll = css({ maxHeight: '[30vh]', overflowY: 'auto', marginBottom: '2' });
const list = css({ margin: '0', paddingInlineStart: '5', listStyleType: 'disc', overflowWrap: 'anywhere' });

interface DropTableDialogProps {
  flow: ActorRefFrom<typeof dropTableMachine>;
}

/** Asks for the name of what is dropped, unless something depends on it. */
export function DropTableDialog({ flow }: DropTableDialogProps) {
  const { dialog, failure } = useConfirm(flow);
  const name = useSelector(flow, selectName);
  const reading = useSelector(flow, selectIsReadingDependants);
  const { names, total } = useSelector(flow, selectDependants);
  const dependantsFailure = useSelector(flow, selectDependantsFailure);
  const hasRows = useSelector(flow, selectKind) !== 'view';
  const [typed, setTyped] = useState('');
  const isFree = !reading && total === 0;
  const checkAgain = () => flow.send({ type: 'dependants.reloaded' });
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={`Drop ${name}?`}
      description={`This permanently deletes it${hasRows ? ' and all its rows' : ''}.`}
      variant="danger"
      confirmLabel="Drop"
      canConfirm={isFree}
      typed={isFree ? { expected: name, value: typed, onValueChange: setTyped } : undefined}
    >
      {reading && <SkeletonRows label="Looking for what depends on it" rows={2} />}
      {!reading && total > 0 && (
        <Alert variant="warning" title={`${countWords(total, 'object')} must be dropped first`}>
          <ScrollRegion as="div" className={scroll} label="What depends on it">
            <ul className={list}>
              {names.map((one) => (
                <li key={one}>{one}</li>
              ))}
              {total > names.length && <li>{`and ${countWords(total - names.length, 'other')}`}</li>}
            </ul>
          </ScrollRegion>
          <Button size="small" onClick={checkAgain}>
            Check again
          </Button>
        </Alert>
      )}
      {dependantsFailure && (
        <ErrorState title="Could not find out what depends on it" failure={dependantsFailure} onRetry={checkAgain} />
      )}
      {failure && <ErrorState title={`Could not drop ${name}`} failure={failure} />}
    </ConfirmDialog>
  );
}
