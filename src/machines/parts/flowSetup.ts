import { setup } from 'xstate';

/**
 * For a machine's `options`: transitions that trigger each other in a loop become an error instead of a frozen page.
 */
export const bounded = { maxIterations: 100 } as const;

/** XState's `setup`, with the options that every chart has. */
export const flowSetup: typeof setup = (implementations) => {
  const { createMachine, ...prepared } = setup(implementations);
  return { ...prepared, createMachine: (chart) => createMachine({ options: bounded, ...chart }) };
};
