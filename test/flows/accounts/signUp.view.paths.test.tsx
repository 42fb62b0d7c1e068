import { coverView } from '../../support/coverView.ts';
import { signUpModel } from './signUp.model.ts';
import { signUpScript } from './signUp.script.tsx';

coverView(signUpModel, signUpScript);
