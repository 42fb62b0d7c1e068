import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { CopyButtonFor } from '../../../src/views/parts/CopyButton.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { clipboardModel } from './clipboard.model.ts';

/** Said to screen readers alone, which is what the class does: the button shows it by its icon. */
const news = (screen: Screen) => {
  const statuses = screen.getAllByRole('status');
  for (const { className } of statuses) expect(className).toBe('sr_true');
  return statuses.map(({ textContent }) => textContent).filter((text) => text !== '');
};

coverView(clipboardModel, {
  view: (clipboard) => (
    <>
      <CopyButtonFor clipboard={clipboard} what="connection string" text="postgres://here" />
      <CopyButtonFor clipboard={clipboard} what="anon key" text="eyJ" />
    </>
  ),
  does: {
    'copy.requested': ({ key }, screen) => {
      fireEvent.click(screen.getByRole('button', { name: `Copy ${key}` }));
    },
  },
  sees: {
    idle: (screen) => expect(news(screen)).toEqual([]),
    copying: (screen) => expect(news(screen)).toEqual([]),
    copied: (screen, { context }) => expect(news(screen)).toEqual([`Copied ${context.key}`]),
  },
});
