import { memo } from 'react';
import { css } from 'styled-system/css';
import type { ContextKnowledge, ActorDetails } from '../../inspector/trace/systemView.ts';
import { JsonTree } from './JsonTree.tsx';

const stack = css({ display: 'grid', gap: '2', padding: '3', gridTemplateColumns: '[minmax(0, 1fr)]' });
const quiet = css({ color: 'muted', textStyle: 'small', textWrap: 'pretty' });
const list = css({ margin: '0', padding: '0', listStyle: 'none', display: 'grid', gap: '1' });
const row = css({ display: 'grid', gridTemplateColumns: '[auto minmax(0, 1fr)]', columnGap: '2' });
const mono = css({ textStyle: 'mono', color: 'accent' });

/** Explains what a recording contains of a context. */
const knowledge: Readonly<Record<ContextKnowledge, string>> = {
  current:
    'The context at this step. Secrets are hidden, long lists and texts are truncated, and the largest values are not recorded.',
  before: 'This trace has no contexts. This is the context before its first event. Event payloads are under Events.',
  none: 'This trace has no contexts. Event payloads are under Events.',
};

interface ContextPanelProps {
  look: ActorDetails | null;
  /** Whether it comes from a recording. */
  recorded: boolean;
}

/** An actor's context, without secrets. */
export const ContextPanel = memo(({ look, recorded }: ContextPanelProps) => {
  if (!look)
    return (
      <div className={stack}>
        <p className={quiet}>No data</p>
      </div>
    );
  return (
    <div className={stack}>
      {recorded && <p className={quiet}>{knowledge[look.contextKnown]}</p>}
      {look.changed.length > 0 && (
        <section aria-label="Changes of this event">
          <h3 className={quiet}>Values before this event</h3>
          <ul className={list}>
            {look.changed.map(({ key, before }) => (
              <li key={key} className={row}>
                <span className={mono}>{key}</span> <JsonTree value={before} label={`${key} before`} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {look.contextKnown !== 'none' && <JsonTree value={look.context()} label="Context" />}
    </div>
  );
});
