import type { AppLocation, RouteMatch } from '../../../router/route.ts';
import type { ScreenSurroundings } from '../../parts/screen.input.ts';

/** Modals that belong to no screen. */
export type ModalName = 'privacy' | 'previews';

/** What goes along with every screen, and what was already known when it came. */
export interface AmbientServicesInput extends ScreenSurroundings {
  userId: string | null;
  consent: boolean;
  /** The consent was given on this page, which has not been told of yet. */
  agreedHere: boolean;
  location: AppLocation | null;
  route: RouteMatch | null;
  /** What the user has asked to see. */
  wanted: ModalName | null;
}
