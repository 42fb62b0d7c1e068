import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { factorSetupMachine } from '../../../src/machines/accounts/factorSetup/factorSetup.machine.ts';
import { selectEnrollment } from '../../../src/machines/accounts/factorSetup/factorSetup.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { enrollment, factorSetupModel } from './factorSetup.model.ts';

coverChart(factorSetupModel);

it('a new app counts with its first right code; a wrong one leaves its secret on screen', async () => {
  const verification = held<void, { id: string; code: string }>();
  const reports: unknown[] = [];
  const flow = createActor(factorSetupMachine.provide({ actors: { verifyFactor: verification.logic } }), {
    input: { enrollment, parent: createPort((event) => reports.push(event)) },
  }).start();
  flow.send({ type: 'field.changed', field: 'code', value: '123 456' });
  expect(verification.last().input).toEqual({ id: enrollment.id, code: '123456' });
  verification.last().fail(refusal);
  await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
  expect(selectEnrollment(flow.getSnapshot())).toEqual(enrollment);
  expect(reports).toEqual([]);
  flow.send({ type: 'form.submitted' });
  verification.last().answer();
  await waitFor(flow, (snapshot) => snapshot.matches('verified'));
  expect(reports).toEqual([{ type: 'factor.verified' }]);
});
