import { inspectorDockModel } from './inspectorDock.model.ts';
import { coverView } from '../../support/coverView.ts';
import { inspectorDockScript } from './inspectorDock.script.tsx';

coverView(inspectorDockModel, inspectorDockScript);
