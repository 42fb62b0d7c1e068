import type { DocsPage } from './docsPage.ts';
import { guidesAddress, integrationsAddress } from './guidesAddress.ts';

export interface DocsLink {
  href: string;
  /** Another site opens in a new tab. */
  isElsewhere: boolean;
}

/** A path on this origin below `base`, whether the result names it with the base or without. */
function below(base: string, path: string): string {
  const inside = `/${path.replace(/^[\s/\\]+/, '')}`;
  return inside === base || inside.startsWith(`${base}/`) || inside.startsWith(`${base}#`)
    ? inside
    : `${base}${inside === '/' ? '' : inside}`;
}

/** Whether a result's own URL is one that a link may have (specification, section 5). */
function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** Where a result leads, or one of its sections; null where its own URL is not safe to open. */
export function docsLinkOf({ type, path }: Pick<DocsPage, 'type' | 'path'>, slug?: string): DocsLink | null {
  const part = slug === undefined ? '' : encodeURIComponent(slug);
  switch (type) {
    case 'markdown':
      return { href: below(guidesAddress, path) + (part && `#${part}`), isElsewhere: false };
    case 'reference':
      return { href: below(guidesAddress, path) + (part && `/${part}`), isElsewhere: false };
    case 'partner-integration':
      return { href: below(integrationsAddress, path), isElsewhere: false };
    case 'github-discussions':
      return isWebAddress(path) ? { href: path + (part && `#${part}`), isElsewhere: true } : null;
  }
}
