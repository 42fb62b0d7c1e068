import { coverView } from '../../support/coverView.ts';
import { disclosureModel } from './disclosure.model.ts';
import { disclosureScript } from './disclosure.script.tsx';

coverView(disclosureModel, disclosureScript);
