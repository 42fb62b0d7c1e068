/** Which files of the build hold the code of each page, as their indexes in `files`. */
export interface PageCode {
  files: readonly string[];
  /** What every page of a signed-in user needs. */
  signedIn: readonly number[];
  /** A regular expression of each page's path, whether only signed-in users see it, and its files. */
  pages: readonly (readonly [path: string, isOfUser: boolean, files: readonly number[]])[];
}
