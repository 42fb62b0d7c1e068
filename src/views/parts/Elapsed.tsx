import { useEffect, useRef } from 'react';
import { durationWords } from './quantities.ts';

const refreshMs = 100;

/** The time since a moment, counting. It writes its own text: ten renders a second would be for nothing. */
export function Elapsed({
  since,
  atLeast = 0,
}: {
  since: number;
  /** Milliseconds that are known to have passed, which the steps of the count may not show yet. */
  atLeast?: number;
}) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const passed = Math.floor((Date.now() - since) / refreshMs) * refreshMs;
      text.current!.textContent = durationWords(Math.max(atLeast, passed));
    };
    write();
    const timer = setInterval(write, refreshMs);
    return () => clearInterval(timer);
  }, [since, atLeast]);
  // A count that changes ten times a second is nothing to read out.
  return <span ref={text} aria-hidden />;
}
