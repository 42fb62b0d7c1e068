import type { AppLocation, RouteMatch } from '../../../router/route.ts';
import type { ScreenSurroundings } from '../../parts/screen.input.ts';

/** Dialogs that belong to no screen. */
export type ModalName = 'privacy' | 'previews';

/** The app's actors and settings that the ambient services need, and the facts that were known before they loaded. */
export interface AmbientServicesInput extends ScreenSurroundings {
  userId: string | null;
  consent: boolean;
  /** The user gave consent on this page, and its page view has not been reported yet. */
  agreedHere: boolean;
  location: AppLocation | null;
  route: RouteMatch | null;
  /** The dialog that the user has requested. */
  wanted: ModalName | null;
}
