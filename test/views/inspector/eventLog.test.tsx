// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { EventSummary } from '../../../src/inspector/trace/systemView.ts';
import { EventLog } from '../../../src/views/inspector/EventLog.tsx';

const events = Array.from({ length: 500 }, (_, index): EventSummary => ({
  seq: index + 1,
  at: index,
  session: 'x:1',
  actor: '/projects',
  chart: 'resource',
  from: null,
  type: `page${index + 1}.shown`,
  stateText: 'value',
  value: 'value',
  transitions: [],
}));

const log = (currentSeq: number) => (
  <EventLog
    events={events}
    only={null}
    canNarrow={false}
    showsServer={false}
    filter=""
    opened={null}
    payload={() => null}
    currentSeq={currentSeq}
    isLive={false}
    onFiltered={() => undefined}
    onNarrowed={() => undefined}
    onServerToggled={() => undefined}
    onOpened={() => undefined}
    onRevealed={() => undefined}
  />
);

afterEach(cleanup);

it('follows the step of a trace to events that are out of view, in either direction', () => {
  const { rerender } = render(log(1));
  for (const seq of [400, 150]) {
    expect(screen.queryByText(`page${seq}.shown`)).toBeNull();
    rerender(log(seq));
    fireEvent.scroll(screen.getByRole('region', { name: 'Events' }));
    expect(screen.getByText(`page${seq}.shown`)).toBeTruthy();
  }
});
