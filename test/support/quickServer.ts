/** Loaded before the program of a journey's server. */
import { registerHooks } from 'node:module';

const quick = new URL('quickPasswordCost.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './passwordCost.ts' ? { url: quick, shortCircuit: true } : next(specifier, context),
});
