/** What is used of `csv-parse` in the browser: https://csv.js.org/parse/api/sync/. */
declare module 'csv-parse/browser/esm/sync' {
  /** The records of a text, as the options say; throws an error with a `code` where it is not in the format. */
  export function parse(text: string, options: object): unknown;
}
