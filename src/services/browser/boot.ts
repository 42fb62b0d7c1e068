import type { PageCode } from '../../contract/common/pageCode.ts';

/** What is stored, with keys and formats of `storageEntries`, whose schemas would be most of this script. */
interface Stored {
  'basechart-theme'?: string;
  'basechart-density'?: string;
  'basechart-session'?: string;
}

/** Site data may be blocked: then the system decides, and no session is stored. */
function readStored(): Stored {
  try {
    const { 'basechart-theme': theme, 'basechart-density': density, 'basechart-session': session } = localStorage;
    return { 'basechart-theme': theme, 'basechart-density': density, 'basechart-session': session };
  } catch {
    return {};
  }
}

/**
 * Before the page is painted, gives it the theme and the density of the user; and has the browser load the code of the
 * address, which the app would request only once it runs.
 */
export function boot({ files, signedIn, pages }: PageCode): void {
  const { 'basechart-theme': theme = '', 'basechart-density': density, 'basechart-session': session } = readStored();
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset['theme'] = /^(?:light|(?:classic-)?dark)$/.test(theme) ? theme : system;
  if (density !== undefined) dataset['density'] = density;

  const hasSession = session !== undefined;
  const [, isOfUser = true, ofPage = []] = pages.find(([path]) => new RegExp(path).test(location.pathname)) ?? [];
  for (const index of new Set([...(hasSession ? signedIn : []), ...(hasSession || !isOfUser ? ofPage : [])])) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[index]!;
    document.head.append(link);
  }
}
