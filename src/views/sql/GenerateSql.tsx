import { useSelector } from '@xstate/react';
import Square from 'lucide-react/icons/square';
import Type from 'lucide-react/icons/type';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { AssistantStatus } from '../../contract/assistant/assistantStatus.ts';
import type { AnswerFailure } from '../../contract/assistant/conversation.ts';
import { generationLevels, maxPromptChars } from '../../contract/sql/sqlGeneration.ts';
import { selectStatus, selectStatusFailure } from '../../machines/parts/modelStatus.ts';
import {
  selectFailure,
  selectGenerated,
  selectIsChecking,
  selectIsLoadingDraft,
  selectLevel,
  selectName,
  selectPrompt,
  selectWork,
} from '../../machines/sql/sqlGeneration/sqlGeneration.selectors.ts';
import type { SqlGenerationRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { href } from '../../router/href.ts';
import { failureAdvice, levelLabels, noAnswerTitle } from '../parts/modelWords.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { controlClass } from '../ui/controlStyles.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useFocusWhen } from '../ui/focus/useFocusWhen.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segments } from '../ui/Segments.tsx';
import ProposalReview from './ProposalReview.tsx';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  flexShrink: '0',
  maxHeight: '[80%]',
  overflow: 'auto',
  // What is reviewed has the query beside it, so it may have most of the query's place: all of that on a phone.
  '&:has([data-proposal])': {
    maxHeight: { base: '[calc(100% - 3rem)]', smDown: '[none]' },
    flex: { smDown: '[1 0 calc(100% - 3rem)]' },
  },
  '&:has([data-proposal]) textarea': { maxHeight: { smDown: 'control.large' } },
  '&:has([data-proposal]) [data-note]': { display: { smDown: 'none' } },
  '& > [data-proposal]': { maxHeight: '[none]', flex: { smDown: '[1 0 auto]' }, minHeight: { smDown: '[12rem]' } },
  borderBottom: 'hairline',
});
const request = css({ display: 'grid', gap: '2', padding: '2', flexShrink: '0' });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '1.5' });
const top = css({ display: 'flex', alignItems: 'flex-start', gap: '1' });
const area = css({
  flex: '1',
  minWidth: '0',
  minHeight: 'control.medium',
  maxHeight: '20',
  paddingBlock: '1.5',
  paddingInline: '2.5',
  resize: 'none',
  fieldSizing: '[content]',
});
const note = css({ flex: '1', minWidth: 'menu', textStyle: 'small', color: 'muted' });
const spacer = css({ flex: '1' });
const growing = css({ paddingInline: '2', paddingBottom: '2', display: 'grid', gap: '1.5', textStyle: 'small' });
const inset = css({ paddingInline: '2', paddingBottom: '2' });

/** How to set a model. */
function NoModel({
  status,
  isChecking,
  onCheck,
}: {
  status: AssistantStatus;
  isChecking: boolean;
  onCheck: () => void;
}) {
  return (
    <Alert
      title="No model is configured"
      actions={
        <>
          {status.canConfigure && (
            <ButtonLink size="small" href={href('organizationAssistant', { slug: status.organization })}>
              Set model
            </ButtonLink>
          )}
          <Button size="small" loading={isChecking} onClick={onCheck}>
            Check again
          </Button>
        </>
      }
    >
      An owner of the organization sets a model in its settings. Without one, a query is named after its first
      statement.
    </Alert>
  );
}

const Failed = ({
  failure,
  isPartial,
  onDismissed,
}: {
  failure: AnswerFailure;
  isPartial: boolean;
  onDismissed: () => void;
}) => (
  <div className={inset}>
    <Alert
      variant="destructive"
      title={isPartial ? 'The SQL is not complete' : noAnswerTitle(failure)}
      announce
      actions={
        !isPartial && (
          <Button size="small" onClick={onDismissed}>
            Dismiss
          </Button>
        )
      }
    >
      {failure.message} {failureAdvice(failure)}
    </Alert>
  </div>
);

interface GenerateSqlProps {
  generation: SqlGenerationRef;
  /** The query as it is. */
  sql: string;
  onAccepted: (sql: string) => void;
  onNamed: (name: string) => void;
  onClosed: () => void;
}

/** A name that the user may take. */
const SuggestedName = ({
  name,
  onTaken,
  onDismissed,
}: {
  name: string;
  onTaken: () => void;
  onDismissed: () => void;
}) => (
  <div className={cx(row, inset)} role="status">
    <span>Suggested name: “{name}”</span>
    <Button size="small" variant="primary" onClick={onTaken}>
      Use name
    </Button>
    <Button size="small" onClick={onDismissed}>
      Dismiss name
    </Button>
  </div>
);

