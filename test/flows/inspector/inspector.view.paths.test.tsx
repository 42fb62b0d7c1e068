import { coverView } from '../../support/coverView.ts';
import { inspectorModel } from './inspector.model.ts';
import { inspectorScript } from './inspector.script.tsx';

coverView(inspectorModel, inspectorScript);
