import { inspectorModel } from './inspector.model.ts';
import { coverView } from '../../support/coverView.ts';
import { inspectorScript } from './inspector.script.tsx';

coverView(inspectorModel, inspectorScript);
