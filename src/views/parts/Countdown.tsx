import { useEffect, useRef } from 'react';

const secondMs = 1_000;

/** The seconds until a moment, counting down. It writes its own text, as `Elapsed` does. */
export function Countdown({ until }: { until: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      text.current!.textContent = `${Math.max(0, Math.ceil((until - Date.now()) / secondMs))} s`;
    };
    write();
    const timer = setInterval(write, secondMs);
    return () => clearInterval(timer);
  }, [until]);
  // A count that changes each second is nothing to read out.
  return <span ref={text} aria-hidden />;
}
