import { FailureError } from '../../contract/common/failureError.ts';

/** A file that was chosen, as charts know it. */
export interface ImportSource {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

interface KeptFile {
  file: File;
  /** Rows that the last import rejected, as a file. */
  rejected: Blob | null;
}

/** The files of this page, by the ids of their sources: charts hold data, and a file is none. */
const kept = new Map<string, KeptFile>();

export function keepFile(file: File): ImportSource {
  const id = crypto.randomUUID();
  kept.set(id, { file, rejected: null });
  return { id, name: file.name, size: file.size };
}

export const releaseFiles = (): void => kept.clear();

export const keptFile = ({ id }: ImportSource): KeptFile => {
  const found = kept.get(id);
  if (found === undefined) throw new FailureError({ code: 'file_gone', message: 'Choose the file again.' });
  return found;
};
