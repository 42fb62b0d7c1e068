import { floatingPart } from '../ui/floatingParts.ts';

/** The banners above a signed-in user's pages, from the file of the ambient services: without those, none is due. */
export const bannersPart = floatingPart(async () => ({ default: (await import('./Banners.tsx')).Banners }));
