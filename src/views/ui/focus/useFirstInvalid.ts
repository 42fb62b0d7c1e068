import { useEffect, useRef, type RefObject } from 'react';
import type { FieldErrors } from '../../../contract/common/fieldErrors.ts';
import { focusFirstInvalid } from './focusFirstInvalid.ts';

/** The form's ref: whenever a submission finds errors, the first invalid field takes the focus. */
export function useFirstInvalid(fieldErrors: FieldErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(fieldErrors);
  useEffect(() => {
    // An error that disappears was corrected by the user, whose focus stays.
    const isBeingFixed = Object.keys(before.current).some((field) => !(field in fieldErrors));
    before.current = fieldErrors;
    if (!isBeingFixed) focusFirstInvalid(form.current);
  }, [fieldErrors]);
  return form;
}
