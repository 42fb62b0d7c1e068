import { fireEvent } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { expect } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { advisorsMachine } from '../../../src/machines/advisors/advisors/advisors.machine.ts';
import { selectIgnored } from '../../../src/machines/advisors/advisors/advisors.selectors.ts';
import { FindingDetail } from '../../../src/views/advisors/FindingDetail.tsx';
import { advisors, openTodos } from '../../fixtures/advisors.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { advisorsModel } from './advisors.model.ts';

/** An open finding; how the list opens one is for the tests of the screen. */
const OpenFinding = ({ flow }: { flow: ActorRefFrom<typeof advisorsMachine> }) => (
  <FindingDetail
    flow={flow}
    projectRef="abc"
    lint={advisors.lints[0]!}
    finding={openTodos}
    isIgnored={useSelector(flow, selectIgnored).includes(openTodos.id)}
  />
);

function press(screen: Screen, name: string): void | 'elsewhere' {
  const button = screen.queryByRole('button', { name });
  if (button === null) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
}

coverView(advisorsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <OpenFinding flow={flow} />
    </InApp>
  ),
  does: {
    'ignored.recalled': 'elsewhere',
    'check.requested': 'elsewhere',
    'finding.ignored': (_, screen) => press(screen, 'Ignore finding'),
    'finding.restored': (_, screen) => press(screen, 'Stop ignoring'),
  },
  sees: {
    listing: (screen, { context }) =>
      expect(screen.queryByRole('button', { name: 'Stop ignoring' }) !== null).toBe(
        context.ignored.includes(openTodos.id),
      ),
  },
});
