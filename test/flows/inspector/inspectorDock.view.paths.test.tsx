import { coverView } from '../../support/coverView.ts';
import { inspectorDockModel } from './inspectorDock.model.ts';
import { inspectorDockScript } from './inspectorDock.script.tsx';

coverView(inspectorDockModel, inspectorDockScript);
