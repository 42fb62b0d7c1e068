import { coverView } from '../../support/coverView.ts';
import { receiverModel } from './receiver.model.ts';
import { receiverScript } from './receiver.script.tsx';

coverView(receiverModel, receiverScript);
