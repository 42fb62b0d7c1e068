import { coverView } from '../../support/coverView.ts';
import { profileModel } from './profile.model.ts';
import { profileScript } from './profile.script.tsx';

coverView(profileModel, profileScript);
