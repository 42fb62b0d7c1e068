import { consentModel } from './consent.model.ts';
import { coverView } from '../../support/coverView.ts';
import { consentScript } from './consent.script.tsx';

coverView(consentModel, consentScript);
