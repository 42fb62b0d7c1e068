import type { DocsType } from '../../src/contract/docs/docsSearch.ts';
import { guidesAddress, integrationsAddress } from '../../src/contract/docs/guidesAddress.ts';

/** The folder of the guides whose pages have an address of their own. */
export const integrationsFolder = 'integrations';
/** The folder of the pages that are generated from the platform's routes. */
const apiReferenceFolder = 'reference/api';

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The address of a guide by its path. */
export function hrefOfGuide(path: string): string {
  if (isIn(integrationsFolder, path)) return integrationsAddress + path.slice(integrationsFolder.length);
  return path === '' ? guidesAddress : `${guidesAddress}/${path}`;
}

/** What the search calls a guide. */
export function typeOfGuide(path: string): DocsType {
  if (isIn(integrationsFolder, path)) return 'partner-integration';
  return isIn(apiReferenceFolder, path) ? 'reference' : 'markdown';
}
