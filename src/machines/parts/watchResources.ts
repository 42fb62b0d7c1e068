import { fromCallback, type EventObject } from 'xstate';
import type { ResourceName, ResourceParams } from '../../contract/cache/resources.ts';
import type { ResourcePort, ResourceView } from './port.ts';

interface Watching<Report, Input> {
  /** Calls back with the cached state, immediately and at every change, until the actor is stopped. */
  watch: <Name extends ResourceName>(
    name: Name,
    params: ResourceParams<Name>,
    seen: (view: ResourceView<Name>) => void,
  ) => void;
  report: (report: Report) => void;
  input: Input;
}

/**
 * An actor that observes resources in the cache and reports their changes to the machine. It cannot fail: the cache
 * reports failures and does not throw them.
 */
export const watchResources = <Report extends EventObject, Input extends object = object>(
  begin: (watching: Watching<Report, Input>) => void,
) =>
  fromCallback<EventObject, Input & { resources: ResourcePort }>(({ sendBack, input }) => {
    const stops: (() => void)[] = [];
    begin({
      watch: (name, params, seen) => void stops.push(input.resources.watch({ name, params }, seen)),
      report: (report) => sendBack(report),
      input,
    });
    return () => stops.forEach((stop) => stop());
  });
