import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import { selectPhase, selectRequest } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import { protectionOf, unprotectedTablesOf } from '../../machines/sql/sqlRun/unprotectedTables.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

const frame = css({ padding: '3', flexShrink: '0' });

export interface UnprotectedTablesProps {
  run: SqlRunRef;
  catalog: Catalog | null;
  onRun: (sql: string) => void;
}

/** Warns of tables that the last run opened to everyone with the public key, and closes them. */
export function UnprotectedTables({ run, catalog, onRun }: UnprotectedTablesProps) {
  const phase = useSelector(run, selectPhase);
  const sql = useSelector(run, selectRequest)?.sql ?? '';
  const tables = useMemo(
    () => (phase === 'succeeded' && catalog ? unprotectedTablesOf(sql, catalog) : []),
    [phase, sql, catalog],
  );
  const ask = useAssistant();
  if (tables.length === 0) return null;
  const title = `Row level security is off for ${tables.join(', ')}`;
  return (
    <div className={frame}>
      <Alert
        variant="warning"
        announce
        title={title}
        actions={
          <>
            <Button size="small" onClick={() => onRun(protectionOf(tables))}>
              Enable row level security
            </Button>
            {ask && (
              <Button
                size="small"
                onClick={() =>
                  ask({
                    text: 'Which policies do these tables need?',
                    attachments: [{ kind: 'finding', title, detail: '', remedy: protectionOf(tables) }],
                    state: {},
                  })
                }
              >
                Ask assistant
              </Button>
            )}
          </>
        }
      >
        Anyone with the public key can read {tables.length === 1 ? 'this table' : 'these tables'} through the Data API.
        With row level security, they can read only rows that a policy allows.
      </Alert>
    </div>
  );
}
