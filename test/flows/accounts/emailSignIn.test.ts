import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import type { EmailRequest } from '../../../src/contract/accounts/emailRequest.ts';
import type { PendingCode } from '../../../src/contract/accounts/pendingCode.ts';
import type { CodeOutcome } from '../../../src/contract/accounts/sentCode.ts';
import { emailSignInMachine } from '../../../src/machines/accounts/emailSignIn/emailSignIn.machine.ts';
import {
  selectCode,
  selectFailure,
  selectIsUnopened,
} from '../../../src/machines/accounts/emailSignIn/emailSignIn.selectors.ts';
import { sentCodeMachine, type SentCodeOwner } from '../../../src/machines/accounts/sentCode/sentCode.machine.ts';
import { selectAddress, selectResendAt } from '../../../src/machines/accounts/sentCode/sentCode.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { pendingCodeOf } from '../../fixtures/pendingCode.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { emailSignInModel } from './emailSignIn.model.ts';

coverChart(emailSignInModel);

describe('signing in by email', () => {
  type Query = { query: Readonly<Record<string, string>> };
  let link: ReturnType<typeof held<LinkOutcome, Query>>;
  let request: ReturnType<typeof held<void, EmailRequest & Query>>;
  let verification: ReturnType<typeof held<CodeOutcome, SentCodeOwner & { code: string }>>;
  let flow: Actor<typeof emailSignInMachine>;
  const type = (value: string) => flow.send({ type: 'field.changed', field: 'email', value });
  const submit = () => flow.send({ type: 'form.submitted' });
  const openWithoutLink = async () => {
    link.last().answer({ session: false, failure: null });
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  };
  const send = async () => {
    type(' ada@example.com ');
    submit();
    request.last().answer();
    await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
  };

  let kept: string[];
  function begin(pending: PendingCode | null, now = 0) {
    kept = [];
    flow = createActor(
      emailSignInMachine.provide({
        actors: {
          pendingCode: pendingCodeOf(pending, kept),
          openLink: link.logic,
          requestSignIn: request.logic,
          sentCode: sentCodeMachine.provide({ actors: { verifyCode: verification.logic } }),
        },
      }),
      { input: screenInput({ now: () => now, query: { code: 'c0de', returnTo: '/projects' } }) },
    ).start();
  }
  beforeEach(() => {
    [link, request, verification] = [held(), held(), held()];
    begin(null);
  });

  it('requires an email address', async () => {
    await openWithoutLink();
    submit();
    expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter your email address.' });
    expect(request.calls).toHaveLength(0);
  });

  it('has an email sent whose link keeps the page that the user wanted, but no code', async () => {
    await openWithoutLink();
    await send();
    expect(request.last().input).toEqual({ email: 'ada@example.com', query: { returnTo: '/projects' } });
    expect(selectCode(flow.getSnapshot())?.getSnapshot().context).toMatchObject({
      address: 'ada@example.com',
      kind: 'email',
      query: { returnTo: '/projects' },
    });
  });

  it('ends with the code of the email', async () => {
    await openWithoutLink();
    await send();
    selectCode(flow.getSnapshot())?.send({ type: 'field.changed', field: 'code', value: '123456' });
    expect(verification.last().input).toMatchObject({ address: 'ada@example.com', kind: 'email', code: '123456' });
    verification.last().answer('accepted');
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
  });

  it('ends with the link of the email, without a form', async () => {
    expect(link.last().input.query).toEqual({ code: 'c0de', returnTo: '/projects' });
    link.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
  });

  it('goes on with the code after a reload, and with its waiting time, unless a link was followed', async () => {
    await openWithoutLink();
    type('ada@example.com');
    expect(kept).toEqual(['ada@example.com']);
    begin({ address: 'ada@example.com', sentAt: 100_000 }, 120_000);
    link.last().answer({ session: false, failure: null });
    const { children } = await waitFor(flow, (snapshot) => selectCode(snapshot) !== undefined);
    const code = children.code!.getSnapshot();
    expect([selectAddress(code), selectResendAt(code)]).toEqual(['ada@example.com', 160_000]);
    expect(request.calls).toHaveLength(0);
    flow.send({ type: 'form.reopened' });
    expect([flow.getSnapshot().context, kept]).toMatchObject([
      { values: { email: 'ada@example.com' } },
      ['ada@example.com'],
    ]);
    await send();
    expect(selectResendAt(selectCode(flow.getSnapshot())!.getSnapshot())).toBe(180_000);
    begin({ address: 'ada@example.com', sentAt: 100_000 }, 120_000);
    link.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
  });

  it('begins anew, with the address, where no email was sent or its code is long gone', async () => {
    for (const sentAt of [null, 0]) {
      begin({ address: 'ada@', sentAt }, 3_600_000);
      await openWithoutLink();
      expect(flow.getSnapshot().context.values.email).toBe('ada@');
    }
  });

  it('says why a link leads nowhere, opens it again, or has another email sent', async () => {
    link.last().fail(refusal);
    await waitFor(flow, selectIsUnopened);
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
    flow.send({ type: 'link.retried' });
    expect(link.calls).toHaveLength(2);
    link.last().fail(refusal);
    await waitFor(flow, selectIsUnopened);
    flow.send({ type: 'form.reopened' });
    expect(selectFailure(flow.getSnapshot())).toBeNull();
    await send();
  });
});
