import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { confirmEmailMachine } from '../../../src/machines/accounts/confirmEmail/confirmEmail.machine.ts';
import {
  selectFailure,
  selectIsRefused,
  selectIsUnsigned,
} from '../../../src/machines/accounts/confirmEmail/confirmEmail.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { confirmEmailModel } from './confirmEmail.model.ts';

coverChart(confirmEmailModel);

describe('the link of a confirmation email', () => {
  let link: ReturnType<typeof held<LinkOutcome, { query: Readonly<Record<string, string>> }>>;
  let flow: Actor<typeof confirmEmailMachine>;

  beforeEach(() => {
    link = held();
    flow = createActor(confirmEmailMachine.provide({ actors: { openLink: link.logic } }), {
      input: screenInput({ query: { code: 'c0de' } }),
    }).start();
  });

  it('signs in where it was requested', async () => {
    link.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
    expect(selectFailure(flow.getSnapshot())).toBeNull();
  });

  it('confirms the address elsewhere, too, and can be tried again', async () => {
    link.last().answer({ session: false, failure: failureOf(refusal) });
    await waitFor(flow, selectIsUnsigned);
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
    flow.send({ type: 'link.retried' });
    expect(link.calls).toHaveLength(2);
    expect(selectFailure(flow.getSnapshot())).toBeNull();
  });

  it('says that it has expired', async () => {
    link.last().fail(refusal);
    await waitFor(flow, selectIsRefused);
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
  });
});
