const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Whether a text is a whole address of the web: the URL check, which accepts only http and https (specification, section 5). */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isHttp(url);
}

const here = 'https://here.invalid';

/**
 * Where a link in a text leads that anybody may have written: to the web, to a place relative to the page, or to a program
 * for mail or telephone. Any other scheme leads nowhere (specification, section 5, "Markdown links"). It is read as browsers
 * read it, so that spaces and control characters hide no scheme.
 */
export function linkTarget(href: string): 'web' | 'relative' | 'program' | 'nowhere' {
  const url = URL.parse(href, here);
  if (url === null) return 'nowhere';
  if (isHttp(url)) return url.origin === here ? 'relative' : 'web';
  return url.protocol === 'mailto:' || url.protocol === 'tel:' ? 'program' : 'nowhere';
}
