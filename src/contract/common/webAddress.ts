const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Whether a text is a complete http or https URL (specification, section 5). */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isHttp(url);
}

const here = 'https://here.invalid';

/**
 * Where a link in user-written text leads: to the web, to a path relative to the page, or to a mail or telephone
 * program. Any other scheme leads nowhere (specification, section 5, "Markdown links"). Parsed as browsers parse it, so
 * that spaces and control characters hide no scheme.
 */
export function linkTarget(href: string): 'web' | 'relative' | 'program' | 'nowhere' {
  const url = URL.parse(href, here);
  if (url === null) return 'nowhere';
  if (isHttp(url)) return url.origin === here ? 'relative' : 'web';
  return url.protocol === 'mailto:' || url.protocol === 'tel:' ? 'program' : 'nowhere';
}
