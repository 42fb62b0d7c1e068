import { supportRequestModel } from './supportRequest.model.ts';
import { coverView } from '../../support/coverView.ts';
import { supportRequestScript } from './supportRequest.script.tsx';

coverView(supportRequestModel, supportRequestScript);
