import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { accountSessionsMachine } from '../../../src/machines/accounts/accountSessions/accountSessions.machine.ts';
import {
  selectEnded,
  selectIsConfirmingEnd,
  selectIsConfirmingOthersEnd,
} from '../../../src/machines/accounts/accountSessions/accountSessions.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { accountSessionsModel, mobile } from './accountSessions.model.ts';

coverChart(accountSessionsModel);

describe('the devices of a user', () => {
  let end: ReturnType<typeof held<void, { id: string }>>;
  let endOthers: ReturnType<typeof held<void>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof accountSessionsMachine>;

  beforeEach(() => {
    end = held();
    endOthers = held();
    port = recordingPort();
    flow = createActor(
      accountSessionsMachine.provide({ actors: { endSession: end.logic, endOthers: endOthers.logic } }),
      { input: screenInput({ port }) },
    ).start();
  });

  it('can be signed out one by one, after a question', async () => {
    flow.send({ type: 'end.requested', session: mobile });
    expect(selectEnded(flow.getSnapshot())).toBe(mobile);
    expect(end.calls).toHaveLength(0);
    flow.send({ type: 'action.cancelled' });
    expect(selectIsConfirmingEnd(flow.getSnapshot())).toBe(false);
    flow.send({ type: 'end.requested', session: mobile });
    flow.send({ type: 'action.confirmed' });
    expect(end.last().input).toEqual({ id: mobile.id });
    end.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('idle'));
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Device signed out' } },
      { type: 'resource.changed', names: ['accountSessions'] },
    ]);
  });

  it('can be signed out together, but for this one', async () => {
    flow.send({ type: 'others.requested' });
    expect(selectIsConfirmingOthersEnd(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'action.confirmed' });
    endOthers.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.confirmFailure !== null);
    flow.send({ type: 'action.confirmed' });
    endOthers.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('idle'));
    expect(port.commands).toContainEqual({ type: 'resource.changed', names: ['accountSessions'] });
  });
});
