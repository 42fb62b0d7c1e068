/** Texts of streaming answers by id: beside the charts, which know them only now and then. */
const texts = new Map<string, string>();
const watchers = new Map<string, Set<() => void>>();

export const answerTexts = {
  put(id: string, text: string): void {
    texts.set(id, text);
    for (const changed of watchers.get(id) ?? []) changed();
  },
  of: (id: string): string => texts.get(id) ?? '',
  /** Its chart has the whole text. */
  drop: (id: string): void => void texts.delete(id),
  watch(id: string, changed: () => void): () => void {
    const these = watchers.get(id) ?? new Set();
    watchers.set(id, these.add(changed));
    return () => {
      these.delete(changed);
      if (these.size === 0) watchers.delete(id);
    };
  },
  clear: (): void => texts.clear(),
};
