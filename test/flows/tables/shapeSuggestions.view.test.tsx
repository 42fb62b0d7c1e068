import { fireEvent, within } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import { KeyTargetFields, type ForeignKey, type Suggestions } from '../../../src/views/tables/KeyTargetFields.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { shapeSuggestionsModel } from './shapeSuggestions.model.ts';

type Sight = ViewScript<typeof shapeSuggestionsModel.machine>['sees'][string];

function Fields({ suggestions }: { suggestions: Suggestions }) {
  const [value, setValue] = useState<ForeignKey | null>(null);
  return <KeyTargetFields suggestions={suggestions} value={value} onChanged={(changed) => setValue(changed)} />;
}

const field = (screen: Screen) => screen.getByRole<HTMLInputElement>('combobox', { name: 'References table' });
const sees =
  (isReading: boolean): Sight =>
  (screen, { context: { search, suggestions, failure } }) => {
    expect(screen.queryByText('Could not load the tables') !== null).toBe(failure !== null);
    const list = screen.queryByRole('listbox');
    if (list === null) return;
    const names = within(list)
      .queryAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(
      suggestions === null
        ? []
        : ['public.boats', 'public.crews', 'public.zebras'].filter((name) => name.includes(search)),
    );
    if (suggestions === null) expect(within(list).getByRole('status').textContent === 'Searching…').toBe(isReading);
  };

coverView(shapeSuggestionsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <Fields suggestions={flow} />
    </InApp>
  ),
  does: {
    'search.changed': ({ search }, screen) => {
      if (field(screen).value === search) return 'elsewhere';
      field(screen).focus();
      fireEvent.change(field(screen), { target: { value: search } });
      return undefined;
    },
    'reading.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: { reading: sees(true), debouncing: sees(true), ready: sees(false), failed: sees(false) },
});
