import type { ReactNode } from 'react';
import { TextField } from '../ui/TextField.tsx';

interface EmailFieldProps {
  label?: string;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  description?: ReactNode;
  onFocus?: () => void;
  onValueChange: (value: string) => void;
}

/** The address that names an account, as browsers and password managers know it. */
export const EmailField = ({ label = 'Email', ...props }: EmailFieldProps) => (
  <TextField
    {...props}
    label={label}
    name="email"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
  />
);
