import { setImmediate } from 'node:timers/promises';
import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { AssistantServicesRef } from '../../../src/machines/assistant/assistantServices/assistantServices.machine.ts';
import LocalHelp from '../../../src/views/assistant/LocalHelp.tsx';
import { ModelStatus } from '../../../src/views/assistant/ModelStatus.tsx';
import { ConversationMenus } from '../../../src/views/assistant/ProjectAssistant.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { assistantServicesModel, status } from './assistantServices.model.ts';
import { startAssistant, InApp } from './startAssistant.tsx';

const { project } = startAssistant();

const View = ({ services }: { services: AssistantServicesRef }) => (
  <InApp>
    <ConversationMenus project={project} services={services} onRename={() => undefined} />
    <ModelStatus project={project} services={services} isUsed={false} />
    <LocalHelp project={project} services={services} attachments={[{ kind: 'query', sql: 'select 1' }]} />
  </InApp>
);

const explain = (screen: Screen) => screen.getByText('Explain without model').closest('button')!;
const format = (screen: Screen) => screen.getByText('Format SQL').closest('button')!;

coverView(assistantServicesModel, {
  view: (services) => <View services={services} />,
  does: {
    // Offered where a check has failed, or has found no model.
    'status.requested': (_, screen) => {
      const again = screen.queryByText('Try again');
      if (!again) return 'elsewhere';
      fireEvent.click(again);
    },
    'keeping.chosen': async ({ keeps }, screen) => {
      const choice = () => screen.queryByText('Keep conversations after sign-out');
      if (!choice()) {
        fireEvent.click(screen.getByLabelText('More'));
        await setImmediate();
      }
      const row = choice()?.closest('[role=menuitemcheckbox]');
      if (!row || row.getAttribute('aria-checked') === String(keeps)) return 'elsewhere';
      fireEvent.click(row);
    },
    'format.requested': (_, screen) => void fireEvent.click(format(screen)),
    'explanation.requested': (_, screen) => {
      if (explain(screen).disabled) return 'elsewhere';
      fireEvent.click(explain(screen));
    },
  },
  sees: {
    'status.checking': (screen) => expect(screen.queryByText('Try again')).toBeNull(),
    'status.known': (screen, { context }) => {
      const words = context.status
        ? new RegExp(`^${status.model} answers`)
        : 'Could not read whether a model is configured';
      expect(screen.getByText(words)).toBeTruthy();
    },
    'keeping.settled': (screen) => expect(screen.getByLabelText('More')).toBeTruthy(),
    'keeping.storing': (screen) => expect(screen.getByLabelText('More')).toBeTruthy(),
    'layout.idle': (screen) => expect(format(screen).getAttribute('aria-busy')).not.toBe('true'),
    'layout.formatting': (screen) => expect(format(screen).getAttribute('aria-busy')).toBe('true'),
    'explanation.idle': (screen, { context: { explained } }) => {
      expect(explain(screen).getAttribute('aria-busy')).not.toBe('true');
      const told = 'SELECT only reads. Tables: orders.100 % of the estimated cost is spent in Seq Scan on orders.';
      expect(document.body.textContent.includes(told)).toBe(explained?.explanation != null);
      expect(screen.queryByText('It has a syntax error.') !== null).toBe(explained?.failure != null);
    },
    'explanation.explaining': (screen) => expect(explain(screen).getAttribute('aria-busy')).toBe('true'),
  },
});
