import { useEffect, useRef, type RefObject } from 'react';
import type { FieldErrors } from '../../../contract/common/fieldErrors.ts';

/** The form's ref: whenever a submission has found problems, the first field that has one gets the focus. */
export function useFirstInvalid(fieldErrors: FieldErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(fieldErrors);
  useEffect(() => {
    // A problem that has gone was typed away: whoever types stays where they are.
    const isBeingFixed = Object.keys(before.current).some((field) => !(field in fieldErrors));
    before.current = fieldErrors;
    if (!isBeingFixed) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fieldErrors]);
  return form;
}
