import { setup } from 'xstate';
import { lazyMachine } from './lazyMachine.ts';

/**
 * For a machine's `options`: transitions that trigger each other in a loop become an error instead of a frozen page.
 */
export const bounded = { maxIterations: 100 } as const;

/** XState's `setup`, with the options that every chart has, and machines that are built when they are first used. */
export const flowSetup: typeof setup = (options) => ({
  ...setup(options),
  createMachine: (chart) => lazyMachine({ options: bounded, ...(chart as object) }, options as object) as never,
});
