import { fromCallback, type EventObject } from 'xstate';
import { watchStored, type Entry, type StorageName } from '../../services/browser/storage.ts';

interface StoredValue<Report, Command> {
  /** The stored value, as an event for the machine: at the start, and again when another tab changes it. */
  read: () => Report;
  /** Stores what the machine sends. */
  write: (command: Command) => void;
  /** The entries that other tabs may change, one by one or as members. */
  watch?: readonly (StorageName | Entry | readonly [StorageName, member: string])[];
  /** What the actor reports besides the value; returns a function that stops it. */
  beside?: (report: (fact: Report) => void) => () => void;
}

/** The actor between a machine and its value in the browser's storage. */
export const storedValue = <Report extends EventObject, Command extends EventObject = Report>({
  read,
  write,
  watch = [],
  beside,
}: StoredValue<Report, Command>) =>
  fromCallback<Command, undefined>(({ sendBack, receive }) => {
    const report = () => sendBack(read());
    receive(write);
    report();
    const stops = watch.map((entry) =>
      typeof entry === 'string' || 'key' in entry
        ? watchStored(entry, undefined, report)
        : watchStored(entry[0], entry[1], report),
    );
    if (beside) stops.push(beside((fact) => sendBack(fact)));
    return () => stops.forEach((stop) => stop());
  });
