import type { Cell, Column, QueryEvent, SqlError } from '../../../contract/sql/query.ts';
import { statementsOf } from '../../../contract/sql/statements.ts';
import { asReceived, isAsReceived, type Arrangement, type ArrangeResult } from './arrangement.ts';

export type Row = readonly Cell[];
type Notice = Omit<Extract<QueryEvent, { type: 'notice' }>, 'type'>;

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

/** How a run ended, and what it ran: with it an answer is complete. */
interface AnswerEnd {
  sql: string;
  error: SqlError | null;
  durationMs: number | null;
  engineRestarted: boolean;
  cancelled?: boolean | undefined;
}

interface OpenResult extends ResultSet {
  columns: readonly Column[];
  rows: Row[];
  tag: string | null;
  rowCount: number | null;
  more: boolean;
}

/** What the user has set on a result, and what it was set on. */
interface ResultSettings {
  statement: string;
  columns: readonly Column[];
  arrangement: Arrangement;
  /** Undefined where it is looked at as received. */
  arranged: ArrangeResult | undefined;
  widths: ReadonlyMap<number, number> | undefined;
}

/** By the number of the result. */
type AllSettings = ReadonlyMap<number, ResultSettings>;

const haveSameColumns = (a: readonly Column[], b: readonly Column[]): boolean =>
  a.length === b.length &&
  a.every(({ name, type, typeOid }, at) => {
    const other = b[at]!;
    return name === other.name && type === other.type && typeOid === other.typeOid;
  });

/** The statement that a result is of, whatever its values, spaces and comments. */
const statementAt = (sql: string, index: number): string =>
  (statementsOf(sql)[index]?.tokens ?? []).map(({ kind, text }) => (kind === 'literal' ? '?' : text)).join(' ');

const booleanOid = 16;
const booleanWords: Readonly<Record<string, string>> = { t: 'true', f: 'false' };

/** The rows with booleans as SQL writes them: Postgres sends their first letters. */
function withBooleanWords(rows: readonly Row[], columns: readonly Column[]): readonly Row[] {
  const booleans = columns.flatMap(({ typeOid }, index) => (typeOid === booleanOid ? [index] : []));
  if (booleans.length === 0) return rows;
  return rows.map((row) => {
    const copy = [...row];
    for (const index of booleans) {
      const value = copy[index];
      if (typeof value === 'string') copy[index] = booleanWords[value] ?? value;
    }
    return copy;
  });
}

/** Runs a callback a little later, at most once per picture of the screen. */
type Scheduler = (callback: () => void) => void;

/** A hidden page paints no frames, and its counts must still be right when it is seen again. */
const nextFrame: Scheduler = (callback) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible')
    requestAnimationFrame(callback);
  else setTimeout(callback, 0);
};

/**
 * The answer of one run while it streams in and as long as it is looked at. It stands beside the charts, which know
 * only counts: rows would drown them. Listeners are called at most once per frame.
 */
export class ResultStore {
  readonly #results: OpenResult[] = [];
  readonly #widths = new Map<number, ReadonlyMap<number, number>>();
  readonly #arranged = new Map<number, { arrangement: Arrangement; arranged: ArrangeResult; result: ResultSet }>();
  readonly #notices: Notice[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #schedule: Scheduler;
  /** The query that was run. */
  readonly query: string | null;
  /** What was set on the results of its run before, until those of this one turn out to be like them. */
  readonly #previousSettings: Map<number, ResultSettings>;
  readonly #sql: string;
  #version = 0;
  #end: AnswerEnd | null = null;
  #scheduled = false;

  constructor(schedule = nextFrame, query: string | null = null, sql = '', previousSettings: AllSettings = new Map()) {
    this.#sql = sql;
    this.#schedule = schedule;
    this.query = query;
    this.#previousSettings = new Map(previousSettings);
  }

