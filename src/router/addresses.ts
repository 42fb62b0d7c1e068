import { href } from './href.ts';
import { matchRoute } from './matchRoute.ts';
import { pageOf } from './pages.ts';

/** The one project of a self-hosted server. */
const defaultRef = 'default';

/** Default landing page of a session (specification, section 2). */
export const landingAddress = (platformMode: boolean): string =>
  platformMode ? href('projects') : href('project', { ref: defaultRef });

/** Takes the place of a slug for a user without an organization; slugs of organizations have 20 letters. */
export const firstProjectSlug = 'first';

/** Any origin works here: only whether an address leaves it matters. */
const here = 'http://here.invalid';

/**
 * Where to go after signing in: the `returnTo` parameter with the other parameters kept, or null when it is absent,
 * absolute, anything a browser could take for another origin (specification, section 5), or the way out.
 */
export function returnTargetOf({ returnTo, ...others }: Readonly<Record<string, string>>): string | null {
  if (returnTo === undefined || returnTo === '' || /^\W+\//.test(returnTo) || !URL.canParse(returnTo, here))
    return null;
  const target = new URL(returnTo, here);
  // Dots may hide a second slash, as in `/a/..//elsewhere`, which only shows after normalization.
  if (target.origin !== here || target.pathname.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(returnTo)) return null;
  // It would end the session that has just begun.
  const page = matchRoute(target.pathname);
  if (page !== null && pageOf(page.name).access === 'exit') return null;
  for (const [name, value] of Object.entries(others))
    if (!target.searchParams.has(name)) target.searchParams.set(name, value);
  return target.pathname + target.search + target.hash;
}
