import type { projectUserMachine } from '../../machines/auth/projectUser/projectUser.machine.ts';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { User } from './User.tsx';

/** One user of a project's app. */
export default function UserScreen({ flow, params: { ref } }: ScreenProps<'user', typeof projectUserMachine>) {
  return <ProjectGate projectRef={ref}>{() => <User flow={flow} projectRef={ref} />}</ProjectGate>;
}
