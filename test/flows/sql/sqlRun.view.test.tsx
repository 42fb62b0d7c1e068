import { fireEvent, within } from '@testing-library/react';
import { useRef } from 'react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { defaultSqlSettings } from '../../../src/contract/sql/sqlEditor.ts';
import type { sqlRunMachine } from '../../../src/machines/sql/sqlRun/sqlRun.machine.ts';
import type { SqlRunRef } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import { DestructiveSqlDialog } from '../../../src/views/sql/DestructiveSqlDialog.tsx';
import { RunBar } from '../../../src/views/sql/RunBar.tsx';
import { RunReport } from '../../../src/views/sql/RunReport.tsx';
import { RunStatus } from '../../../src/views/sql/RunStatus.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Model } from '../../support/paths.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sqlRunModel as whole } from './sqlRun.model.ts';

type Snapshot = SnapshotFrom<typeof sqlRunMachine>;

/** Everything that shows a run, below a plain field in the editor's place. */
function Runner({ run }: { run: SqlRunRef }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = () => {
    const sql = field.current!.value;
    if (sql === '') run.send({ type: 'blankRun.requested' });
    else run.send({ type: 'run.requested', request: { sql, from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 } });
  };
  return (
    <>
      <textarea
        ref={field}
        aria-label="SQL"
        onChange={() => run.send({ type: 'text.edited' })}
        onKeyDown={({ key, ctrlKey }) => {
          if (key === 'Enter' && ctrlKey) ask();
        }}
      />
      <RunBar
        run={run}
        settings={defaultSqlSettings}
        hasSelection={false}
        obstacle={null}
        areSettingsOpen={false}
        onSettingsOpenChange={() => {}}
        onRun={ask}
        onSettingsChanged={() => {}}
      />
      <RunStatus run={run} />
      <RunReport run={run} onGoToError={() => {}} onSettingsOpened={() => {}} />
      <DestructiveSqlDialog run={run} />
    </>
  );
}

// Dialogs hide the page below them from screen readers, and from queries by role.
const button = (screen: Screen, name: string) => screen.queryByText(name)?.closest('button') ?? null;
const press = (screen: Screen, name: string) => {
  fireEvent.click(button(screen, name)!);
};
/** While a run goes on, Cancel stands in its place. */
const canRun = (screen: Screen) => button(screen, 'Run')?.getAttribute('aria-disabled') === 'false';
const question = (screen: Screen) => screen.queryByRole('alertdialog');
const says = (...texts: string[]) => {
  for (const text of texts) expect(document.body.textContent).toContain(text);
};
const saysNot = (...texts: string[]) => {
  for (const text of texts) expect(document.body.textContent).not.toContain(text);
};

const reports = [
  'Canceled after',
  'Could not run the query',
  'Connection lost',
  'Could not cancel the query',
  'SQLSTATE',
  'Database restarted',
];
const reportsOnly = (...wanted: string[]) => saysNot(...reports.filter((report) => !wanted.includes(report)));

/** What had arrived before the answer broke off is still there, and it says so. */
const saysWhatArrived = ({ context }: Snapshot) => {
  if (context.progress.results.length > 0) says('Showing the 1 row received.');
  else saysNot('received.');
};
/** The spinner before the words of the status, and the counting time after them. */
const aroundStatus = () => {
  const status = document.querySelector('span[role=status]')!;
  return [status.previousElementSibling !== null, status.nextElementSibling !== null];
};
const seesBusy = (screen: Screen) => {
  expect(canRun(screen)).toBe(false);
  expect(aroundStatus()).toEqual([true, true]);
};
const seesCancel = (screen: Screen, possible: boolean) => expect(button(screen, 'Cancel')?.disabled).toBe(!possible);
const seesWaiting = (screen: Screen) => {
  seesCancel(screen, true);
  says('Running');
  reportsOnly();
};
const seesStopping = (screen: Screen) => {
  says('Canceling…');
  expect(canRun(screen)).toBe(false);
  expect(screen.getByText('Canceling…', { selector: 'button *' }).closest('button')?.getAttribute('aria-busy')).toBe(
    'true',
  );
  reportsOnly();
};
const seesRest = (screen: Screen) => {
  expect(canRun(screen)).toBe(true);
  expect(button(screen, 'Cancel')).toBeNull();
};

/** A step that failed before changes nothing in what can be done next; the bare machine's paths tell it apart. */
const sqlRunModel: Model<typeof whole.machine> = {
  ...whole,
  distinguish: ({ attempt }) => [attempt],
};

