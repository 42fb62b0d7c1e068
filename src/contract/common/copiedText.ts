/** A text for the clipboard; by media type where other programs take more than text. */
export type CopiedText = string | Readonly<Record<string, string>>;
