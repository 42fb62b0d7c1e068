import { themeModel } from './theme.model.ts';
import { coverView } from '../../support/coverView.ts';
import { themeScript } from './theme.script.tsx';

coverView(themeModel, themeScript);
