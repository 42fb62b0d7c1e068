import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  advisorsMachine,
  type IgnoredRecalled,
  type StoreIgnored,
} from '../../../src/machines/advisors/advisors/advisors.machine.ts';
import { selectIgnored } from '../../../src/machines/advisors/advisors/advisors.selectors.ts';
import { openNotes, openTodos } from '../../fixtures/advisors.ts';
import { recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { advisorsModel } from './advisors.model.ts';

coverChart(advisorsModel);

const start = (recalled: readonly string[]) => {
  const stored: (readonly string[])[] = [];
  const port = recordingPort();
  const flow = createActor(
    advisorsMachine.provide({
      actors: {
        storeIgnored: fromCallback<StoreIgnored, { ref: string }>(({ sendBack, receive }) => {
          sendBack({ type: 'ignored.recalled', ignored: recalled } satisfies IgnoredRecalled);
          receive(({ ignored }) => stored.push(ignored));
        }),
      },
    }),
    { input: { ...screenInput({ port }), params: { ref: 'abc' } } },
  ).start();
  return { flow, port, stored };
};

it('ignores findings in the order of the clicks, each once, and stores them', () => {
  const { flow, stored } = start([openTodos.id]);
  flow.send({ type: 'finding.ignored', finding: openNotes.id });
  flow.send({ type: 'finding.ignored', finding: openTodos.id });
  expect(stored.at(-1)).toEqual([openNotes.id, openTodos.id]);
  flow.send({ type: 'finding.restored', finding: openNotes.id });
  expect([selectIgnored(flow.getSnapshot()), stored.at(-1)]).toEqual([[openTodos.id], [openTodos.id]]);
});

it('has the findings of its project alone read again', () => {
  const { flow, port } = start([]);
  flow.send({ type: 'check.requested' });
  expect(port.commands).toEqual([{ type: 'resource.invalidated', names: ['advisors'], params: { ref: 'abc' } }]);
});
