import type { projectLogsMachine } from '../../machines/logs/projectLogs/projectLogs.machine.ts';
import type { ScreenProps } from '../parts/screenViews.ts';
import { Logs } from './Logs.tsx';

/** The logs of a project, which can be read whatever its status is. */
export default function LogsScreen({ flow }: ScreenProps<'logs', typeof projectLogsMachine>) {
  return <Logs flow={flow} />;
}
