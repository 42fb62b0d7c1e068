import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate';
import { watchStored, type Entry, type StorageName } from '../../services/browser/storage.ts';

interface StoredValue<Report, Command> {
  /** The stored value, as an event for the machine, at the start and when another tab changes it; null for none. */
  read: () => Report | null;
  /** Stores what the machine sends. */
  write: (command: Command) => void;
  /** The entries that other tabs may change, or one member of each. */
  watch?: readonly (readonly [StorageName | Entry, member?: string])[];
  /** What the actor reports besides the value; returns a function that stops it. */
  beside?: (report: (fact: Report) => void) => () => void;
}

/** The actor between a machine and the value in the browser's storage that its input names. */
export const storedValueBy = <
  Report extends EventObject,
  Command extends EventObject,
  Input extends NonReducibleUnknown,
>(
  valueOf: (input: Input) => StoredValue<Report, Command>,
) =>
  fromCallback<Command, Input>(({ input, sendBack, receive }) => {
    const { read, write, watch = [], beside } = valueOf(input);
    const report = () => {
      const value = read();
      if (value) sendBack(value);
    };
    receive(write);
    report();
    const stops = watch.map(([entry, member]) => watchStored(entry, member, report));
    if (beside) stops.push(beside((fact) => sendBack(fact)));
    return () => stops.forEach((stop) => stop());
  });

/** The actor between a machine and its value in the browser's storage. */
export const storedValue = <Report extends EventObject, Command extends EventObject = Report>(
  value: StoredValue<Report, Command>,
) => storedValueBy<Report, Command, undefined>(() => value);
