import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import {
  identityCheckMachine,
  type GivenProof,
  type ProofRequest,
} from '../../../src/machines/accounts/identityCheck/identityCheck.machine.ts';
import { selectMethod } from '../../../src/machines/accounts/identityCheck/identityCheck.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { identityCheckModel } from './identityCheck.model.ts';
import { phone } from './secondFactor.model.ts';

coverChart(identityCheckModel);

describe('an action that needs to know who the user is', () => {
  let request: ReturnType<typeof held<ProofRequest>>;
  let code: ReturnType<typeof held<void>>;
  let proof: ReturnType<typeof held<void, GivenProof>>;
  let parent: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof identityCheckMachine>;

  beforeEach(() => {
    request = held();
    code = held();
    proof = held();
    parent = recordingPort();
    flow = createActor(
      identityCheckMachine.provide({
        actors: { readProofRequest: request.logic, requestCode: code.logic, giveProof: proof.logic },
      }),
      { input: { parent: parent as never } },
    ).start();
  });

  it('asks for the code of the authenticator app, and goes on with it', async () => {
    request.last().answer({ method: 'totp', factors: [phone] });
    await waitFor(flow, (snapshot) => snapshot.matches('typing'));
    expect(selectMethod(flow.getSnapshot())).toBe('totp');
    flow.send({ type: 'field.changed', field: 'code', value: '123456' });
    flow.send({ type: 'form.submitted' });
    expect(proof.last().input).toMatchObject({ method: 'totp', code: '123456', factorId: phone.id });
    proof.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('verified'));
    expect(parent.commands).toEqual([{ type: 'identity.verified' }]);
  });

  it('asks a user without an app for the password, again after a wrong one', async () => {
    request.last().answer({ method: 'password', factors: [] });
    await waitFor(flow, (snapshot) => snapshot.matches('typing'));
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors.proof).toBe('Enter it to continue.');
    flow.send({ type: 'field.changed', field: 'password', value: 'wrong' });
    flow.send({ type: 'form.submitted' });
    proof.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(parent.commands).toEqual([]);
    expect(flow.getSnapshot().context.values.password).toBe('wrong');
  });

  it('sends an email to a user who has neither, and another on request', async () => {
    request.last().answer({ method: 'email', factors: [] });
    await waitFor(flow, (snapshot) => snapshot.matches('sendingCode'));
    code.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('typing'));
    flow.send({ type: 'code.requested' });
    expect(code.calls).toHaveLength(2);
    code.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    flow.send({ type: 'code.requested' });
    expect(flow.getSnapshot().context.failure).toBeNull();
    code.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('typing'));
    flow.send({ type: 'field.changed', field: 'code', value: '654321' });
    flow.send({ type: 'form.submitted' });
    expect(proof.last().input).toMatchObject({ method: 'email', code: '654321' });
  });
});
