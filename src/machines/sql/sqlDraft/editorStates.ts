/** What an editor has beside its text. Only the editor reads it. */
export interface KeptEditor {
  state: unknown;
  /** About how many characters it holds. */
  size: number;
}

/** The place of one open editor. */
export interface EditorSlot {
  /** What the last editor of the query left; null for a query that was not open on this page. */
  recall(): KeptEditor | null;
  /** Ignored once the query was deleted, or the user has changed. */
  keep(editor: KeptEditor): void;
}

const keptQueries = 20;
const keptCharacters = 4_000_000;

/**
 * The undo history, selection and scroll position of queries that were open on this page, so that the user continues
 * where they left off.
 */
class EditorStates {
  /** The one that was left last comes last. */
  readonly #kept = new Map<string, KeptEditor>();
  readonly #open = new Map<string, EditorSlot>();

  open(query: string): EditorSlot {
    const slot: EditorSlot = {
      recall: () => this.#kept.get(query) ?? null,
      keep: (editor) => {
        if (this.#open.get(query) !== slot) return;
        this.#open.delete(query);
        this.#kept.delete(query);
        this.#kept.set(query, editor);
        this.#makeRoom();
      },
    };
    this.#open.set(query, slot);
    return slot;
  }

  forget(query: string): void {
    this.#kept.delete(query);
    this.#open.delete(query);
  }

  clear(): void {
    this.#kept.clear();
    this.#open.clear();
  }

  #makeRoom(): void {
    let characters = 0;
    for (const [index, [query, { size }]] of [...this.#kept].toReversed().entries()) {
      if (index < keptQueries && characters + size <= keptCharacters) characters += size;
      else this.#kept.delete(query);
    }
  }
}

export const editorStates = new EditorStates();
