import { coverView } from '../../support/coverView.ts';
import { tellerModel } from './teller.model.ts';
import { tellerScript } from './teller.script.tsx';

coverView(tellerModel, tellerScript);
