import type { Failure } from '../../contract/common/apiError.ts';

export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut with the computer's own modifier: `Mod+Enter` is ⌘↵ or Ctrl Enter. */
export const shortcut = (keys: string): string =>
  isMac
    ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧').replace('Alt+', '⌥').replace('Enter', '↵')
    : keys.replace('Mod+', 'Ctrl ').replace('Shift+', 'Shift ').replace('Alt+', 'Alt ');

/** Why the server refused a query. Its message begins with the name of the request's field, which users do not know. */
export const refusalText = ({ fields, message }: Failure): string => fields?.['sql'] ?? message;
