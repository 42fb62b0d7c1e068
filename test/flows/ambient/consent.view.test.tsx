import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { ConsentToast } from '../../../src/views/ambient/ConsentToast.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { consentModel } from './consent.model.ts';

const seesNothing = (screen: Screen) => expect(screen.queryByRole('region', { name: 'Telemetry' })).toBeNull();

coverView(consentModel, {
  view: (consent) => (
    <InApp app={startTestApp()}>
      <ConsentToast consent={consent} />
    </InApp>
  ),
  does: {
    'choice.loaded': 'elsewhere',
    'choice.made': 'elsewhere',
    'question.answered': ({ choice }, screen) =>
      void fireEvent.click(screen.getByRole('button', { name: choice ? 'Accept' : 'Opt out' })),
  },
  sees: {
    'watching.unread': seesNothing,
    'watching.unset.pageLoading': seesNothing,
    'watching.unset.quiet': seesNothing,
    'watching.unset.asking': (screen) =>
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'Accept',
        'Opt out',
        'Privacy settings',
      ]),
    'watching.settled': seesNothing,
    unavailable: seesNothing,
  },
});
