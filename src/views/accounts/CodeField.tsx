import { TextField } from '../ui/TextField.tsx';

interface CodeFieldProps {
  value: string;
  error: string | undefined;
  readOnly: boolean;
  description?: string;
  onValueChange: (value: string) => void;
}

/** It appears in place of what had the focus. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** Where a one-time code is typed, pasted, or filled in by the browser. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField {...props} ref={takeFocus} label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" />
);
