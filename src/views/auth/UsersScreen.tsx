import type { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { Users } from './Users.tsx';

/** The users of a project's app. */
export default function UsersScreen({ flow, params: { ref } }: ScreenProps<'users', typeof projectUsersMachine>) {
  return <ProjectGate projectRef={ref}>{() => <Users flow={flow} projectRef={ref} />}</ProjectGate>;
}
