import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import { useEffect, useRef, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { valueFileMax } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { cellEditorMachine } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import {
  selectCanAccept,
  selectFileFailure,
  selectHasStoredChanged,
  selectIsDraft,
  selectIsFiling,
  selectIsReadingValue,
  selectOpenedCell,
  selectProblem,
  selectText,
  selectTooManyBytes,
  selectValueFailure,
  selectValueKind,
} from '../../machines/tables/cellEditor/cellEditor.selectors.ts';
import { prettyJson } from '../parts/prettyJson.ts';
import { sizeWords } from '../parts/quantities.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { goneWords, uneditableWords } from './cellRules.ts';
import { JsonText } from './JsonText.tsx';
import { JsonTree } from './JsonTree.tsx';

const body = css({
  display: 'grid',
  gap: '3',
  padding: '4',
  '& textarea': { maxHeight: '[55vh]', fontFamily: 'mono' },
});
const note = css({ textStyle: 'small', color: 'muted' });
const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const error = css({ textStyle: 'small', color: 'danger' });
const hidden = css({ display: 'none' });

type Flow = ActorRefFrom<typeof cellEditorMachine>;

/** The value from a file and as a file: the bytes of a binary value, or text. */
function FileButtons({ flow, readOnly }: { flow: Flow; readOnly: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const { column } = useSelector(flow, selectOpenedCell);
  const text = useSelector(flow, selectText);
  const busy = useSelector(flow, selectIsFiling);
  return (
    <>
      {!readOnly && (
        <>
          <Button size="small" icon={<Upload />} loading={busy} onClick={() => picker.current?.click()}>
            Read file
          </Button>
          <input
            ref={picker}
            type="file"
            className={hidden}
            aria-label={`File for ${column.name}`}
            tabIndex={-1}
            onChange={(change) => {
              const [file] = change.currentTarget.files ?? [];
              if (file) flow.send({ type: 'file.chosen', file });
              // So that the same file can be chosen again.
              change.currentTarget.value = '';
            }}
          />
        </>
      )}
      <Button
        size="small"
        icon={<Download />}
        loading={readOnly && busy}
        disabled={text === null}
        onClick={() => flow.send({ type: 'download.requested' })}
      >
        Save as file
      </Button>
    </>
  );
}

/** The field of a value, by its kind. */
function ValueField({ flow, styleNonce }: { flow: Flow; styleNonce: string | undefined }) {
  const { readOnly } = useSelector(flow, selectOpenedCell);
  const text = useSelector(flow, selectText);
  const problem = useSelector(flow, selectProblem);
  const kind = useSelector(flow, selectValueKind);
  const [isTree, setTree] = useState(false);
  const change = (next: string) => flow.send({ type: 'text.changed', text: next });
  const placeholder = text === null ? 'NULL' : kind === 'text' ? 'Empty string' : '';
  if (kind !== 'json')
    return (
      <TextAreaField
        label="Value"
        hideLabel
        data-first-focus={readOnly ? undefined : ''}
        rows={8}
        readOnly={readOnly}
        placeholder={placeholder}
        value={text ?? ''}
        error={problem}
        spellCheck={false}
        onValueChange={change}
      />
    );
  const hasTree = text !== null && problem === null;
  return (
    <>
      <div className={tools}>
        <Segments
          label="View of the value"
          value={isTree ? 'tree' : 'text'}
          options={[
            { value: 'text', label: 'Text' },
            { value: 'tree', label: 'Tree' },
          ]}
          onValueChange={(view) => setTree(view === 'tree')}
        />
        {!readOnly && (
          <Button size="small" disabled={!hasTree} onClick={() => change(prettyJson(text ?? ''))}>
            Format JSON
          </Button>
        )}
      </div>
      {isTree && hasTree ? (
        <JsonTree text={text} readOnly={readOnly} onChanged={change} />
      ) : (
        <JsonText
          text={text ?? ''}
          placeholder={placeholder}
          readOnly={readOnly}
          styleNonce={styleNonce}
          onChanged={change}
        />
      )}
      {problem !== null && (
        <p className={error} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Says that the value is what was typed before the editor was closed. */
function DraftNote({ flow }: { flow: Flow }) {
  const isDraft = useSelector(flow, selectIsDraft);
  const hasStoredChanged = useSelector(flow, selectHasStoredChanged);
  if (!isDraft && !hasStoredChanged) return null;
  return (
    <Alert
      title={isDraft ? 'Unstaged draft' : 'Earlier draft'}
      actions={
        <Button size="small" onClick={() => flow.send({ type: 'draft.discarded' })}>
          Discard draft
        </Button>
      }
    >
      It is not staged: you closed the editor first.
      {hasStoredChanged && ' The stored value has changed since, and this would overwrite it.'}
    </Alert>
  );
}

/** For what contains the value: one that is read first comes after the panel has the focus, and takes it. */
function useFocusOnceShown(isShown: boolean) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const layer = content.current?.closest('[role=dialog]');
    if (isShown && layer === document.activeElement)
      content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  }, [isShown]);
  return content;
}

interface CellEditorDialogProps {
  flow: Flow;
  table: TableDetail;
  styleNonce: string | undefined;
  onClose: () => void;
}

/** A whole value, to be read or edited; NULL and an empty text are two things. */
export function CellEditorDialog({ flow, table, styleNonce, onClose }: CellEditorDialogProps) {
  const { column, readOnly } = useSelector(flow, selectOpenedCell);
  const text = useSelector(flow, selectText);
  const reading = useSelector(flow, selectIsReadingValue);
  const failure = useSelector(flow, selectValueFailure);
  const fileFailure = useSelector(flow, selectFileFailure);
  const kind = useSelector(flow, selectValueKind);
  const canAccept = useSelector(flow, selectCanAccept);
  const tooManyBytes = useSelector(flow, selectTooManyBytes);
  const gone = goneWords(table, [column.name]);
  const isShown = !reading && failure === null && tooManyBytes === null;
  const content = useFocusOnceShown(isShown);
  const size =
    tooManyBytes !== null
      ? `, ${sizeWords(tooManyBytes)}`
      : text === null || !isShown
        ? ''
        : kind === 'bytes' && text.startsWith('\\x')
          ? `, ${countWords(Math.floor((text.length - 2) / 2), 'byte')}`
          : `, ${countWords(text.length, 'character')}`;
  return (
    <SidePanel
      open
      onClose={onClose}
      size="large"
      title={column.name}
      footer={
        !readOnly &&
        isShown && (
          <>
            {column.default !== null && (
              <Button disabled={gone !== null} onClick={() => flow.send({ type: 'default.chosen' })}>
                Set to default
              </Button>
            )}
            <Button
              variant="primary"
              disabled={!canAccept || gone !== null}
              onClick={() => flow.send({ type: 'value.accepted' })}
            >
              Stage value
            </Button>
          </>
        )
      }
    >
      <div ref={content} className={body}>
        {gone !== null && <Alert announce variant="warning" title={gone} />}
        <p className={note}>{`${column.type}${size}`}</p>
        {uneditableWords(column) !== null && <p className={note}>{uneditableWords(column)}</p>}
        {reading && <SkeletonRows label="Loading the value" rows={4} />}
        {failure && (
          <ErrorState
            title="Could not load the value"
            failure={failure}
            onRetry={() => flow.send({ type: 'reading.retried' })}
          />
        )}
        {tooManyBytes !== null && (
          <>
            <Alert title="Too long to edit here">
              {`Only the beginning is shown. Values of up to ${sizeWords(valueFileMax)} can be edited here. Download this one, or change it with SQL.`}
            </Alert>
            <TextAreaField
              label="Beginning of the value"
              hideLabel
              rows={8}
              readOnly
              value={text ?? ''}
              onValueChange={() => {}}
            />
            <div className={tools}>
              <FileButtons flow={flow} readOnly />
            </div>
          </>
        )}
        {fileFailure && (
          <ErrorState
            title={tooManyBytes === null ? 'Could not use the file' : 'Could not save the value'}
            failure={fileFailure}
          />
        )}
        {isShown && <DraftNote flow={flow} />}
        {isShown && (
          <>
            <ValueField flow={flow} styleNonce={styleNonce} />
            <div className={tools}>
              {!readOnly && column.nullable && (
                <Checkbox
                  label="NULL"
                  checked={text === null}
                  onCheckedChange={(isNull) => flow.send({ type: 'text.changed', text: isNull ? null : '' })}
                />
              )}
              {!readOnly && column.baseType === 'uuid' && (
                <Button size="small" onClick={() => flow.send({ type: 'text.changed', text: crypto.randomUUID() })}>
                  Generate UUID
                </Button>
              )}
              <FileButtons flow={flow} readOnly={readOnly} />
            </div>
          </>
        )}
      </div>
    </SidePanel>
  );
}
