import { coverView } from '../../support/coverView.ts';
import { signInModel } from './signIn.model.ts';
import { signInScript } from './signIn.script.tsx';

coverView(signInModel, signInScript);