  /** As they were received. */
  get received(): readonly ResultSet[] {
    return this.#results;
  }
  /** As they are looked at: sorted, filtered and without hidden columns, where that was asked for. */
  get results(): readonly ResultSet[] {
    if (this.#arranged.size === 0) return this.#results;
    return this.#results.map((result, index) => this.#arranged.get(index)?.result ?? result);
  }
  get notices(): readonly Notice[] {
    return this.#notices;
  }
  /** Null until the run has ended. */
  get end(): AnswerEnd | null {
    return this.#end;
  }
  /** Rows of all results. */
  get size(): number {
    return this.#results.reduce((sum, { rows }) => sum + rows.length, 0);
  }
  /** Grows when anything was added, after the watchers' frame has come: a key for `useSyncExternalStore`. */
  get version(): number {
    return this.#version;
  }

  receive(event: Extract<QueryEvent, { type: 'columns' | 'rows' | 'complete' | 'notice' }>): void {
    switch (event.type) {
      case 'columns':
        this.#open(event.result).columns = event.columns;
        this.#inheritWidths(event.result, event.columns);
        break;
      case 'rows': {
        const { rows, columns } = this.#open(event.result);
        for (const row of withBooleanWords(event.rows, columns)) rows.push(row);
        break;
      }
      case 'complete':
        Object.assign(this.#open(event.result), { tag: event.tag, rowCount: event.rowCount, more: event.more });
        this.#inheritArrangement(event.result);
        break;
      case 'notice': {
        const { type: _, ...notice } = event;
        this.#notices.push(notice);
      }
    }
    this.#announce();
  }

  arrangementOf(index: number): Arrangement {
    return this.#arranged.get(index)?.arrangement ?? asReceived;
  }

  /** Changes how a result is looked at. Rows that arrive later show it as received again. */
  arrange(index: number, arrangement: Arrangement, arranged: ArrangeResult): void {
    const result = this.#results[index];
    this.#previousSettings.delete(index);
    if (result === undefined || isAsReceived(arrangement)) this.#arranged.delete(index);
    else this.#arranged.set(index, { arrangement, arranged, result: arranged(result, arrangement) });
    this.#announce();
  }

  /** The widths that the user gave the columns of a result, by their number as received. */
  widthsOf(index: number): ReadonlyMap<number, number> | undefined {
    return this.#widths.get(index);
  }

  keepWidths(index: number, widths: ReadonlyMap<number, number>): void {
    this.#widths.set(index, new Map([...(this.#widths.get(index) ?? []), ...widths]));
  }

  /** What the next run of the query starts with: results that did not come again keep what was set on them. */
  get settings(): AllSettings {
    const settings = new Map(this.#previousSettings);
    for (const [index, { columns }] of this.#results.entries()) {
      if (!settings.has(index) && (this.#arranged.has(index) || this.#widths.has(index)))
        settings.set(index, {
          statement: statementAt(this.#sql, index),
          columns,
          arrangement: this.arrangementOf(index),
          arranged: this.#arranged.get(index)?.arranged,
          widths: this.#widths.get(index),
        });
    }
    return settings;
  }

  complete(end: AnswerEnd): void {
    this.#end = end;
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
    this.#arranged.delete(index);
    return this.#results[index]!;
  }

  #inheritWidths(index: number, columns: readonly Column[]): void {
    const before = this.#previousSettings.get(index);
    if (before === undefined) return;
    if (!haveSameColumns(before.columns, columns)) this.#previousSettings.delete(index);
    else if (before.widths) this.#widths.set(index, before.widths);
  }

  /**
   * Once all rows are there: rows that arrive show a result as received. A filter must not hide rows of another
   * statement, for which the user has not set it.
   */
  #inheritArrangement(index: number): void {
    const before = this.#previousSettings.get(index);
    if (before === undefined) return;
    const { statement, arrangement, arranged } = before;
    if (this.#results[index]!.columns.length === 0 || !arranged) this.#previousSettings.delete(index);
    else if (arrangement.filters.size === 0 || statement === statementAt(this.#sql, index))
      this.arrange(index, arrangement, arranged);
    else this.arrange(index, { ...arrangement, filters: new Map() }, arranged);
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

/**
 * Answers of other runs that stay while one is looked at, and their rows: large results are most of a page's memory.
 */
const keptAnswers = 8;
const keptRows = 50_000;

/** The answers that can still be looked at, by run. */
class ResultStores {
  /** The one that was looked at last comes last. */
  readonly #stores = new Map<string, ResultStore>();

  /**
   * Starts an answer, and lets go of those that were not looked at for longest. What the user has set on the results of
   * the query's run before, or of this one, is set on the same results again.
   */
  open(run: string, query: string | null = null, sql = ''): ResultStore {
    const before =
      this.#stores.get(run) ??
      (query === null ? undefined : [...this.#stores.values()].findLast((store) => store.query === query));
    const store = new ResultStore(nextFrame, query, sql, before?.settings);
    this.#stores.delete(run);
    this.#makeRoom();
    this.#stores.set(run, store);
    return store;
  }

  clear(): void {
    this.#stores.clear();
  }

  /** The complete answer of a run that this page still has. */
  recall(run: string): (ResultStore & { readonly end: AnswerEnd }) | null {
    const store = this.#stores.get(run);
    if (!store?.end) return null;
    this.#stores.delete(run);
    this.#stores.set(run, store);
    return store as ResultStore & { readonly end: AnswerEnd };
  }

  /** The answer of a run, or an empty one where there is none. */
  of(run: string | null): ResultStore {
    return (run !== null && this.#stores.get(run)) || nothingYet;
  }

  #makeRoom(): void {
    let rows = 0;
    for (const [index, [run, store]] of [...this.#stores].toReversed().entries()) {
      if (index < keptAnswers && rows + store.size <= keptRows && store.end) rows += store.size;
      else this.#stores.delete(run);
    }
  }
}

export const resultStore = new ResultStores();
