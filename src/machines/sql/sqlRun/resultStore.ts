import type { Cell, Column, QueryEvent } from '../../../contract/sql/query.ts';

export type Row = readonly Cell[];
export type Notice = Omit<Extract<QueryEvent, { type: 'notice' }>, 'type'>;

/** The rows of one statement. They are only ever added to. */
export interface ResultSet {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Null until the statement is complete. */
  readonly tag: string | null;
  /** Rows sent or changed, as Postgres counts them. */
  readonly rowCount: number | null;
  /** There were more rows than the limit. */
  readonly more: boolean;
}

interface OpenResult extends ResultSet {
  columns: readonly Column[];
  rows: Row[];
  tag: string | null;
  rowCount: number | null;
  more: boolean;
}

/** Runs a callback a little later, at most once per picture of the screen. */
export type Scheduler = (callback: () => void) => void;

/** A hidden page paints no frames, and its counts must still be right when it is seen again. */
const nextFrame: Scheduler = (callback) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible')
    requestAnimationFrame(callback);
  else setTimeout(callback, 0);
};

/**
 * The answer of one run while it streams in and as long as it is looked at. It stands beside the charts, which know only
 * counts: rows would drown them. Whoever watches is told at most once per frame.
 */
export class ResultStore {
  readonly #results: OpenResult[] = [];
  readonly #notices: Notice[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #schedule: Scheduler;
  #version = 0;
  #scheduled = false;

  constructor(schedule: Scheduler = nextFrame) {
    this.#schedule = schedule;
  }

  get results(): readonly ResultSet[] {
    return this.#results;
  }
  get notices(): readonly Notice[] {
    return this.#notices;
  }
  /** Grows when anything was added, after the watchers' frame has come: a key for `useSyncExternalStore`. */
  get version(): number {
    return this.#version;
  }

  receive(event: Extract<QueryEvent, { type: 'columns' | 'rows' | 'complete' | 'notice' }>): void {
    switch (event.type) {
      case 'columns':
        this.#open(event.result).columns = event.columns;
        break;
      case 'rows': {
        const { rows } = this.#open(event.result);
        for (const row of event.rows) rows.push(row);
        break;
      }
      case 'complete':
        Object.assign(this.#open(event.result), { tag: event.tag, rowCount: event.rowCount, more: event.more });
        break;
      case 'notice': {
        const { type: _, ...notice } = event;
        this.#notices.push(notice);
      }
    }
    this.#announce();
  }

  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => {
      this.#watchers.delete(changed);
    };
  };

  #open(index: number): OpenResult {
    for (let next = this.#results.length; next <= index; next++)
      this.#results.push({ columns: [], rows: [], tag: null, rowCount: null, more: false });
    return this.#results[index]!;
  }

  #announce(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#version++;
      for (const changed of this.#watchers) changed();
    });
  }
}

const nothingYet = new ResultStore();

/** The answers that can still be looked at, by run. */
class ResultStores {
  readonly #stores = new Map<string, ResultStore>();

  /** Starts an answer. Older ones go: a screen shows its last run only, and large results are most of a page's memory. */
  open(run: string): ResultStore {
    this.#stores.clear();
    const store = new ResultStore();
    this.#stores.set(run, store);
    return store;
  }

  /** The answer of a run, or an empty one where there is none. */
  of(run: string | null): ResultStore {
    return (run !== null && this.#stores.get(run)) || nothingYet;
  }
}

export const resultStore = new ResultStores();
