import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { scoreShown } from '../../../src/contract/accounts/passwordScore.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import {
  isAcceptable,
  noStrength,
  scoreOf,
  strengthMessage,
  strengthProblem,
  type Strength,
  type StrengthChanged,
} from '../../../src/machines/parts/passwordStrength/strength.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';
import { strong, weak, passwordStrengthModel } from './passwordStrength.model.ts';

coverChart(passwordStrengthModel);

const checked = (score: PasswordCheck['score'], warning = ''): Strength => ({
  verdict: 'checked',
  check: { score, feedback: { warning, suggestions: [] } },
});

describe('the strength of a new password', () => {
  let clock: SteppedClock;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let told: Strength;
  let strength: Actor<typeof passwordStrengthMachine>;
  const type = (password: string) => strength.send({ type: 'password.changed', password });

  beforeEach(() => {
    clock = new SteppedClock();
    check = held();
    port = recordingPort();
    told = noStrength;
    strength = createActor(passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } }), {
      clock,
      input: {
        port,
        form: createPort((report) => {
          told = (report as StrengthChanged).strength;
        }),
      },
    }).start();
  });

  it('is asked for 300 ms after the typing has paused', () => {
    type('let');
    clock.increment(299);
    type('letmein');
    clock.increment(299);
    expect(check.calls).toHaveLength(0);
    clock.increment(1);
    expect(check.calls.map(({ input }) => input.password)).toEqual(['letmein']);
  });

  it('is 0 when nothing is typed, without asking', () => {
    type('letmein');
    type('');
    clock.increment(300);
    expect(check.calls).toHaveLength(0);
    expect(told.verdict).toBe('empty');
    expect(scoreOf(told)).toBe(0);
  });

  it('is told to the form as the server scores it', async () => {
    type('letmein');
    clock.increment(300);
    check.last().answer(weak);
    await waitFor(strength, (snapshot) => snapshot.matches('checked'));
    expect(told).toEqual({ verdict: 'checked', check: weak });
  });

  it('belongs to the latest password: a check under way is given up', () => {
    type('letmein');
    clock.increment(300);
    type('correct horse');
    expect(check.last().signal.aborted).toBe(true);
    expect(told.verdict).toBe('awaited');
  });

  it('keeps the last score on screen until the next is known', async () => {
    type('correct horse');
    clock.increment(300);
    check.last().answer(strong);
    await waitFor(strength, (snapshot) => snapshot.matches('checked'));
    type('correct horse battery');
    expect(told).toEqual({ verdict: 'awaited', check: strong });
    expect(isAcceptable(told)).toBe(false);
  });

  it('is not asked for above 99 characters', () => {
    type('x'.repeat(100));
    clock.increment(300);
    expect(check.calls).toHaveLength(0);
    expect(strengthProblem(told)).toBe('Password should be less than 100 characters');
    expect(strengthMessage(told)).toBe('Maximum length of password exceeded');
  });

  it('may not be known: a toast says why, and the form may be sent all the same', async () => {
    type('letmein');
    clock.increment(300);
    check.last().fail(refusal);
    await waitFor(strength, (snapshot) => snapshot.matches('unchecked'));
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Failed to check password strength: Not like this.', requestId: 'req-1' },
      },
    ]);
    expect(isAcceptable(told)).toBe(true);
  });

  it('is not that of the password before where it cannot be known', async () => {
    type('correct horse');
    clock.increment(300);
    check.last().answer(strong);
    await waitFor(strength, (snapshot) => snapshot.matches('checked'));
    type('letmein');
    clock.increment(300);
    check.last().fail(refusal);
    await waitFor(strength, (snapshot) => snapshot.matches('unchecked'));
    expect([told.verdict, scoreOf(told)]).toEqual(['unchecked', 0]);
  });

  it.each([
    [0, 'This password is not acceptable.', 10, 'red'],
    [1, 'This password is not secure enough.', 30, 'red'],
    [2, 'This password is not secure enough.', 50, 'yellow'],
    [3, 'Not bad, but your password must be harder to guess.', 80, 'yellow'],
    [4, 'This password is strong.', 100, 'green'],
  ] as const)('with score %i says "%s", and fills %i%% of the bar in %s', (score, message, percent, colour) => {
    expect(strengthMessage(checked(score))).toBe(message);
    expect(scoreShown[score]).toMatchObject({ percent, colour });
  });

  it('must be 4: below it the server’s warning is followed by "You need a stronger password."', () => {
    expect(strengthProblem(checked(3, 'Common words are easy to guess.'))).toBe(
      'Common words are easy to guess. You need a stronger password.',
    );
    expect(strengthProblem(checked(3))).toBe('You need a stronger password.');
    expect(isAcceptable(checked(3))).toBe(false);
    expect(strengthProblem(checked(4))).toBeNull();
    expect(isAcceptable(checked(4))).toBe(true);
  });
});
