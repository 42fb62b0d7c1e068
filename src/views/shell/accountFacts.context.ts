import { createContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { appearanceMachine } from '../../machines/shell/appearance/appearance.machine.ts';

/** What the account menu is about. */
export interface AccountFactsValue {
  email: string | null;
  /** The user's name; empty without one. */
  name?: string;
  /** The project in the address, which a support request is about. */
  projectRef?: string | undefined;
  appearance: ActorRefFrom<typeof appearanceMachine>;
  /** Each entry is shown only if it leads somewhere. */
  onPreviews?: (() => void) | undefined;
  onPrivacy?: (() => void) | undefined;
  onShortcuts?: (() => void) | undefined;
}

export const AccountFacts = createContext<AccountFactsValue | null>(null);
