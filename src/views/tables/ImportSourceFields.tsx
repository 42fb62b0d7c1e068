import { useSelector } from '@xstate/react';
import FileUp from 'lucide-react/icons/file-up';
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { css } from 'styled-system/css';
import { selectDraftedFile, selectImport } from '../../machines/tables/importRows/importRows.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import type { ImportFlow } from './importFlow.ts';
import { pastedFile } from './pastedFile.ts';

const drop = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  padding: '6',
  border: 'control',
  borderStyle: 'dashed',
  borderRadius: 'medium',
  color: 'muted',
  textAlign: 'center',
  '&[data-over]': { background: 'selected', color: 'text' },
});
const hidden = css({ srOnly: true });
const area = css({ '& textarea': { maxHeight: '[30vh]' }, overflow: 'auto' });
const end = css({ display: 'flex', justifyContent: 'flex-end' });

/** A longer text is a file at once: a field would hold the page up. */
const typedMax = 100_000;

const importTypes = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json';

/** Where a file is chosen or dropped, or a text is pasted. */
export function ImportSourceFields({ flow }: { flow: ImportFlow }) {
  const { text } = useSelector(flow, selectImport);
  const drafted = useSelector(flow, selectDraftedFile);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = (file: File | undefined) => file && flow.send({ type: 'source.chosen', file });
  const takePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= typedMax) return;
    event.preventDefault();
    choose(pastedFile(pasted));
  };
  const takeDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <>
      {drafted !== null && (
        <Alert title={`Choose ${drafted} again`}>A reload forgets the file, but not your settings for it.</Alert>
      )}
      <div
        className={drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={takeDrop}
      >
        <span>Drop a CSV, TSV, JSON, or NDJSON file here</span>
        <Button data-first-focus="" icon={<FileUp />} onClick={() => picker.current?.click()}>
          Choose file
        </Button>
        <input
          ref={picker}
          type="file"
          accept={importTypes}
          className={hidden}
          aria-label="File to import"
          tabIndex={-1}
          onChange={(change) => {
            choose(change.currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            change.currentTarget.value = '';
          }}
        />
      </div>
      <div className={area}>
        <TextAreaField
          label="Or paste rows"
          description="Copied from a spreadsheet, a file, or a chat answer. The first row must contain column names."
          mono
          value={text}
          onPaste={takePaste}
          onValueChange={(value) => flow.send({ type: 'text.changed', text: value })}
        />
      </div>
      <div className={end}>
        <Button disabled={text.trim() === ''} onClick={() => choose(pastedFile(text))}>
          Use pasted rows
        </Button>
      </div>
    </>
  );
}
