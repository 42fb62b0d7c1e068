import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { cellEditorMachine } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import {
  selectCanAccept,
  selectIsReadingValue,
  selectOpenedCell,
  selectProblem,
  selectText,
  selectValueFailure,
} from '../../machines/tables/cellEditor/cellEditor.selectors.ts';
import { countWords } from '../parts/quantities.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';

const body = css({ display: 'grid', gap: '3', '& textarea': { maxHeight: '[50vh]', fontFamily: 'mono' } });

interface CellEditorDialogProps {
  flow: ActorRefFrom<typeof cellEditorMachine>;
  onClose: () => void;
}

/** A whole value, to be read or edited; NULL and an empty text are two things. */
export function CellEditorDialog({ flow, onClose }: CellEditorDialogProps) {
  const { column, readOnly } = useSelector(flow, selectOpenedCell);
  const text = useSelector(flow, selectText);
  const reading = useSelector(flow, selectIsReadingValue);
  const failure = useSelector(flow, selectValueFailure);
  const problem = useSelector(flow, selectProblem);
  const canAccept = useSelector(flow, selectCanAccept);
  const isShown = !reading && failure === null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={column.name}
      description={`${column.type}${text === null || !isShown ? '' : `, ${countWords(text.length, 'character')}`}`}
      footer={
        !readOnly &&
        isShown && (
          <>
            {column.default !== null && (
              <Button onClick={() => flow.send({ type: 'default.chosen' })}>Set to default</Button>
            )}
            <Button variant="primary" disabled={!canAccept} onClick={() => flow.send({ type: 'value.accepted' })}>
              Stage value
            </Button>
          </>
        )
      }
    >
      {reading && <SkeletonRows label="Loading the value" rows={4} />}
      {failure && (
        <ErrorState
          title="Could not load the value"
          failure={failure}
          onRetry={() => flow.send({ type: 'reading.retried' })}
        />
      )}
      {isShown && (
        <div className={body}>
          <TextAreaField
            label="Value"
            hideLabel
            rows={8}
            readOnly={readOnly}
            placeholder={text === null ? 'NULL' : 'Empty text'}
            value={text ?? ''}
            error={problem}
            spellCheck={false}
            onValueChange={(next) => flow.send({ type: 'text.changed', text: next })}
          />
          {!readOnly && column.nullable && (
            <Checkbox
              label="NULL"
              checked={text === null}
              onCheckedChange={(isNull) => flow.send({ type: 'text.changed', text: isNull ? null : '' })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