/** What has come: while it grows as text, then beside the query that it would change. */
function Outcome({
  generation,
  sql,
  onAccepted,
  onSettled,
}: Pick<GenerateSqlProps, 'generation' | 'sql' | 'onAccepted'> & {
  /** The user goes on with the next request. */
  onSettled: () => void;
}) {
  const work = useSelector(generation, selectWork);
  const generated = useSelector(generation, selectGenerated);
  const failure = useSelector(generation, selectFailure);
  const reject = () => {
    generation.send({ type: 'proposal.rejected' });
    onSettled();
  };
  if (work === 'awaitingModel')
    return (
      <p className={cx(note, inset)} role="status">
        Checking which model answers…
      </p>
    );
  if (work === 'generating')
    return (
      <div className={growing}>
        <p role="status">Writing SQL…</p>
        {generated !== '' && <CodeBlock label="SQL so far" code={generated} />}
      </div>
    );
  return (
    <>
      {failure && work !== 'naming' && <Failed failure={failure} isPartial={generated !== ''} onDismissed={reject} />}
      {work === 'interrupted' && !failure && <p className={cx(note, inset)}>Stopped. The SQL is not complete.</p>}
      {(work === 'reviewing' || work === 'interrupted') && generated !== '' && (
        <ProposalReview
          sql={sql}
          proposed={generated}
          onAccepted={(text) => {
            onAccepted(text);
            generation.send({ type: 'proposal.accepted' });
          }}
          onRejected={reject}
        />
      )}
    </>
  );
}

/** Asks a model for SQL or a name. Nothing changes before the user accepts it, and nothing is run. */
export default function GenerateSql({ generation, sql, onAccepted, onNamed, onClosed }: GenerateSqlProps) {
  const prompt = useSelector(generation, selectPrompt);
  const level = useSelector(generation, selectLevel);
  const name = useSelector(generation, selectName);
  const status = useSelector(generation, selectStatus);
  const statusFailure = useSelector(generation, selectStatusFailure);
  const isChecking = useSelector(generation, selectIsChecking);
  const isLoadingDraft = useSelector(generation, selectIsLoadingDraft);
  const work = useSelector(generation, selectWork);
  const hasGenerated = useSelector(generation, selectGenerated) !== '';
  const field = useFocusWhen<HTMLTextAreaElement>(true);
  const isBusy = work === 'awaitingModel' || work === 'generating' || work === 'naming';
  const isConfigured = status?.configured === true;
  const canAsk = isConfigured || (status === null && statusFailure === null);
  const focusRequest = () => field.current?.focus();
  const settleName = () => {
    generation.send({ type: 'name.settled' });
    focusRequest();
  };
  const check = () => generation.send({ type: 'status.requested' });
  const generate = () => {
    if (canAsk && !isBusy) generation.send({ type: 'generation.requested', sql });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClosed();
    else if (event.key === 'Enter' && !event.shiftKey) generate();
    else return;
    event.preventDefault();
  };
  return (
    <section className={frame} aria-label="Generate SQL">
      <div className={request}>
        <div className={top}>
          <textarea
            ref={field}
            className={cx(controlClass, area)}
            aria-label="Request"
            placeholder="Describe the SQL you need, or how to change this query"
            rows={1}
            maxLength={maxPromptChars}
            value={prompt}
            readOnly={isLoadingDraft}
            onChange={(event) => generation.send({ type: 'prompt.changed', prompt: event.currentTarget.value })}
            onKeyDown={pressed}
          />
          <IconButton size="small" variant="text" icon={<X />} label="Close generator" onClick={onClosed} />
        </div>
        {statusFailure && (
          <ErrorState title="Could not read whether a model is configured" failure={statusFailure} onRetry={check} />
        )}
        {status && !status.configured && <NoModel status={status} isChecking={isChecking} onCheck={check} />}
        <div className={row}>
          <Segments
            label="What the model can see of the database"
            value={level}
            options={generationLevels.map((value) => ({ value, label: levelLabels[value] }))}
            onValueChange={(chosen) => generation.send({ type: 'level.chosen', level: chosen })}
          />
          {isConfigured ? (
            <p className={note} data-note>
              {status.host ?? 'The model'} gets your request and this query. Generated SQL is not run.
            </p>
          ) : (
            <span className={spacer} />
          )}
          {!hasGenerated && (
            <Button
              size="small"
              icon={<Type />}
              loading={work === 'naming'}
              disabled={isBusy || sql.trim() === ''}
              onClick={() => generation.send({ type: 'name.requested', sql })}
            >
              Suggest name
            </Button>
          )}
          {isBusy ? (
            <Button size="small" icon={<Square />} onClick={() => generation.send({ type: 'generation.stopped' })}>
              Stop
            </Button>
          ) : (
            <Button size="small" variant="primary" disabled={!canAsk || prompt.trim() === ''} onClick={generate}>
              Generate SQL
            </Button>
          )}
        </div>
      </div>
      {name !== null && (
        <SuggestedName
          name={name}
          onTaken={() => {
            onNamed(name);
            settleName();
          }}
          onDismissed={settleName}
        />
      )}
      <Outcome generation={generation} sql={sql} onAccepted={onAccepted} onSettled={focusRequest} />
    </section>
  );
}
