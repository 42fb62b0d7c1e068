import { tellerModel } from './teller.model.ts';
import { coverView } from '../../support/coverView.ts';
import { tellerScript } from './teller.script.tsx';

coverView(tellerModel, tellerScript);
