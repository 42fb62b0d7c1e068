/** Values that a template may show, by the names that it uses. */
export type TemplateValues = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** What stands in double braces. */
const action = /\{\{([^{}]*)\}\}/g;
const variable = /^\.([A-Za-z]+)(?:\.([A-Za-z_]\w*))?$/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** The actions of a template that are not one of these variables. */
export function unknownActions(template: string, variables: readonly string[]): string[] {
  const inner = [...template.matchAll(action)].map(([whole, words = '']) => ({ whole, words: words.trim() }));
  return inner
    .filter(({ words }) => {
      const [, name, key] = variable.exec(words) ?? [];
      return name === undefined || !variables.includes(name) || (key !== undefined) !== (name === 'Data');
    })
    .map(({ whole }) => whole);
}

function valueOf(values: TemplateValues, words: string): string {
  const [, name = '', key] = variable.exec(words.trim()) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value === 'string') return value;
  const part = value !== undefined && key !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;
  return ['string', 'number', 'boolean'].includes(typeof part) ? String(part) : '';
}

/** A template with its variables as they are: for subjects and text messages. */
export const renderText = (template: string, values: TemplateValues): string =>
  template.replaceAll(action, (_, words: string) => valueOf(values, words));

/** The value of an attribute with an address begins here. */
const opensAddress = /(?:href|src|action|background)\s*=\s*["']?\s*$/i;
const isHarmlessAddress = (address: string): boolean => /^(?:https?:|mailto:|tel:|\/|#|$)/i.test(address);

/**
 * A template with its variables escaped, so that what users wrote stays text. Where an address begins with what a user
 * wrote, only web and mail addresses are allowed.
 */
export const renderHtml = (template: string, values: TemplateValues): string =>
  template.replaceAll(action, (_, words: string, offset: number) => {
    const value = valueOf(values, words);
    const isRefused =
      words.trim().startsWith('.Data.') &&
      opensAddress.test(template.slice(Math.max(0, offset - 40), offset)) &&
      !isHarmlessAddress(value.trim());
    return isRefused ? '#' : escapeHtml(value);
  });

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The words of an HTML text with the addresses of its links, for programs that show no HTML. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(style|script|head|title)\b[^>]*>[^]*?<\/\1>/gi, '')
    .replaceAll(/<a\b[^>]*?href\s*=\s*["']([^"']*)["'][^>]*>([^]*?)<\/a>/gi, '$2: $1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|h[1-6]|tr|li|ul|ol|table)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#39|[a-z]+);/gi, (whole, name: string) => named[name.toLowerCase()] ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
