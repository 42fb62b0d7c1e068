import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { clipboardMachine } from '../../../src/machines/shell/clipboard/clipboard.machine.ts';
import { CopyButtonFor } from '../../../src/views/parts/CopyButton.tsx';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const news = (screen: Screen) =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

export const clipboardScript: ViewScript<typeof clipboardMachine> = {
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
};
