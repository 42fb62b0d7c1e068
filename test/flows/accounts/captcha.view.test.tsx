import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { captchaElementId } from '../../../src/contract/accounts/captchaWidget.ts';
import { Captcha } from '../../../src/views/accounts/Captcha.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { captchaModel } from './captcha.model.ts';

const said = (screen: Screen) => screen.getByRole('status').textContent;

coverView(captchaModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <Captcha flow={flow} />
    </InApp>
  ),
  does: {
    'place.shown': 'elsewhere',
    'place.hidden': 'elsewhere',
    'page.changed': 'elsewhere',
    'token.requested': 'elsewhere',
    'person.needed': 'elsewhere',
    'captcha.solved': 'elsewhere',
    'captcha.expired': 'elsewhere',
    'widget.failed': 'elsewhere',
    'captcha.retried': (_, screen) => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  sees: {
    absent: (screen) => expect(said(screen)).toBe('Checking that you are human…'),
    'shown.checking': (screen) => {
      expect(document.getElementById(captchaElementId)).not.toBeNull();
      expect(said(screen)).toBe('Checking that you are human…');
    },
    'shown.unsolved': (screen) => expect(said(screen)).toBe('Solve the captcha before you continue.'),
    'shown.asked': (screen) => {
      expect(said(screen)).toBe('Solve this captcha, then try again.');
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Captcha' }));
    },
    'shown.solved': (screen) => expect(said(screen)).toBe('Captcha solved.'),
    'shown.expired': (screen) => expect(said(screen)).toContain('has expired'),
    failed: (screen) => {
      expect(screen.getByText('Could not load the captcha')).toBeTruthy();
      expect(screen.getByText(/Allow js\.hcaptcha\.com/)).toBeTruthy();
    },
  },
});
