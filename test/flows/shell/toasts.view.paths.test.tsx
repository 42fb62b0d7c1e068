import { coverView } from '../../support/coverView.ts';
import { toastsModel } from './toasts.model.ts';
import { toastsScript } from './toasts.script.tsx';

coverView(toastsModel, toastsScript);
