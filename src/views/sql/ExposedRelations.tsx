import { useSelector } from '@xstate/react';
import { useMemo, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import type { Remedy, SqlRemedyRef } from '../../machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import {
  selectCanCancelRemedy,
  selectRemedy,
  selectRemedyFailure,
  selectRemedyPhase,
} from '../../machines/sql/sqlRemedy/sqlRemedy.selectors.ts';
import { selectRemedies } from '../../machines/sql/sqlResults/sqlResults.selectors.ts';
import { exposedRelationsOf, type ExposedRelation } from '../../machines/sql/sqlRun/exposedRelations.ts';
import { selectPhase, selectRequest, selectRunId } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlResultsRef, SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { rowSecurityWords } from '../parts/rowSecurityWords.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Alert, type AlertVariant } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

/** The rows below stay in sight, however many warnings there are. */
const frame = css({
  display: 'grid',
  gap: '2',
  padding: '2',
  flexShrink: '0',
  maxHeight: { base: '[40%]', smDown: '[50%]' },
  overflow: 'auto',
  _empty: { display: 'none' },
});
const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' });
const buttons = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '2', marginInlineStart: 'auto' });

const revoked = (names: string) => `The public key cannot read ${names}`;

interface Warning {
  kinds: readonly ExposedRelation['kind'][];
  title: (names: string) => string;
  /** Why the rows can be read, and what the remedy changes. */
  reason: string;
  /** What the remedy does, unless it revokes. */
  action: string;
  /** What there is to say once it is done. */
  done: (names: string) => string;
  question: string;
}

const warnings: readonly Warning[] = [
  {
    kinds: ['table', 'partitioned table'],
    title: (names) => `${rowSecurityWords.off} for ${names}`,
    reason: rowSecurityWords.on,
    action: 'Enable row level security',
    done: (names) => `Row level security is on for ${names}`,
    question: 'Which policies do these tables need?',
  },
  {
    kinds: ['view'],
    title: (names) => `Row level security does not apply to ${names}`,
    reason: 'A view reads its tables with the rights of its owner, so their policies do not apply.',
    action: 'Set security_invoker',
    done: (names) => `Row level security applies to ${names}`,
    question: 'Who should read these views, and how do I make sure of that?',
  },
  {
    kinds: ['materialized view', 'foreign table'],
    title: (names) => `Row level security does not apply to ${names}`,
    reason: 'Postgres has no row level security for materialized views and foreign tables: only grants restrict them.',
    action: 'Revoke access',
    done: revoked,
    question: 'Who should read these relations, and how do I make sure of that?',
  },
];

/** A warning about the relations of some kinds, and the SQL that closes them. */
interface Group {
  title: string;
  reason: string;
  action: string;
  question: string;
  sql: string;
  /** What there is to say once it is applied. */
  text: string;
}

const groupsOf = (exposed: readonly ExposedRelation[]): Group[] =>
  warnings.flatMap(({ kinds, title, reason, action, done, question }) => {
    const relations = exposed.filter(({ kind }) => kinds.includes(kind));
    if (relations.length === 0) return [];
    const names = relations.map(({ name }) => name).join(', ');
    const sql = relations.map(({ remedy }) => remedy).join('\n');
    const revokes = sql.startsWith('revoke');
    return {
      title: title(names),
      reason,
      action: revokes ? 'Revoke access' : action,
      question,
      sql,
      text: (revokes ? revoked : done)(names),
    };
  });

interface NoticeProps {
  variant: AlertVariant;
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}

/** With the buttons beside the title, because every line of it takes one from the rows. */
const Notice = ({ variant, title, actions, children }: NoticeProps) => (
  <Alert
    variant={variant}
    announce
    title={
      <div className={line}>
        <span>{title}</span>
        {actions && <span className={buttons}>{actions}</span>}
      </div>
    }
  >
    {children}
  </Alert>
);

const small = (words: string, onClick: () => void) => (
  <Button size="small" onClick={onClick}>
    {words}
  </Button>
);

interface OpenedRelationsProps {
  run: SqlRunRef;
  catalog: Catalog | null;
  /** Applies remedies, once the user wanted the first one. */
  remedies: SqlRemedyRef | undefined;
  onOpened: (remedy: Remedy) => void;
}

/** Warns of what the last run opened to everyone with the public key, and closes it. Its result stays. */
export function OpenedRelations({ run, catalog, remedies, onOpened }: OpenedRelationsProps) {
  const phase = useSelector(run, selectPhase);
  const id = useSelector(run, selectRunId);
  const request = useSelector(run, selectRequest);
  const remedy = useSelector(remedies, (snapshot) => snapshot && selectRemedy(snapshot));
  const progress = useSelector(remedies, (snapshot) => snapshot && selectRemedyPhase(snapshot));
  const failure = useSelector(remedies, (snapshot) => snapshot && selectRemedyFailure(snapshot));
  const canCancel = useSelector(remedies, (snapshot) => snapshot && selectCanCancelRemedy(snapshot));
  const groups = useMemo(
    () =>
      phase === 'succeeded' && request && catalog
        ? groupsOf(exposedRelationsOf(request.sql, catalog, request.openBefore))
        : [],
    [phase, request, catalog],
  );
  const ask = useAssistant();
  const isOfRun = remedy?.run === id;
  const apply = ({ sql, text }: Group) => {
    if (id === null || !request) return;
    const wanted = { run: id, sql, text, timeLimitMs: request.timeLimitMs };
    if (remedies) remedies.send({ type: 'remedy.requested', remedy: wanted });
    else onOpened(wanted);
  };
  const isApplying = progress === 'applying';

  return (
    <div className={frame}>
      {isOfRun && progress === 'applied' && <Notice variant="success" title={remedy.text} />}
      {!isOfRun && progress === 'failed' && (
        <Notice
          variant="destructive"
          title="Could not close what an earlier query opened"
          actions={small('Dismiss', () => remedies?.send({ type: 'failure.dismissed' }))}
        >
          {failure?.message}
        </Notice>
      )}
      {groups.map((group) => {
        const { title, reason, action, question, sql } = group;
        const isWanted = isOfRun && remedy.sql === sql;
        // The catalog that says so comes a little later.
        if (isWanted && progress === 'applied') return null;
        const failed = isWanted ? failure : null;
        return (
          <Notice
            key={action}
            variant={failed ? 'destructive' : 'warning'}
            title={title}
            actions={
              <>
                <Button
                  size="small"
                  loading={isWanted && isApplying}
                  disabled={isApplying && !isWanted}
                  onClick={() => apply(group)}
                >
                  {action}
                </Button>
                {isWanted && canCancel && small('Cancel', () => remedies?.send({ type: 'remedy.cancelled' }))}
                {ask &&
                  small('Ask assistant', () =>
                    ask({
                      text: question,
                      attachments: [{ kind: 'finding', title, detail: '', remedy: sql }],
                      state: {},
                    }),
                  )}
              </>
            }
          >
            {failed
              ? `Could not ${isApplying ? 'cancel the change' : 'change this'}: ${failed.message}`
              : `${rowSecurityWords.readable('can')} ${reason}`}
          </Notice>
        );
      })}
    </div>
  );
}

interface ExposedRelationsProps extends Pick<OpenedRelationsProps, 'run' | 'catalog'> {
  results: SqlResultsRef;
}

/** The warnings with the remedies of the results that they stand beside. */
export const ExposedRelations = ({ results, ...props }: ExposedRelationsProps) => (
  <OpenedRelations
    {...props}
    remedies={useSelector(results, selectRemedies)}
    onOpened={(remedy) => results.send({ type: 'remedy.opened', remedy })}
  />
);
