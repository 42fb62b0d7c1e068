import { coverView } from '../../support/coverView.ts';
import { themeModel } from './theme.model.ts';
import { themeScript } from './theme.script.tsx';

coverView(themeModel, themeScript);
