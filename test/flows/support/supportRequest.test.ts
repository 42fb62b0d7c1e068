import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { SupportReceipt, SupportRequest } from '../../../src/contract/support/support.ts';
import type { SupportDraft } from '../../../src/contract/support/supportDraft.ts';
import type { AppCommand } from '../../../src/machines/parts/port.ts';
import { supportRequestMachine } from '../../../src/machines/support/supportRequest/supportRequest.machine.ts';
import {
  selectIsAttached,
  selectIsLoadingDraft,
  selectReceipt,
  selectTrace,
} from '../../../src/machines/support/supportRequest/supportRequest.selectors.ts';
import { startOf, valuesIn, type FoundTrace } from '../../../src/machines/support/supportRequest/supportValues.ts';
import { held } from '../../fixtures/held.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { supportRequestModel } from './supportRequest.model.ts';

coverChart(supportRequestModel);

const draft: SupportDraft = { category: 'billing', subject: 'The plan', message: 'It says free.', projectRef: 'abc' };
const trace: FoundTrace = { text: '{"format":"basechart-trace-1"}', events: 3 };

describe('asking for support', () => {
  let clock: SteppedClock;
  let services: {
    recall: ReturnType<typeof held<SupportDraft | null>>;
    keep: ReturnType<typeof held<void, { draft: SupportDraft }>>;
    forget: ReturnType<typeof held<void>>;
    find: ReturnType<typeof held<FoundTrace>>;
    send: ReturnType<typeof held<SupportReceipt, SupportRequest>>;
  };
  let form: Actor<typeof supportRequestMachine>;
  const values = () => form.getSnapshot().context.values;
  const change = (field: 'subject' | 'message', value: string) => form.send({ type: 'field.changed', field, value });
  const sent = () => services.send.calls.map(({ input }) => input);

  let commands: AppCommand[];

  async function start(query: Record<string, string> = {}, recalled: SupportDraft | null = null) {
    form = createActor(
      supportRequestMachine.provide({
        actors: {
          loadDraft: services.recall.logic,
          keepDraft: services.keep.logic,
          deleteDraft: services.forget.logic,
          findTrace: services.find.logic,
          sendRequest: services.send.logic,
        },
      }),
      { clock, input: screenInput({ query, port: createPort((command) => commands.push(command as AppCommand)) }) },
    ).start();
    services.recall.last().answer(recalled);
    await waitFor(form, (snapshot) => !selectIsLoadingDraft(snapshot));
  }

  beforeEach(() => {
    clock = new SteppedClock();
    commands = [];
    services = { recall: held(), keep: held(), forget: held(), find: held(), send: held() };
  });

  it('is prefilled with the address’s category, subject, message and project ref', async () => {
    await start(
      { category: 'dashboard_bug', subject: 'Fault', message: 'Path: /projects\n\nError: Fault', project_ref: 'abc' },
      draft,
    );
    expect(values()).toEqual({
      category: 'dashboard_bug',
      subject: 'Fault',
      message: 'Path: /projects\n\nError: Fault',
      projectRef: 'abc',
    });
  });

  it('goes on with what was being written, where the address says nothing of its own', async () => {
    await start({ project_ref: 'other' }, draft);
    expect(values()).toEqual({ ...draft, projectRef: 'other' });
  });

  it('takes nothing from the address that it does not know, and no more than can be sent', () => {
    expect(valuesIn({ category: 'praise', plan: 'pro' })).toEqual({});
    const { subject, message } = startOf(
      valuesIn({ subject: `two\r\nlines ${'x'.repeat(500)}`, message: 'x'.repeat(30_000) }),
      null,
    );
    expect([subject.startsWith('two lines x'), subject.length, message.length]).toEqual([true, 200, 20_000]);
  });

  it('takes nothing along that nobody can see and no database keeps', async () => {
    await start({ subject: 'a\0b', message: 'It\0 broke.' });
    expect(values()).toMatchObject({ subject: 'a b', message: 'It broke.' });
    change('message', 'It broke\0 again.');
    form.send({ type: 'form.submitted' });
    expect(sent()).toEqual([{ category: 'problem', subject: 'a b', message: 'It broke again.' }]);
  });

  it('says at the project that it does not exist, until another one is chosen', async () => {
    await start({ subject: 'Slow', message: 'Very.', project_ref: 'gone' });
    form.send({ type: 'form.submitted' });
    services.send.last().fail(new FailureError({ code: 404, message: 'This project does not exist' }));
    await waitFor(form, (snapshot) => snapshot.context.fieldErrors.project_ref !== undefined);
    expect([form.getSnapshot().context.fieldErrors, form.getSnapshot().context.failure]).toEqual([
      { project_ref: 'This project does not exist' },
      null,
    ]);
    form.send({ type: 'field.changed', field: 'projectRef', value: '' });
    expect(form.getSnapshot().context.fieldErrors).toEqual({});
  });

  it('leaves nothing in the address that would fill the form again after it was sent', async () => {
    await start({ subject: 'Slow', message: 'Very.' });
    form.send({ type: 'form.submitted' });
    expect(commands).toEqual([]);
    services.send.last().answer({ id: '7d1c', delivery: 'kept' });
    await waitFor(form, (snapshot) => selectReceipt(snapshot) !== null);
    expect(commands).toEqual([{ type: 'navigation.requested', to: '/support/new', replace: true }]);
  });

  it('keeps what is typed once the typing has paused', async () => {
    await start();
    change('subject', 'S');
    clock.increment(200);
    change('subject', 'Slow');
    clock.increment(300);
    expect(services.keep.calls.map(({ input }) => input.draft.subject)).toEqual(['Slow']);
  });

  it('sends nothing without a subject and a message, and says so at each', async () => {
    await start();
    form.send({ type: 'form.submitted' });
    expect(Object.keys(form.getSnapshot().context.fieldErrors)).toEqual(['subject', 'message']);
    change('subject', 'Slow');
    expect(Object.keys(form.getSnapshot().context.fieldErrors)).toEqual(['message']);
    expect(sent()).toEqual([]);
  });

  it('attaches a trace only after it was shown, and only if wanted', async () => {
    await start({ subject: 'Slow', message: 'Very.' });
    form.send({ type: 'trace.attached' });
    expect(selectIsAttached(form.getSnapshot())).toBe(false);
    form.send({ type: 'trace.requested' });
    services.find.last().answer(trace);
    await waitFor(form, (snapshot) => selectTrace(snapshot) !== null);
    form.send({ type: 'form.submitted' });
    expect(sent()).toEqual([{ category: 'problem', subject: 'Slow', message: 'Very.' }]);
    services.send.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    form.send({ type: 'trace.attached' });
    form.send({ type: 'form.submitted' });
    expect(sent()[1]).toMatchObject({ trace: trace.text });
  });

  it('says why it was refused, and keeps what was typed', async () => {
    await start({ subject: 'Slow', message: 'Very.' });
    form.send({ type: 'form.submitted' });
    services.send.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    expect(values()).toMatchObject({ subject: 'Slow', message: 'Very.' });
    clock.increment(300);
    expect(services.keep.calls).toHaveLength(1);
  });

  it('says what has become of it, and forgets what was typed', async () => {
    await start({ subject: 'Slow', message: 'Very.', project_ref: 'abc' });
    form.send({ type: 'form.submitted' });
    form.send({ type: 'form.submitted' });
    expect(sent()).toEqual([{ category: 'problem', subject: 'Slow', message: 'Very.', project_ref: 'abc' }]);
    services.send.last().answer({ id: '7d1c', delivery: 'kept' });
    await waitFor(form, (snapshot) => selectReceipt(snapshot) !== null);
    expect(selectReceipt(form.getSnapshot())).toEqual({ id: '7d1c', delivery: 'kept' });
    expect(services.forget.calls).toHaveLength(1);
  });
});
