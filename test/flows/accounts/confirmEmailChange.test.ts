import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { EmailChangeOutcome } from '../../../src/contract/accounts/emailChange.ts';
import { confirmEmailChangeMachine } from '../../../src/machines/accounts/confirmEmailChange/confirmEmailChange.machine.ts';
import { selectFailure } from '../../../src/machines/accounts/confirmEmailChange/confirmEmailChange.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { confirmEmailChangeModel } from './confirmEmailChange.model.ts';

coverChart(confirmEmailChangeModel);

it('says why the link for a new address was refused', async () => {
  const link = held<EmailChangeOutcome, { query: Readonly<Record<string, string>> }>();
  const flow = createActor(confirmEmailChangeMachine.provide({ actors: { openLink: link.logic } }), {
    input: screenInput({ query: { error_code: 'otp_expired' } }),
  }).start();
  expect(link.last().input).toEqual({ query: { error_code: 'otp_expired' } });
  link.last().fail(refusal);
  await waitFor(flow, (snapshot) => snapshot.matches('refused'));
  expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
});
