import { css } from 'styled-system/css';
import type { LogLine } from '../../contract/logs/logLine.ts';
import { Badge } from '../ui/Badge.tsx';
import { Table } from '../ui/Table.tsx';
import { Time } from '../ui/Time.tsx';
import { levelLabels, levelTones, sourceLabels } from './logWords.ts';

// A table on a wide window; on a narrow one, the message below the facts of its line.
const frame = css({
  '& td, & th': { paddingBlock: '1.5!', paddingInline: '3!' },
  '& tbody td:first-child': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', textStyle: 'small' },
  '& td:last-child, & th:last-child': { width: 'full', maxWidth: '0' },
  mdDown: {
    '& table, & tbody': { display: 'block' },
    '& thead': { srOnly: true },
    '& tbody tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', paddingBlock: '2' },
    '& tbody tr:first-child': { borderTop: '[none]' },
    '& tbody td': { display: 'block', paddingBlock: '0.5!' },
    '& tbody td:last-child': { maxWidth: 'full' },
  },
});
const message = css({
  display: 'block',
  width: 'full',
  minHeight: { mdDown: 'control.large' },
  textAlign: 'start',
  textStyle: 'mono',
  color: 'text',
  whiteSpace: { base: 'nowrap', mdDown: 'normal' },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  _hover: { textDecoration: 'underline' },
});
const quiet = css({ color: 'muted', textStyle: 'small', whiteSpace: 'nowrap' });

interface LogTableProps {
  lines: readonly LogLine[];
  /** Other lines are being read. */
  isBusy: boolean;
  onOpened: (line: LogLine) => void;
}

/** Lines, the newest first; each opens with all its fields. */
export const LogTable = ({ lines, isBusy, onOpened }: LogTableProps) => (
  <div className={frame} aria-busy={isBusy}>
    <Table label="Log entries" bare>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Level</th>
          <th scope="col">Source</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <Time value={line.timestamp} />
            </td>
            <td>
              <Badge tone={levelTones[line.level]}>{levelLabels[line.level]}</Badge>
            </td>
            <td className={quiet}>{sourceLabels[line.source]}</td>
            <td>
              <button type="button" className={message} onClick={() => onOpened(line)}>
                {line.event_message}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);
