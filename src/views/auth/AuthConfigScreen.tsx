import type { authConfigMachine } from '../../machines/auth/authConfig/authConfig.machine.ts';
import type { ScreenProps } from '../parts/screenViews.ts';
import { AuthSettings } from './AuthSettings.tsx';

/** The settings of a project's auth service. They can be changed while the project is paused, too. */
export default function AuthConfigScreen({
  flow,
  params: { ref },
}: ScreenProps<'authConfig', typeof authConfigMachine>) {
  return <AuthSettings flow={flow} projectRef={ref} />;
}
