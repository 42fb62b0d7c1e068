/** What the list of tables offers in the command palette. */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { tableListMachine, type ListedTables } from '../../../src/machines/tables/tableList/tableList.machine.ts';
import { selectSchema } from '../../../src/machines/tables/tableList/tableList.selectors.ts';
import { CommandsContext, createCommandRegistry } from '../../../src/views/parts/commands.ts';
import { TableList } from '../../../src/views/tables/TableList.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { screenInput } from '../../fixtures/screen.ts';
import { withStubs } from '../../support/fakeWorld.ts';

afterEach(cleanup);

it('offers no new table and no import in the palette before the schema is known, then both', async () => {
  const answer = Promise.withResolvers<ListedTables>();
  const machine = withStubs(tableListMachine).provide({ actors: { readTables: fromPromise(() => answer.promise) } });
  const flow = createActor(machine, { input: { ...screenInput(), params: { ref: 'abc' } } }).start();
  flow.send({ type: 'project.opened' });
  const commands = createCommandRegistry();
  const offered = () => commands.list().map(({ label }) => label);
  render(
    <InApp app={startTestApp()}>
      <CommandsContext value={commands}>
        <TableList flow={flow} projectRef="abc" />
      </CommandsContext>
    </InApp>,
  );
  expect(offered()).toEqual([]);
  await act(async () => {
    answer.resolve({ schema: 'public', schemas: ['public'], tables: [], next: null });
    await waitFor(flow, (snapshot) => selectSchema(snapshot) === 'public');
  });
  expect(offered()).toEqual(['New table…', 'Import a file…']);
});
