import { expect, it } from 'vitest';
import { chosenPlaceOf } from '../../../src/contract/projects/chosenPlace.ts';
import { placeOf } from '../../../src/contract/projects/regions.ts';
import { ordersDetail } from '../../fixtures/screen.ts';

it('says where a project runs, unless its database runs where the server does', () => {
  const detail = { ...ordersDetail('ACTIVE_HEALTHY'), region: 'eu-central-1', cloud_provider: 'AWS' } as const;
  const at = (kind: 'embedded' | 'postgres') =>
    chosenPlaceOf({ ...detail, capabilities: { ...detail.capabilities, kind } });
  expect(placeOf(detail)).toBe('Central EU (Frankfurt) · AWS');
  expect([at('postgres'), at('embedded')]).toEqual(['Central EU (Frankfurt) · AWS', null]);
});
