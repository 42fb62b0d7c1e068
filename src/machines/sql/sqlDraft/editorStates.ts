/** The state of an editor beside its text. Only the editor reads it. */
interface EditorSnapshot {
  state: unknown;
  /** About how many characters it holds. */
  size: number;
}

/** Where one open editor saves its state. */
export interface EditorSlot {
  /** What the last editor of the query saved; null for a query that was not open on this page. */
  restore(): EditorSnapshot | null;
  /** Ignored once the query was deleted, or the user has changed. */
  save(snapshot: EditorSnapshot): void;
}

const maxQueries = 20;
const maxCharacters = 4_000_000;

/**
 * The undo history, selection and scroll position of queries that were open on this page, so that the user continues
 * where they left off.
 */
class EditorStates {
  /** The one that was saved last comes last. */
  readonly #saved = new Map<string, EditorSnapshot>();
  readonly #open = new Map<string, EditorSlot>();

  open(query: string): EditorSlot {
    const slot: EditorSlot = {
      restore: () => this.#saved.get(query) ?? null,
      save: (snapshot) => {
        if (this.#open.get(query) !== slot) return;
        this.#open.delete(query);
        this.#saved.delete(query);
        this.#saved.set(query, snapshot);
        this.#makeRoom();
      },
    };
    this.#open.set(query, slot);
    return slot;
  }

  forget(query: string): void {
    this.#saved.delete(query);
    this.#open.delete(query);
  }

  clear(): void {
    this.#saved.clear();
    this.#open.clear();
  }

  #makeRoom(): void {
    let characters = 0;
    for (const [index, [query, { size }]] of [...this.#saved].toReversed().entries()) {
      if (index < maxQueries && characters + size <= maxCharacters) characters += size;
      else this.#saved.delete(query);
    }
  }
}

export const editorStates = new EditorStates();
