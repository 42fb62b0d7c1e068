import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { SmtpBanner } from '../../../src/views/ambient/rareBanners.tsx';
import { orders } from '../../fixtures/screen.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { smtpNoticeModel } from './smtpNotice.model.ts';

const sees = (screen: Screen, { context: { refs } }: { context: { refs: readonly string[] } }) =>
  expect(screen.queryByText(/Set up custom SMTP/) === null).toBe(refs.includes(orders.ref));

/** What was dismissed cannot be dismissed again. */
const clicked = (button: HTMLElement | null) => {
  if (button) fireEvent.click(button);
};

coverView(smtpNoticeModel, {
  view: (notice) => <SmtpBanner notice={notice} projectRef={orders.ref} />,
  does: {
    'dismissals.loaded': 'elsewhere',
    'notice.dismissed': (_, screen) => clicked(screen.queryByRole('button', { name: 'Dismiss' })),
  },
  sees: { watching: sees, unavailable: sees },
});
