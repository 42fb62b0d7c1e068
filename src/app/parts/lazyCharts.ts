import { fromPromise, type AnyStateMachine } from 'xstate';
import { lazyLogic } from '../../machines/parts/lazyLogic.ts';

/**
 * Charts whose code loads when a machine first asks for one of them: `load` is the actor that fetches them, `chart` the
 * one that then runs a chart by its name.
 */
export function lazyCharts(fetch: () => Promise<Readonly<Record<string, AnyStateMachine>>>) {
  let charts: Readonly<Record<string, AnyStateMachine | undefined>> = {};
  return {
    load: fromPromise<void, undefined>(async () => {
      charts = await fetch();
    }),
    chart: <Input>() =>
      lazyLogic<Input>((name) => {
        const found = charts[name];
        if (!found) throw new Error(`The chart "${name}" was not loaded.`);
        return found;
      }),
  };
}
