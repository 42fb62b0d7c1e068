import type { setup } from 'xstate';
import { lazyMachine } from './lazyMachine.ts';

/**
 * For a machine's `options`: transitions that trigger each other in a loop become an error instead of a frozen page.
 */
export const bounded = { maxIterations: 100 } as const;

/**
 * XState's `setup` as charts use it, which is for `createMachine` alone: with the options that every chart has, and
 * machines that are built when they are first used.
 */
export const flowSetup = ((implementations: object) => ({
  createMachine: (chart: object) => lazyMachine({ options: bounded, ...chart }, implementations),
})) as unknown as typeof setup;
