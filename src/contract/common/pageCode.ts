/** A GET of the platform API: its path, where `{name}` stands for a segment of the page's address, and its headers. */
export type EarlyRead = readonly [path: string, headers?: Readonly<Record<string, string>>];

/** The files of the build with the code of each page, and what it reads first: indexes in `files` and in `reads`. */
export interface PageCode {
  files: readonly string[];
  reads: readonly EarlyRead[];
  /** What every page of a signed-in user needs, and reads. */
  signedIn: readonly number[];
  signedInReads: readonly number[];
  /** What it reads too in platform mode. */
  platformReads: readonly number[];
  /**
   * A regular expression of each page's path with its segments as named groups, whether only signed-in users see it,
   * its files, and what it reads for them.
   */
  pages: readonly (readonly [path: string, isOfUser: boolean, files: readonly number[], reads: readonly number[]])[];
}
