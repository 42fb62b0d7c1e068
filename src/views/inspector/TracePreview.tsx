import { useState } from 'react';
import { css } from 'styled-system/css';
import { grouped } from '../../contract/common/counts.ts';
import type { Trace } from '../../inspector/trace/trace.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';

const content = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' });
const muted = css({ color: 'muted', textWrap: 'pretty' });
const list = css({ maxHeight: 'popover', overflowY: 'auto', border: 'hairline', borderRadius: 'medium' });
const rows = css({ margin: '0', padding: '0', listStyle: 'none' });
const row = css({ '&:not(:first-of-type)': { borderTop: 'hairline' } });
const summary = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  paddingBlock: { base: '1.5', _coarse: '2.5' },
  paddingInline: '3',
  textStyle: 'mono',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  _hover: { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
});
const aside = css({ color: 'muted' });
const body = css({ paddingBottom: '3', paddingInline: '3' });

interface Entry {
  key: string;
  /** What it is: a time, or that it is the state of an actor before the first event. */
  when: string;
  label: string;
  data: unknown;
}

/** Everything in a trace: the actors as they were before its first event, then its events. */
function entriesOf({ actors, events }: Trace): Entry[] {
  const names = new Map(actors.map(({ session, id }) => [session, id]));
  const nameOf = (session: string) => names.get(session) ?? session;
  return [
    ...actors.map((actor) => ({ key: `actor ${actor.session}`, when: 'Actor', label: actor.id, data: actor })),
    ...events.map((event) => ({
      key: `event ${event.seq}`,
      when: new Date(event.at).toLocaleTimeString('en-GB'),
      label: `${nameOf(event.actor)} ← ${event.event.type}`,
      data: event,
    })),
  ];
}

/** Its data is written out only while it is open: a trace has hundreds of entries. */
function EntryRow({ when, label, data }: Omit<Entry, 'key'>) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={summary}>
        <span className={aside}>{when}</span>
        <span>{label}</span>
      </summary>
      {open && (
        <div className={body}>
          <CodeBlock label={label} code={JSON.stringify(data, null, 2)} />
        </div>
      )}
    </details>
  );
}

interface TracePreviewProps {
  /** Its names are replaced. */
  trace: Trace;
  /** Downloads it as a file. */
  save: () => void;
}

/** The trace as it would be saved, entry by entry, and the button that saves it. */
export function TracePreview({ trace, save }: TracePreviewProps) {
  return (
    <Card title="Trace" footer={<Button onClick={save}>Save trace</Button>}>
      <div className={content}>
        <p className={muted}>
          {grouped(trace.events.length)} events of {grouped(trace.actors.length)} actors, as they are saved: without
          passwords, tokens, or your SQL, and with other names and email addresses.
        </p>
        <ScrollRegion className={list} label="Entries of the trace">
          <ul className={rows}>
            {entriesOf(trace).map(({ key, ...entry }) => (
              <li key={key} className={row}>
                <EntryRow {...entry} />
              </li>
            ))}
          </ul>
        </ScrollRegion>
      </div>
    </Card>
  );
}

/** For code that draws nothing itself. */
export const tracePreview = (props: TracePreviewProps) => <TracePreview {...props} />;
