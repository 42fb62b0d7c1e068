import { coverView } from '../../support/coverView.ts';
import { overlayModel } from './overlay.model.ts';
import { overlayScript } from './overlay.script.tsx';

coverView(overlayModel, overlayScript);
