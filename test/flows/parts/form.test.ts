import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../../src/machines/parts/form.ts';
import { held } from '../../fixtures/held.ts';
import type { Invitation, OfInvitation } from '../../support/example/invitation.ts';
import { invitingMachine } from '../../support/example/inviting.machine.ts';
import { input as inputOf, refusedField } from '../../support/example/inviting.model.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

describe('a form with a draft and a confirmation', () => {
  let clock: SteppedClock;
  let drafts: ReturnType<typeof held<Invitation | null, { slug: string }>>;
  let keeping: ReturnType<typeof held<void, { draft: Invitation; slug: string }>>;
  let forgetting: ReturnType<typeof held<void, { slug: string }>>;
  let invitation: ReturnType<typeof held<void, OfInvitation>>;
  let revocation: ReturnType<typeof held<void, OfInvitation>>;
  let flow: Actor<typeof invitingMachine>;
  const context = () => flow.getSnapshot().context;
  const type = (email: string) => flow.send({ type: 'field.changed', field: 'email', value: email });
  const reaches = (state: 'editing' | 'forgettingDraft' | 'invited' | 'confirmingRevocation') =>
    waitFor(flow, (snapshot) => snapshot.matches(state));
  const invited = async () => {
    type('ada@example.com');
    flow.send({ type: 'form.submitted' });
    invitation.last().answer();
    await reaches('forgettingDraft');
    forgetting.last().answer();
    await reaches('invited');
  };

  beforeEach(async () => {
    clock = new SteppedClock();
    drafts = held();
    keeping = held();
    forgetting = held();
    invitation = held();
    revocation = held();
    const actors = {
      loadDraft: drafts.logic,
      keepDraft: keeping.logic,
      deleteDraft: forgetting.logic,
      invite: invitation.logic,
      revoke: revocation.logic,
    };
    flow = createActor(invitingMachine.provide({ actors }), { clock, input: inputOf() }).start();
    drafts.last().answer(null);
    await reaches('editing');
  });

  it('sends nothing that its schema refuses, and says at which field', () => {
    type('ada');
    flow.send({ type: 'form.submitted' });
    expect(invitation.calls).toHaveLength(0);
    expect(context().fieldErrors).toEqual({ email: 'Enter an email address.' });
  });

  it('takes a problem back when its field changes, and no other', () => {
    type('ada');
    flow.send({ type: 'form.submitted' });
    flow.send({ type: 'field.changed', field: 'role', value: 'owner' });
    expect(context().fieldErrors).toEqual({ email: 'Enter an email address.' });
    type('ada@');
    expect(context().fieldErrors).toEqual({});
  });

  it('keeps what was typed when the server refuses, and shows its problems at their fields', async () => {
    type('ada@example.com');
    flow.send({ type: 'form.submitted' });
    invitation.last().fail(refusedField);
    await reaches('editing');
    expect(context()).toMatchObject({
      confirmFailure: null,
      values: { email: 'ada@example.com', role: 'reader' },
      fieldErrors: { email: 'This person is a member already.' },
      failure: {
        code: 400,
        message: 'Already a member.',
        fields: { email: 'This person is a member already.' },
      },
    });
    flow.send({ type: 'form.submitted' });
    expect(context()).toMatchObject({ fieldErrors: {}, failure: null });
  });

  it('starts with the draft that was kept', async () => {
    const restarted = createActor(invitingMachine.provide({ actors: { loadDraft: drafts.logic } }), {
      clock,
      input: inputOf(),
    }).start();
    drafts.last().answer({ email: 'grace@example.com', role: 'owner' });
    await waitFor(restarted, (snapshot) => snapshot.matches('editing'));
    expect(restarted.getSnapshot().context.values).toEqual({ email: 'grace@example.com', role: 'owner' });
  });

  it('keeps a draft after a pause in typing, and forgets it when it was sent', async () => {
    type('a');
    clock.increment(shellTiming.addressMirrorMs - 1);
    type('ad');
    clock.increment(shellTiming.addressMirrorMs - 1);
    expect(keeping.calls).toHaveLength(0);
    clock.increment(1);
    expect(keeping.calls.map(({ input }) => input)).toEqual([{ slug: 'acme', draft: { email: 'ad', role: 'reader' } }]);
    await invited();
    expect([...drafts.calls, ...forgetting.calls].map(({ input }) => input)).toEqual([
      { slug: 'acme' },
      { slug: 'acme' },
    ]);
  });

  it('asks before it does, does nothing when it is cancelled, and asks again when it failed', async () => {
    await invited();
    flow.send({ type: 'revocation.requested' });
    flow.send({ type: 'action.cancelled' });
    expect(flow.getSnapshot().matches('invited')).toBe(true);
    expect(revocation.calls).toHaveLength(0);
    flow.send({ type: 'revocation.requested' });
    flow.send({ type: 'action.confirmed' });
    revocation.last().fail(new Error('No answer'));
    await reaches('confirmingRevocation');
    expect(context().confirmFailure).toEqual({ code: 'unexpected', message: 'No answer' });
    expect(context().failure).toBeNull();
    flow.send({ type: 'action.confirmed' });
    expect(context().confirmFailure).toBeNull();
    revocation.last().answer();
    await reaches('editing');
  });
});

describe('a form whose request has other fields', () => {
  interface Context extends FormContext<{ email: string; role: string }, 'invited_email' | 'role'> {
    slug: string;
  }
  const form = formOf({
    schema: v.object({ invited_email: v.pipe(v.string(), v.email('Enter an email address.')), role: v.string() }),
    request: ({ values: { email, role } }: Context) => ({ invited_email: email, role }),
    change: ({ values }, { field, value }) => ({ ...values, ...(value === 'owner' && { email: '' }), [field]: value }),
    requestField: { email: 'invited_email' },
  });
  const start = () =>
    createActor(
      flowSetup({
        types: { context: {} as Context, events: {} as FormEvent<Context['values']> },
        guards: { isComplete: form.isComplete },
        actions: { ...form.actions<FormEvent<Context['values']>>() },
      }).createMachine({
        context: { slug: 'acme', values: { email: 'ada', role: 'reader' }, fieldErrors: {}, failure: null },
        initial: 'editing',
        states: {
          editing: { on: { 'field.changed': { actions: keepChange }, 'form.submitted': submitTo('sending') } },
          sending: {},
        },
      }),
    ).start();

  it('has problems at the fields of the request, and takes them back with those of the form', () => {
    const flow = start();
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ invited_email: 'Enter an email address.' });
    flow.send({ type: 'field.changed', field: 'email', value: 'ada@' });
    expect(flow.getSnapshot().context.fieldErrors).toEqual({});
  });

  it('lets one change make several', () => {
    const flow = start();
    flow.send({ type: 'field.changed', field: 'role', value: 'owner' });
    expect(flow.getSnapshot().context.values).toEqual({ email: '', role: 'owner' });
  });
});
