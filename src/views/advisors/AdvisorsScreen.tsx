import type { advisorsMachine } from '../../machines/advisors/advisors/advisors.machine.ts';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { Advisors } from './Advisors.tsx';

/** What could be safer or faster in a project's database. */
export default function AdvisorsScreen({ flow, params: { ref } }: ScreenProps<'advisors', typeof advisorsMachine>) {
  return <ProjectGate projectRef={ref}>{() => <Advisors flow={flow} projectRef={ref} />}</ProjectGate>;
}
