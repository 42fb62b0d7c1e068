import { appModel } from './app.model.ts';
import { coverView } from '../../support/coverView.ts';
import { appScript } from './app.script.tsx';

coverView(appModel, appScript);
