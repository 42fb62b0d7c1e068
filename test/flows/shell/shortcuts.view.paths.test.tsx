import { coverView } from '../../support/coverView.ts';
import { shortcutsModel } from './shortcuts.model.ts';
import { shortcutsScript } from './shortcuts.script.tsx';

coverView(shortcutsModel, shortcutsScript);
