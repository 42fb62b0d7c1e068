import { useEffect, useRef } from 'react';
import { durationWords } from './quantities.ts';

const refreshMs = 100;

/** The time since a moment, counting. It writes its own text: ten renders a second would be for nothing. */
export function Elapsed({ since }: { since: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      text.current!.textContent = durationWords(Math.max(0, Math.floor((Date.now() - since) / refreshMs) * refreshMs));
    };
    write();
    const timer = setInterval(write, refreshMs);
    return () => clearInterval(timer);
  }, [since]);
  // A count that changes ten times a second is nothing to read out.
  return <span ref={text} aria-hidden />;
}
