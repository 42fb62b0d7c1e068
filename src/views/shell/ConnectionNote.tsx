import { useSelector } from '@xstate/react';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ActorRefFrom } from 'xstate';
import type { connectionMachine } from '../../machines/connection/connection.machine.ts';
import { selectHeld, selectIsCut } from '../../machines/connection/connection.selectors.ts';
import { css } from 'styled-system/css';

const place = css({ display: 'flex' });
const note = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', textStyle: 'small', fontWeight: 'medium', color: 'warning', '& > svg': { boxSize: 'icon.small' } });
const meaning = css({ smDown: { display: 'none' } });

const waiting = (held: number): string => (held === 0 ? 'requests wait' : held === 1 ? '1 request waits' : `${held} requests wait`);

/** Says what being offline means for one's work; the region is always there, so that the change is read out. */
export function ConnectionNote({ connection }: { connection: ActorRefFrom<typeof connectionMachine> }) {
  const isCut = useSelector(connection, selectIsCut);
  const held = useSelector(connection, selectHeld);
  return (
    <span role="status" className={place}>
      {isCut && <span className={note}><WifiOff aria-hidden /><span>Offline<span className={meaning}>, {waiting(held)}</span></span></span>}
    </span>
  );
}
