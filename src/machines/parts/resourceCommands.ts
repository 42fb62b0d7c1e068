import type { ResourceData, ResourceName, ResourceParams } from '../../contract/cache/resources.ts';
import type { AppCommand } from './port.ts';

type CommandOf<Type extends AppCommand['type']> = Extract<AppCommand, { type: Type }>;

/** Names of the resources whose data is a list. */
type ListName = {
  [Name in ResourceName]: ResourceData<Name> extends readonly unknown[] ? Name : never;
}[ResourceName];

/** Several names mean all resources with these names. */
const scopeOf = <Name extends ResourceName>(name: Name | readonly Name[], params?: ResourceParams<Name>) => ({
  names: typeof name === 'string' ? [name] : name,
  ...(params && Object.keys(params).length > 0 && { params }),
});

/** Invalidates resources in this tab. Without parameters, all resources with the name. */
export const resourceInvalidated = <Name extends ResourceName>(
  name: Name | readonly Name[],
  params?: ResourceParams<Name>,
) => ({ type: 'resource.invalidated', ...scopeOf(name, params) }) as CommandOf<'resource.invalidated'>;

/** Invalidates resources in all tabs; with `onlyElsewhere` in the others, because another command updates this one. */
export const resourceChanged = <Name extends ResourceName>(
  name: Name | readonly Name[],
  params?: ResourceParams<Name>,
  options?: { onlyElsewhere: boolean },
) => ({ type: 'resource.changed', ...scopeOf(name, params), ...options }) as CommandOf<'resource.changed'>;

export const resourceOverwritten = <Name extends ResourceName>(
  name: Name,
  params: ResourceParams<Name>,
  data: ResourceData<Name>,
) => ({ type: 'resource.overwritten', ref: { name, params }, data }) as CommandOf<'resource.overwritten'>;

export const resourceAppended = <Name extends ListName>(
  name: Name,
  params: ResourceParams<Name>,
  entry: ResourceData<Name>[number],
) => ({ type: 'resource.appended', ref: { name, params }, entry }) as CommandOf<'resource.appended'>;