coverView(sqlRunModel, {
  view: (run) => <Runner run={run} />,
  does: {
    'run.requested': ({ request }, screen) => {
      const field = screen.getByLabelText<HTMLTextAreaElement>('SQL');
      field.value = request.sql;
      if (canRun(screen)) press(screen, 'Run');
      else fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    },
    'blankRun.requested': (_, screen) => {
      const field = screen.getByLabelText<HTMLTextAreaElement>('SQL');
      field.value = '';
      fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    },
    'text.edited': (_, screen) => {
      const field = screen.getByLabelText<HTMLTextAreaElement>('SQL');
      fireEvent.change(field, { target: { value: `${field.value} ` } });
    },
    'run.confirmed': (_, screen) => {
      if (question(screen)) press(screen, 'Run query');
    },
    'run.declined': (_, screen) => press(screen, 'Don’t run'),
    'cancel.requested': (_, screen) => press(screen, 'Cancel'),
    'outcome.requested': (_, screen) => press(screen, 'Check again'),
    'stream.opened': 'elsewhere',
    'stream.accepted': 'elsewhere',
    'stream.queued': 'elsewhere',
    'stream.attached': 'elsewhere',
    'stream.progressed': 'elsewhere',
  },
  sees: {
    'confirmation.closed': (screen) => expect(question(screen)).toBeNull(),
    'confirmation.open': (screen) => {
      const dialog = within(question(screen)!);
      expect(dialog.getByText('Run destructive query?')).toBeTruthy();
      expect(dialog.getByText('drop table t')).toBeTruthy();
      expect(dialog.getByText('Drops the table and all its rows.')).toBeTruthy();
    },
    'run.resting.idle.recalling': (screen) => {
      seesRest(screen);
      reportsOnly();
    },
    'run.resting.idle.empty': (screen, { context }) => {
      seesRest(screen);
      (context.isBlankReported ? says : saysNot)('Nothing to run');
      reportsOnly();
    },
    'run.resting.restoring': (screen) => {
      seesRest(screen);
      expect(aroundStatus()).toEqual([true, false]);
      says('Fetching the result again…');
      reportsOnly();
    },
    'run.resting.succeeded': (screen) => {
      seesRest(screen);
      says('1 row in 12 ms');
      expect(aroundStatus()).toEqual([false, false]);
      reportsOnly();
    },
    'run.resting.failed': (screen, { context }) => {
      const { error, engineRestarted } = context.end!;
      seesRest(screen);
      says('Failed after 12 ms', `ERROR: ${error!.message}`, `SQLSTATE ${error!.code}`);
      expect(button(screen, 'Go to line 1') !== null).toBe(error!.position !== undefined);
      reportsOnly('SQLSTATE', ...(engineRestarted ? ['Database restarted'] : []));
      if (engineRestarted) says('Database restarted');
    },
    'run.resting.cancelled': (screen) => {
      seesRest(screen);
      says('Canceled after 12 ms', 'Uncommitted changes were rolled back.', 'Database restarted');
      reportsOnly('Canceled after', 'Database restarted');
    },
    'run.resting.refused': (screen, { context }) => {
      seesRest(screen);
      says('Not executed', 'Could not run the query', context.failure!.message);
      reportsOnly('Could not run the query');
    },
    'run.resting.lost.asking': (screen, snapshot) => {
      seesRest(screen);
      says('The query may have completed. Checking…');
      saysWhatArrived(snapshot);
      reportsOnly('Connection lost');
    },
    'run.resting.lost.waiting': (screen, snapshot) => {
      seesRest(screen);
      expect(aroundStatus()).toEqual([true, false]);
      says('The query may have completed. Checking…');
      saysWhatArrived(snapshot);
    },
    'run.resting.lost.known': (screen, snapshot) => {
      seesRest(screen);
      says('Connection lost', 'Connection lost, but the query completed', 'The result is no longer available.');
      saysWhatArrived(snapshot);
    },
    'run.resting.lost.unknown': (screen, snapshot) => {
      seesRest(screen);
      says(
        'Connection lost',
        'The query may have completed or may still be running',
        'Check your data before you run it again.',
      );
      saysWhatArrived(snapshot);
    },
    'run.running.answer.begun': seesBusy,
    'run.running.answer.recalled': seesBusy,
    'run.running.answer.reattaching.asking': (screen, snapshot) => {
      seesBusy(screen);
      says('Fetching the result again…', 'The server still has the run. Fetching its result again…');
      saysWhatArrived(snapshot);
    },
    'run.running.answer.reattaching.reading': (screen) => {
      seesBusy(screen);
      saysNot('The query may have completed', 'Fetching its result again');
    },
    'run.running.phase.opening': (screen) => seesCancel(screen, false),
    'run.running.phase.sent': seesWaiting,
    'run.running.phase.withdrawn': seesStopping,
    'run.running.phase.queued': (screen, { context: { ahead } }) => {
      if (ahead === null) return seesWaiting(screen);
      seesCancel(screen, true);
      says(
        ahead === 0
          ? 'Waiting for another query to end'
          : `Waiting, ${ahead} ${ahead === 1 ? 'query' : 'queries'} ahead`,
      );
      return reportsOnly();
    },
    'run.running.phase.streaming': (screen, { context: { progress, failure } }) => {
      seesCancel(screen, true);
      says(progress.results.length > 0 ? 'Fetching rows…' : 'Running');
      if (failure) says('Could not cancel the query', failure.message);
      else reportsOnly();
    },
    'run.running.phase.cancelling.asking': seesStopping,
    'run.running.phase.cancelling.stopping': seesStopping,
  },
});
