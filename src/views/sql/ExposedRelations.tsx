import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import { exposedRelationsOf, type ExposedRelation } from '../../machines/sql/sqlRun/exposedRelations.ts';
import { selectPhase, selectRequest } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { rowSecurityWords } from '../parts/rowSecurityWords.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

const frame = css({ display: 'grid', gap: '2', padding: '3', flexShrink: '0' });

interface Warning {
  kinds: readonly ExposedRelation['kind'][];
  title: (names: string) => string;
  /** Why the rows can be read, and what the remedy changes. */
  reason: string;
  /** What the remedy does, unless it revokes. */
  action: string;
  question: string;
}

const warnings: readonly Warning[] = [
  {
    kinds: ['table', 'partitioned table'],
    title: (names) => `${rowSecurityWords.off} for ${names}`,
    reason: rowSecurityWords.on,
    action: 'Enable row level security',
    question: 'Which policies do these tables need?',
  },
  {
    kinds: ['view'],
    title: (names) => `Row level security does not apply to ${names}`,
    reason: 'A view reads its tables with the rights of its owner, so their policies do not apply.',
    action: 'Set security_invoker',
    question: 'Who should read these views, and how do I make sure of that?',
  },
  {
    kinds: ['materialized view', 'foreign table'],
    title: (names) => `Row level security does not apply to ${names}`,
    reason: 'Postgres has no row level security for materialized views and foreign tables: only grants restrict them.',
    action: 'Revoke access',
    question: 'Who should read these relations, and how do I make sure of that?',
  },
];

export interface ExposedRelationsProps {
  run: SqlRunRef;
  catalog: Catalog | null;
  onRun: (sql: string) => void;
}

/** Warns of what the last run opened to everyone with the public key, and closes it. */
export function ExposedRelations({ run, catalog, onRun }: ExposedRelationsProps) {
  const phase = useSelector(run, selectPhase);
  const request = useSelector(run, selectRequest);
  const exposed = useMemo(
    () =>
      phase === 'succeeded' && request && catalog ? exposedRelationsOf(request.sql, catalog, request.openBefore) : [],
    [phase, request, catalog],
  );
  const ask = useAssistant();
  if (exposed.length === 0) return null;
  return (
    <div className={frame}>
      {warnings.map(({ kinds, title: titleOf, reason, action, question }) => {
        const relations = exposed.filter(({ kind }) => kinds.includes(kind));
        if (relations.length === 0) return null;
        const title = titleOf(relations.map(({ name }) => name).join(', '));
        const remedy = relations.map((relation) => relation.remedy).join('\n');
        return (
          <Alert
            key={action}
            variant="warning"
            announce
            title={title}
            actions={
              <>
                <Button size="small" onClick={() => onRun(remedy)}>
                  {remedy.startsWith('revoke') ? 'Revoke access' : action}
                </Button>
                {ask && (
                  <Button
                    size="small"
                    onClick={() =>
                      ask({ text: question, attachments: [{ kind: 'finding', title, detail: '', remedy }], state: {} })
                    }
                  >
                    Ask assistant
                  </Button>
                )}
              </>
            }
          >
            {rowSecurityWords.readable('can')} {reason}
          </Alert>
        );
      })}
    </div>
  );
}
