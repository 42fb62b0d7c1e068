/**
 * Email addresses and phone numbers in traces: each is replaced by another that stands for it in the whole trace, so
 * that a chart that compares them, or checks their form, decides the same with them.
 */

const standIns = new Map<string, string>();

/** RFC 2606 reserves the domain. */
const domain = '@redacted.invalid';
const standIn = /^(?:user-\d+(?:@redacted\.invalid)?|\+999\d{7})$/;

/** Also encoded for a URL, and in every script; an apostrophe belongs to a name and does not begin one. */
const address = /[\p{L}\d][\p{L}\d_.+%'-]*(?:@|%40)[\p{L}\d.-]+\.\p{L}{2,}/giu;

/** What stands for an address or a phone number, or for the part of one that has been typed. */
export function standInFor(text: string): string {
  if (text === '' || standIn.test(text)) return text;
  // However it is written, as a form with the schema of phone numbers takes it.
  const number = text.replaceAll(/\(0\)|[^+\w@]/g, '').replace(/^00/, '+');
  const isNumber = /^\+[1-9]\d{6,14}$/.test(number);
  const key = isNumber ? number : text.toLowerCase();
  // No country has the code 999.
  const known =
    standIns.get(key) ??
    (isNumber
      ? `+${9_991_000_000 + standIns.size}`
      : `user-${standIns.size + 1}${key.replace(address, '') === '' ? domain : ''}`);
  standIns.set(key, known);
  return known;
}

/** The text with its email addresses replaced. */
export const withoutEmails = (text: string): string => text.replaceAll(address, standInFor);
