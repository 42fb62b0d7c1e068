/** Values by key, of which those that were used last are kept. */
interface RecentValues<Value extends object> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** The values of some keys. Those that are not kept are read together; `none` stands for what is not found. */
  getAll(
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
    none: Value,
  ): Promise<ReadonlyMap<string, Value>>;
}

export function recentValues<Value extends object>(
  limit: number,
  sizeOf: (value: Value) => number = () => 1,
): RecentValues<Value> {
  /** In the order of their last use. */
  const kept = new Map<string, Value>();
  let size = 0;
  const remove = (key: string): Value | undefined => {
    const value = kept.get(key);
    if (value !== undefined) size -= sizeOf(value);
    kept.delete(key);
    return value;
  };
  const set = (key: string, value: Value): void => {
    remove(key);
    kept.set(key, value);
    size += sizeOf(value);
    for (const oldest of kept.keys()) {
      if (size <= limit) return;
      remove(oldest);
    }
  };
  const get = (key: string): Value | undefined => {
    const value = remove(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return {
    get,
    set,
    async getAll(keys, read, none) {
      const values = new Map<string, Value>();
      for (const key of keys) {
        const value = get(key);
        if (value !== undefined) values.set(key, value);
      }
      const missing = [...new Set(keys)].filter((key) => !values.has(key));
      if (missing.length === 0) return values;
      const found = await read(missing);
      for (const key of missing) {
        const value = found.get(key) ?? none;
        set(key, value);
        values.set(key, value);
      }
      return values;
    },
  };
}
