import { TextField } from '../ui/TextField.tsx';

interface PhoneFieldProps {
  label?: string;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onValueChange: (value: string) => void;
}

/** A phone number, as people write it and browsers fill it in. */
export const PhoneField = ({ label = 'Phone', ...props }: PhoneFieldProps) => (
  <TextField
    {...props}
    label={label}
    name="phone"
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    description="With its country code, such as +41 79 123 45 67."
  />
);
