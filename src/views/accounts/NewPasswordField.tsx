import { useState } from 'react';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import type { Strength } from '../../machines/parts/passwordStrength/strength.ts';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

interface NewPasswordFieldProps {
  value: string;
  error: string | undefined;
  strength: Strength;
  readOnly: boolean;
  onValueChange: (value: string) => void;
}

/** A new password for an account, with how hard it is to guess. */
export function NewPasswordField({ error, strength, ...rest }: NewPasswordFieldProps) {
  const [revealed, setRevealed] = useState(false);
  return (
    <PasswordField
      {...rest}
      label="New password"
      name="password"
      autoComplete="new-password"
      error={error ?? (strength.verdict === 'tooLong' ? passwordTooLong.problem : undefined)}
      revealed={revealed}
      onReveal={setRevealed}
      description={<PasswordStrength strength={strength} warned={error !== undefined} />}
    />
  );
}
