import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { addressSearchMachine } from '../../../src/machines/parts/addressSearch/addressSearch.machine.ts';
import { AddressSearch } from '../../../src/views/parts/AddressSearch.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { addressSearchModel } from './addressSearch.model.ts';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('Search projects');
const seesTyped: ViewScript<typeof addressSearchMachine>['sees'][string] = (screen, { context }) =>
  expect(field(screen).value).toBe(context.typed);

coverView(addressSearchModel, {
  view: (actor) => <AddressSearch search={actor} label="Search projects" placeholder="Search by name" />,
  does: {
    'text.typed': ({ text }, screen) => typeInto(field(screen), text),
    'text.finished': (_, screen) => {
      fireEvent.keyDown(field(screen), { key: 'Enter' });
    },
    'text.dropped': 'elsewhere',
  },
  sees: {
    // Nothing writes the address here, so that it stays without a search.
    mirrored: (screen) => expect(field(screen).value).toBe(''),
    unmirrored: seesTyped,
    writing: seesTyped,
  },
});
