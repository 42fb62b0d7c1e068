import { fromPromise } from 'xstate';
import { profileMachine } from '../machines/accounts/profile/profile.machine.ts';
import { telemetryLocation } from '../machines/ambient/telemetry/telemetryLocation.ts';
import { workspaceMachine } from '../machines/app/workspace/workspace.machine.ts';
import { overlayMachine } from '../machines/parts/overlay/overlay.machine.ts';
import { currentLocation } from '../router/location.ts';
import { matchRoute } from '../router/matchRoute.ts';
import { createProfile } from '../services/http/platform.ts';
import { assistantPanel } from './assistant/assistantPanel.actor.ts';
import type { ScreenLibrary } from './parts/screenLibrary.ts';
import { navigationRail } from './shell/navigationRail.actor.ts';
import { palette } from './shell/palette.actor.ts';
import { shortcuts } from './shell/shortcuts.actor.ts';

/** Loaded for users who have just signed up and agreed to it. */
const telemetry = () => import('../services/ambient/telemetry.ts');

const profile = profileMachine.provide({
  actors: {
    createProfile: fromPromise(({ signal }) => createProfile(signal)),
    announceSignUp: fromPromise(async ({ signal }) => {
      const at = currentLocation();
      await (await telemetry()).announceSignUp(telemetryLocation(at, matchRoute(at.path)), signal);
    }),
  },
});

const overlay = (screens: Pick<ScreenLibrary, 'load'>) =>
  overlayMachine.provide({
    actors: {
      load: fromPromise(async ({ input }) => {
        await screens.load(input.name);
      }),
    },
  });

/** What only a signed-in user needs; its overlays load their views from `screens`. */
export const workspace = (screens: Pick<ScreenLibrary, 'load' | 'flowOf'>) =>
  workspaceMachine.provide({
    actors: {
      profile,
      navigationRail,
      shortcuts,
      palette: palette(screens),
      shortcutSheet: overlay(screens),
      assistantPanel,
    },
  });
