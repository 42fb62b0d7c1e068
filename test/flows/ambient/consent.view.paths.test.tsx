import { coverView } from '../../support/coverView.ts';
import { consentModel } from './consent.model.ts';
import { consentScript } from './consent.script.tsx';

coverView(consentModel, consentScript);
