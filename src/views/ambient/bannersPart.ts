import { floatingPart } from '../ui/floatingParts.ts';

/**
 * The banners above a signed-in user's pages, from the file of the ambient services. Without those only the banner of a
 * quota would be due, and it does not show.
 */
export const bannersPart = floatingPart(async () => ({ default: (await import('./Banners.tsx')).Banners }));
