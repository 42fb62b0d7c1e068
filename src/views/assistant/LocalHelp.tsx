import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { Attachment } from '../../contract/assistant/attachments.ts';
import { errorGuide } from '../../contract/docs/errorGuide.ts';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import { selectRef } from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import type {
  AssistantServicesRef,
  SqlExplanation,
} from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import {
  selectExplained,
  selectIsExplaining,
  selectIsFormatting,
} from '../../machines/assistant/assistantServices/assistantServices.selectors.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorGuide } from '../ui/ErrorGuide.tsx';
import { ChoiceButton } from './ChoiceButton.tsx';
import { errorHelp } from './errorHelp.ts';
import { messageOf } from './logMessage.ts';
import { worstNode } from './planCost.ts';
import { SqlBlock } from './SqlBlock.tsx';
import { tableStatements } from './tableStatements.ts';
import { useDocsSearch } from './useDocsSearch.ts';
import { attachmentLabel } from './words.ts';

const frame = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3', flexShrink: '0' });
const part = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '2', textStyle: 'prose' });
const title = css({ textStyle: 'label', fontWeight: 'semibold' });
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' });
const steps = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '2',
  overflowWrap: 'anywhere',
  margin: '0',
  paddingInlineStart: '5',
  listStyleType: 'decimal',
});

interface HelpProps {
  project: AssistantProjectRef;
  services: AssistantServicesRef;
}

function TableHelp({ project, schema, name }: { project: AssistantProjectRef; schema: string; name: string }) {
  const ref = useSelector(project, selectRef);
  const catalog = useResource('catalog', { ref });
  const [shown, setShown] = useState<string | null>(null);
  const columns =
    catalog.data?.schemas
      .find((candidate) => candidate.name === schema)
      ?.relations.find((relation) => relation.name === name)?.columns ?? [];
  const statements = tableStatements(schema, name, columns);
  const statement = statements.find(({ label }) => label === shown);
  return (
    <>
      <div className={row}>
        {statements.map(({ label }) => (
          <ChoiceButton key={label} isChosen={label === shown} onChoose={() => setShown(label)}>
            {label}
          </ChoiceButton>
        ))}
      </div>
      {statement && <SqlBlock answerId="table" language="sql" code={statement.sql} isOpen={false} />}
    </>
  );
}

function ErrorHelpText({ attachment: { sql, error } }: { attachment: Extract<Attachment, { kind: 'error' }> }) {
  const { text, place } = errorHelp(error, sql);
  return (
    <>
      <p>{error.message}</p>
      <p>
        {text} <ErrorGuide address={errorGuide(error.code)} />
      </p>
      {error.hint !== undefined && <p>{error.hint}</p>}
      {place && (
        <CodeBlock
          label={`Line ${place.line}, column ${place.column}`}
          code={`${place.text}\n${' '.repeat(place.column - 1)}^ line ${place.line}, column ${place.column}`}
        />
      )}
    </>
  );
}

function PlanHelp({ plan }: { plan: string }) {
  const worst = worstNode(plan);
  if (worst?.share === 0) return <p>Postgres expects it to cost almost nothing.</p>;
  return worst ? (
    <p>
      {Math.round(worst.share * 100)} % of the {worst.isMeasured ? 'time' : 'estimated cost'} is spent in {worst.name}.{' '}
      {worst.advice}
    </p>
  ) : (
    <p>Attach a plan with costs, as EXPLAIN writes it, to see its most expensive part.</p>
  );
}

function DocsSearch({ query }: { query: string }) {
  const search = useDocsSearch();
  return (
    search && (
      <Button size="tiny" onClick={() => search(query)}>
        Search docs
      </Button>
    )
  );
}

const effectWords = {
  reads: 'only reads',
  writes: 'changes the database',
  unknown: 'may change the database',
} as const;

/** What each statement is, which tables it names, whether it writes, and what its plan spends most on. */
const Explanation = ({ explanation: { statements, callsWrite } }: { explanation: SqlExplanation }) => (
  <>
    {statements.length === 0 && <p>The SQL has no statements.</p>}
    <ol className={steps}>
      {statements.map(({ command, effect, tables, plan, problem }, index) => (
        <li key={index}>
          <p>
            <strong>{command}</strong> {effectWords[effect]}.{' '}
            {tables.length === 0 ? 'It references no tables.' : `Tables: ${tables.join(', ')}.`}
          </p>
          {plan !== null && <PlanHelp plan={plan} />}
          {problem !== null && <p>{problem}</p>}
        </li>
      ))}
    </ol>
    {callsWrite && <p>It calls a function that may change the database.</p>}
  </>
);

function QueryHelp({ services, sql }: { services: AssistantServicesRef; sql: string }) {
  const isExplaining = useSelector(services, selectIsExplaining);
  const explained = useSelector(services, selectExplained);
  const isThis = explained?.sql === sql;
  return (
    <>
      <div className={row}>
        <Button
          size="tiny"
          loading={isThis && isExplaining}
          onClick={() => services.send({ type: 'explanation.requested', sql })}
        >
          Explain without model
        </Button>
        <Button
          size="tiny"
          loading={useSelector(services, selectIsFormatting)}
          onClick={() => services.send({ type: 'format.requested', sql })}
        >
          Format SQL
        </Button>
      </div>
      {isThis && explained.failure && (
        <Alert variant="destructive" title="Could not explain the SQL" announce>
          {explained.failure.message}
        </Alert>
      )}
      {isThis && explained.explanation && (
        <div role="status">
          <Explanation explanation={explained.explanation} />
        </div>
      )}
    </>
  );
}

const FindingHelp = ({ detail, remedy }: Extract<Attachment, { kind: 'finding' }>) => (
  <>
    {detail !== '' && <p>{detail}</p>}
    {remedy === undefined ? (
      <p>There is no single fix for every database.</p>
    ) : (
      <SqlBlock answerId="finding" language="sql" code={remedy} isOpen={false} />
    )}
  </>
);

function Help({ project, services, attachment }: HelpProps & { attachment: Attachment }) {
  switch (attachment.kind) {
    case 'table':
      return <TableHelp project={project} schema={attachment.schema} name={attachment.name} />;
    case 'error':
      return (
        <>
          <ErrorHelpText attachment={attachment} />
          <div className={row}>
            <DocsSearch query={attachment.error.message} />
          </div>
        </>
      );
    case 'plan':
      return <PlanHelp plan={attachment.plan} />;
    case 'query':
      return <QueryHelp services={services} sql={attachment.sql} />;
    case 'finding':
      return <FindingHelp {...attachment} />;
    case 'log':
      return (
        <div className={row}>
          <DocsSearch query={messageOf(attachment.line)} />
        </div>
      );
  }
}

/** What can be said about attachments without a model. */
export default function LocalHelp({
  project,
  services,
  attachments,
}: HelpProps & {
  attachments: readonly Attachment[];
}) {
  return (
    <div className={frame}>
      {attachments.map((attachment, index) => (
        <section key={index} className={part} aria-label={attachmentLabel(attachment)}>
          <h3 className={title}>{attachmentLabel(attachment)}</h3>
          <Help project={project} services={services} attachment={attachment} />
        </section>
      ))}
    </div>
  );
}
