import { TextField } from '../ui/TextField.tsx';

interface UserEmailFieldProps {
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onValueChange: (value: string) => void;
}

/** The address of one of a project's users: the browser must not suggest the developer's own. */
export const UserEmailField = (props: UserEmailFieldProps) => (
  <TextField
    {...props}
    label="Email"
    name="email"
    type="email"
    inputMode="email"
    autoComplete="off"
    autoCapitalize="none"
  />
);
