/** Addresses of pages in texts of the product. They come from the pages table, where a path can be renamed. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Paths of the pages. The table is read as text: it would import much of the contract. */
const pagePaths: readonly string[] = Array.from(
  readFileSync(resolve(import.meta.dirname, '../../src/router/pages.ts'), 'utf8').matchAll(/\bpath: '(\/[^']+)'/g),
  ([, path]) => path!,
);

/** First segments of the pages' paths. */
export const pageRoots: readonly string[] = [...new Set(pagePaths.map((path) => path.split('/')[1]!))];

/** A path of any page, also one that does not exist: `/projects`, `/project/abc?tab=keys`. */
const anyPath = /^\/[a-z_][a-z_-]*(?:[/?#]|$)/;
/** Paths of the platform API and the auth service, some of which pages have too. */
const apiPath = /^\/(?:auth|logout|operator|organizations|profile|projects|status|support|telemetry)(?:\/|$)/;
/** Below a project's address, the server answers programs. */
const projectApi = /^\/project\/[^/]+\/(?:api|auth\/v1)(?:[/?#]|$)/;

/** A page's path at the beginning of a text, or behind an unknown part of it, such as the address of the site. */
const pagePath = new RegExp(String.raw`(?:^|\{\})(?=(/(?:${pageRoots.join('|')})(?![\w-])\S*))`, 'g');
const pagePattern = new RegExp(String.raw`^\^?\\/(?:${pageRoots.join('|')})(?![\w-])`);

/**
 * The address of one page and nothing else: a journey types the paths of the API too, and parts of addresses. `**` begins
 * the patterns of the browser's driver.
 */
const wholeAddress = new RegExp(
  String.raw`^(?:\*\*|\{\})?(?:${pagePaths.map((path) => path.replaceAll(/:\w+/g, '[^/?#]+')).join('|')})(?:\*|[?#]\S*)?$`,
);

/** What drives the app in a browser: journeys, what they share, benchmarks and pictures. */
const drivesBrowser = (file: string): boolean =>
  /^(?:test\/(?:browser|support)|bench)\/|^scripts\/screenshots\.ts$/.test(file);

const isServer = (file: string): boolean => file.startsWith('server/');
const isJudged = (file: string): boolean =>
  isServer(file) || /^src\/(?:(?:contract|services|machines|views|app|inspector)\/|main\.tsx$)/.test(file);
/** Files that request paths of the API, or answer there. */
const namesApi = (file: string): boolean =>
  /^src\/(?:services|contract)\/|^server\/(?:app\.ts$|demo\/)|\.routes\.ts$/.test(file);

/** Whether a text of the file has an address of a page. `{}` stands for the parts of a template that are not known. */
export function hasTypedAddress(file: string, text: string): boolean {
  if (drivesBrowser(file)) return wholeAddress.test(text);
  if (!isJudged(file)) return false;
  const isApi = (path: string): boolean => projectApi.test(path) || (namesApi(file) && apiPath.test(path));
  if ([...text.matchAll(pagePath)].some(([, path]) => !isApi(path!))) return true;
  return !isServer(file) && anyPath.test(text) && !isApi(text);
}

/** Whether a pattern of the file matches the address of a page; those of the server match paths of the API. */
export const hasTypedPattern = (file: string, pattern: string): boolean =>
  isJudged(file) && !isServer(file) && pagePattern.test(pattern);
