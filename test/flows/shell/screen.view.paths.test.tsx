import { coverView } from '../../support/coverView.ts';
import { screenModel } from './screen.model.ts';
import { screenScript } from './screen.script.tsx';

coverView(screenModel, screenScript);
