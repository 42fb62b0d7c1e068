import { overlayModel } from './overlay.model.ts';
import { coverView } from '../../support/coverView.ts';
import { overlayScript } from './overlay.script.tsx';

coverView(overlayModel, overlayScript);
