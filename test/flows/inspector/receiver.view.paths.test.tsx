import { receiverModel } from './receiver.model.ts';
import { coverView } from '../../support/coverView.ts';
import { receiverScript } from './receiver.script.tsx';

coverView(receiverModel, receiverScript);
