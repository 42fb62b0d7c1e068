import { coverView } from '../../support/coverView.ts';
import { appModel } from './app.model.ts';
import { appScript } from './app.script.tsx';

coverView(appModel, appScript);
