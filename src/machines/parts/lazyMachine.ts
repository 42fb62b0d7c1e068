import { StateMachine, type AnyStateMachine } from 'xstate';

type Implementations = Partial<AnyStateMachine['implementations']>;

const kinds = ['actors', 'actions', 'delays', 'guards'] as const;
const built = ['root', 'idMap', 'states', 'events'];

const prototype: AnyStateMachine = Object.create(StateMachine.prototype, { __xstatenode: { value: true } });
for (const name of built) {
  Object.defineProperty(prototype, name, {
    get(this: AnyStateMachine) {
      const machine = new StateMachine(this.config, this.implementations);
      for (const part of built) Object.defineProperty(this, part, { value: Reflect.get(machine, part) });
      return Reflect.get(this, name);
    },
  });
}
prototype.provide = function (this: AnyStateMachine, provided: Implementations) {
  return lazyMachine(this.config, provided, this.implementations);
};

/**
 * XState's machine of a chart, whose state nodes are built when an actor first needs them. XState itself builds them
 * when a machine is created and once more when it is provided with implementations, used or not.
 */
export function lazyMachine(
  config: AnyStateMachine['config'],
  provided: Implementations,
  known: Implementations = {},
): AnyStateMachine {
  const implementations = Object.fromEntries(kinds.map((kind) => [kind, { ...known[kind], ...provided[kind] }]));
  return Object.assign(Object.create(prototype), { config, id: config.id, options: config.options, implementations });
}
