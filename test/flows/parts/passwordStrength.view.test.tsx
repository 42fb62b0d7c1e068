import { useSelector } from '@xstate/react';
import { expect } from 'vitest';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { passwordWarning, scoreShown } from '../../../src/contract/accounts/passwordScore.ts';
import type { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import type { Strength, StrengthVerdict } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { PasswordStrength } from '../../../src/views/parts/PasswordStrength.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { passwordStrengthModel } from './passwordStrength.model.ts';

/** What the form learns from `strength.changed`. */
function strengthIn(snapshot: SnapshotFrom<typeof passwordStrengthMachine>): Strength {
  const isAwaited = snapshot.matches('debouncing') || snapshot.matches('checking');
  return {
    verdict: isAwaited ? 'awaited' : (snapshot.value as Exclude<StrengthVerdict, 'awaited'>),
    check: snapshot.context.check,
  };
}

function NewPassword({ strength }: { strength: ActorRefFrom<typeof passwordStrengthMachine> }) {
  const snapshot = useSelector(strength, (current) => current);
  return (
    <>
      <input
        aria-label="Password"
        defaultValue="none"
        onChange={(event) => strength.send({ type: 'password.changed', password: event.currentTarget.value })}
      />
      <PasswordStrength strength={strengthIn(snapshot)} />
    </>
  );
}

const bar = (screen: Screen) =>
  Number(screen.getByRole('progressbar', { name: 'Password strength' }).getAttribute('aria-valuenow'));

coverView(passwordStrengthModel, {
  view: (strength) => <NewPassword strength={strength} />,
  does: {
    'password.changed': ({ password }, screen) => typeInto(screen.getByLabelText('Password'), password),
  },
  sees: {
    empty: (screen) => expect(bar(screen)).toBe(0),
    tooLong: (screen) => {
      expect(bar(screen)).toBe(0);
      expect(screen.getByText('Maximum length of password exceeded')).toBeTruthy();
    },
    debouncing: (screen, { context }) =>
      expect(bar(screen)).toBe(context.check ? scoreShown[context.check.score].percent : 0),
    checking: (screen, { context }) =>
      expect(bar(screen)).toBe(context.check ? scoreShown[context.check.score].percent : 0),
    checked: (screen, { context }) => {
      const shown = scoreShown[context.check!.score];
      expect(bar(screen)).toBe(shown.percent);
      expect(screen.getByText(shown.message)).toBeTruthy();
      expect(screen.queryByRole('status')?.textContent ?? null).toBe(passwordWarning(context.check!));
    },
    unchecked: (screen) => expect(screen.getByText('Could not check the password strength.')).toBeTruthy(),
  },
});
