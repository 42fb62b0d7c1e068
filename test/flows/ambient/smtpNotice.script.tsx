import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { smtpNoticeMachine } from '../../../src/machines/ambient/smtpNotice/smtpNotice.machine.ts';
import { SmtpBanner } from '../../../src/views/ambient/Banners.tsx';
import { orders } from '../../fixtures/screen.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const sees = (screen: Screen, { context: { refs } }: { context: { refs: readonly string[] } }) =>
  expect(screen.queryByText(/needs an SMTP server of its own/) === null).toBe(refs.includes(orders.ref));

/** What was dismissed cannot be dismissed again. */
const clicked = (button: HTMLElement | null) => {
  if (button) fireEvent.click(button);
};

export const smtpNoticeScript: ViewScript<typeof smtpNoticeMachine> = {
  view: (notice) => <SmtpBanner notice={notice} projectRef={orders.ref} />,
  does: {
    'dismissals.loaded': 'elsewhere',
    'notice.dismissed': (_, screen) => clicked(screen.queryByRole('button', { name: 'Dismiss' })),
  },
  sees: { watching: sees, unavailable: sees },
};
