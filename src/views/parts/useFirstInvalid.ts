import { useEffect, useRef, type RefObject } from 'react';
import type { Problems } from '../../contract/common/problems.ts';

/** The form's ref: whenever a submission has found problems, the first field that has one gets the focus. */
export function useFirstInvalid(problems: Problems): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(problems);
  useEffect(() => {
    // A problem that has gone was typed away: whoever types stays where they are.
    const isBeingFixed = Object.keys(before.current).some((field) => !(field in problems));
    before.current = problems;
    if (!isBeingFixed) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return form;
}
