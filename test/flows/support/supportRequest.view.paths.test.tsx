import { coverView } from '../../support/coverView.ts';
import { supportRequestModel } from './supportRequest.model.ts';
import { supportRequestScript } from './supportRequest.script.tsx';

coverView(supportRequestModel, supportRequestScript);
