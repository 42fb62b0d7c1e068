import { describe, expect, it } from 'vitest';
import type { ResourceRef } from '../../../src/contract/cache/resources.ts';
import type { AppCommand } from '../../../src/machines/parts/port.ts';
import {
  resourceAppended,
  resourceChanged,
  resourceInvalidated,
} from '../../../src/machines/parts/resourceCommands.ts';
import { acme, orders } from '../../fixtures/screen.ts';

describe('commands for resources', () => {
  it('name one resource, all resources with a name, or several names', () => {
    expect(resourceChanged('project', { ref: 'a' }, { onlyElsewhere: true })).toEqual({
      type: 'resource.changed',
      names: ['project'],
      params: { ref: 'a' },
      onlyElsewhere: true,
    });
    expect(resourceInvalidated('project')).toEqual({ type: 'resource.invalidated', names: ['project'] });
    expect(resourceInvalidated(['projects', 'profile'])).toEqual({
      type: 'resource.invalidated',
      names: ['projects', 'profile'],
    });
  });

  it('take only the parameters in the path of the resource, and only its data', () => {
    const refused = [
      // @ts-expect-error -- the path of `organization` has a `slug`
      resourceChanged('organization', { org: 'acme' }),
      // @ts-expect-error -- the path of `organizations` has no parameters
      resourceInvalidated('organizations', { slug: 'acme' }),
      // @ts-expect-error -- the path of `snippet` has an `id` as well
      resourceInvalidated('snippet', { ref: 'a' }),
      // @ts-expect-error -- an organization is no entry of this list
      resourceAppended('projects', {}, acme),
      resourceAppended('projects', {}, orders),
    ];
    // @ts-expect-error -- the path of `organization` has a `slug`
    const ref: ResourceRef<'organization'> = { name: 'organization', params: { org: 'acme' } };
    // @ts-expect-error -- a command that is written by hand is checked, too
    const command: AppCommand = { type: 'resource.changed', names: ['organization'], params: { org: 'acme' } };
    expect([...refused, ref, command]).toHaveLength(7);
  });
});
