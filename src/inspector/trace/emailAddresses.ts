/**
 * Email addresses in traces: each is replaced by another that stands for it in the whole trace, so that a chart that
 * compares addresses, or checks their form, decides the same with them.
 */

const standIns = new Map<string, string>();

/** RFC 2606 reserves the domain. */
const domain = '@redacted.invalid';
const standIn = /^user-\d+(?:@redacted\.invalid)?$/;

/** Also encoded for a URL, and in every script; an apostrophe belongs to a name and does not begin one. */
const address = /[\p{L}\d][\p{L}\d_.+%'-]*(?:@|%40)[\p{L}\d.-]+\.\p{L}{2,}/giu;

/** What stands for an address, or for the part of one that has been typed. */
export function emailStandIn(text: string): string {
  if (text === '' || standIn.test(text)) return text;
  const key = text.toLowerCase();
  const known = standIns.get(key) ?? `user-${standIns.size + 1}${key.replace(address, '') === '' ? domain : ''}`;
  standIns.set(key, known);
  return known;
}

/** The text with its email addresses replaced. */
export const withoutEmails = (text: string): string => text.replaceAll(address, emailStandIn);
