import type { AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { activeNodes } from '../chart/statechart.ts';
import { transitionKey } from '../chart/transitionKey.ts';

/**
 * What a transition's guard returns for its event now. `depends` on the payload; `after` another transition that is
 * checked first and is taken, or may be.
 */
export type GuardResult = 'yes' | 'no' | 'depends' | 'after';

class EventAsked extends Error {}

/** An event whose payload is unknown: reading more than its type is reported. */
const blankEvent = (type: string, asked: () => void): AnyEventObject =>
  new Proxy(
    { type },
    {
      get(target, key) {
        if (key === 'type') return target.type;
        asked();
        throw new EventAsked();
      },
      has: () => {
        asked();
        throw new EventAsked();
      },
      ownKeys: () => {
        asked();
        throw new EventAsked();
      },
      getOwnPropertyDescriptor: () => {
        asked();
        throw new EventAsked();
      },
    },
  );

function guardSays(
  snapshot: AnyMachineSnapshot,
  { guard, eventType }: AnyTransitionDefinition,
): 'yes' | 'no' | 'depends' {
  if (guard === undefined) return 'yes';
  let asked = false;
  try {
    const result = evaluateGuard(
      guard,
      snapshot.context as never,
      blankEvent(eventType, () => {
        asked = true;
      }) as never,
      snapshot,
    );
    return asked ? 'depends' : result ? 'yes' : 'no';
  } catch {
    // A guard that expects a payload throws without one, whichever field it reads.
    return 'depends';
  }
}

/**
 * For every transition of the active states, by its key, the result of its guard now. Guards are only evaluated, no
 * event is sent; inner states come before outer ones, in XState's order.
 */
export function guardResultsOf(snapshot: AnyMachineSnapshot): ReadonlyMap<string, GuardResult> {
  const guardResults = new Map<string, GuardResult>();
  if (snapshot.status !== 'active') return guardResults;
  for (const node of activeNodes(snapshot)) {
    for (const candidates of [...node.transitions.values(), node.always ?? []]) {
      let taken = false;
      for (const transition of candidates) {
        const said = guardSays(snapshot, transition);
        guardResults.set(transitionKey(transition), taken && said !== 'no' ? 'after' : said);
        if (said === 'yes') taken = true;
      }
    }
  }
  return guardResults;
}
