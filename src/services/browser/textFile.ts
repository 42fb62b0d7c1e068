/** The text of a file that the user chose; a file above the limit is refused before it is read. */
export async function readTextFile(file: File, mostBytes: number): Promise<string> {
  if (file.size > mostBytes)
    throw new Error(`${file.name} is too large: a trace has at most ${mostBytes / 1024 ** 2} MB.`);
  try {
    return await file.text();
  } catch (cause) {
    throw new Error(`Could not read ${file.name}.`, { cause });
  }
}
