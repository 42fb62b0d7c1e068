import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { css, cx } from 'styled-system/css';
import { draftTitle } from '../../machines/sql/sqlDraft/draftTitle.ts';
import {
  selectDraftFailure,
  selectIsCopying,
  selectSql,
  selectTheirs,
  selectTitle,
} from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { SqlDraftRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { Time } from '../ui/Time.tsx';
import { diffRows, type DiffRow } from './textDiff.ts';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  height: 'full',
  minHeight: '0',
  padding: '3',
  overflow: 'auto',
});
const scroll = css({
  flex: '1',
  minHeight: '24',
  overflow: 'auto',
  border: 'hairline',
  borderRadius: 'medium',
  background: 'surface',
});
/** In a narrow window, what changed stands below what it was. */
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  textStyle: 'mono',
  '&, & > thead, & > tbody': { display: { smDown: 'block' } },
  '& tr': { display: { smDown: 'grid' }, gridTemplateColumns: { smDown: '[2.5rem minmax(0, 1fr)]' } },
});
const wideOnly = css({ display: { smDown: 'none' } });
const heading = css({
  position: { base: 'sticky', smDown: 'static' },
  gridColumn: { smDown: '[1 / -1]' },
  top: '0',
  background: 'surface',
  textAlign: 'start',
  paddingBlock: '1.5',
  paddingInline: '2',
  textStyle: 'label',
  borderBottom: 'hairline',
});
const numbers = css({ width: '10' });
const number = css({
  color: 'muted',
  textAlign: 'end',
  paddingInline: '2',
  verticalAlign: 'top',
  userSelect: 'none',
  fontVariantNumeric: 'tabular-nums',
});
const line = css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', paddingInline: '2', verticalAlign: 'top' });
const leftLine = css({ borderInlineEnd: { base: 'hairline', smDown: '[none]' } });
const mine = css({ background: 'accentSubtle' });
const theirsStyle = css({ background: 'warningSubtle' });
const mineHeading = css({ background: { smDown: 'accentSubtle' } });
const theirsHeading = css({ background: { smDown: 'warningSubtle' } });
const spoken = css({ srOnly: true });

const spokenKinds: Record<DiffRow['kind'], string> = {
  same: '',
  changed: 'Changed: ',
  removed: 'Only on the left: ',
  added: 'Only on the right: ',
};

interface DiffProps {
  left: string;
  right: string;
  /** What the two are: the heading of each side. */
  names?: { left: string; right: string; both: string };
}

const versions = { left: 'Your version', right: 'Saved version', both: 'Your version and the saved version' };

/** Two texts side by side: also of a proposed change. */
export function Diff({ left, right, names = versions }: DiffProps) {
  const rows = useMemo(() => diffRows(left, right), [left, right]);
  return (
    <ScrollRegion className={scroll} label={names.both}>
      <table className={table}>
        <colgroup>
          <col className={numbers} />
          <col />
          <col className={numbers} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th className={cx(heading, mineHeading)} colSpan={2} scope="colgroup">
              {names.left}
            </th>
            <th className={cx(heading, theirsHeading)} colSpan={2} scope="colgroup">
              {names.right}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const isSame = row.kind === 'same';
            // What both have is read once where the sides are below each other.
            const leftClass = (isSame || !row.left) && wideOnly;
            const rightClass = !row.right && wideOnly;
            const kind = !isSame && <span className={spoken}>{spokenKinds[row.kind]}</span>;
            return (
              <tr key={`${row.left?.number ?? ''}-${row.right?.number ?? ''}`}>
                <td className={cx(number, leftClass)}>{row.left?.number}</td>
                <td className={cx(line, leftLine, !isSame && row.left && mine, leftClass)}>
                  {row.left && kind}
                  {row.left?.text}
                </td>
                <td className={cx(number, rightClass)}>{row.right?.number}</td>
                <td className={cx(line, !isSame && row.right && theirsStyle, rightClass)}>
                  {!row.left && kind}
                  {row.right?.text}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Two versions of one query: both are shown, nothing is overwritten until one is chosen. */
export default function ConflictView({ draft, name }: { draft: SqlDraftRef; name: string }) {
  const title = useSelector(draft, selectTitle);
  const sql = useSelector(draft, selectSql);
  const theirs = useSelector(draft, selectTheirs);
  const failure = useSelector(draft, selectDraftFailure);
  const copying = useSelector(draft, selectIsCopying);
  const theirTitle = useMemo(() => theirs && draftTitle(theirs), [theirs]);
  if (!theirs) {
    return (
      <div className={frame}>
        <Alert
          variant="warning"
          announce
          title={`“${name}” was deleted`}
          actions={
            <>
              <Button variant="primary" size="small" onClick={() => draft.send({ type: 'mine.chosen' })}>
                Restore query
              </Button>
              <Button variant="danger" size="small" onClick={() => draft.send({ type: 'theirs.chosen' })}>
                Discard changes
              </Button>
            </>
          }
        >
          Your version is still saved in this browser.
        </Alert>
        <Diff left={sql} right="" />
      </div>
    );
  }
  return (
    <div className={frame}>
      <Alert
        variant="warning"
        announce
        title={`Conflicting changes to “${name}”`}
        actions={
          <>
            <Button
              variant="primary"
              size="small"
              loading={copying}
              onClick={() => draft.send({ type: 'both.chosen' })}
            >
              Keep both
            </Button>
            <Button size="small" disabled={copying} onClick={() => draft.send({ type: 'mine.chosen' })}>
              Overwrite with mine
            </Button>
            <Button size="small" disabled={copying} onClick={() => draft.send({ type: 'theirs.chosen' })}>
              Use saved version
            </Button>
          </>
        }
      >
        The query was changed in another tab or on another device. The saved version is from{' '}
        <Time value={theirs.updated_at} />.{theirTitle !== title && ` It is called “${theirTitle}”.`} Keep both to save
        yours as a copy.
      </Alert>
      {failure && <ErrorState title="Could not save the copy" failure={failure} />}
      <Diff left={sql} right={theirs.sql} />
    </div>
  );
}
