import { useSelector } from '@xstate/react';
import ServerOff from 'lucide-react/icons/server-off';
import WifiOff from 'lucide-react/icons/wifi-off';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { connectionMachine } from '../../machines/shell/connection/connection.machine.ts';
import { selectHeld, selectObstacle } from '../../machines/shell/connection/connection.selectors.ts';

const frame = css({ display: 'flex' });
const note = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'warning',
  '& > svg': { boxSize: 'icon.small' },
});
const meaning = css({ smDown: { display: 'none' } });

const waiting = (held: number): string =>
  held === 0 ? 'reconnecting' : held === 1 ? '1 request waiting' : `${held} requests waiting`;

/** A narrow window shows only the first word, beside an icon for the rest. */
const obstacles = {
  network: { picture: <WifiOff aria-hidden />, word: 'Offline', rest: '' },
  server: { picture: <ServerOff aria-hidden />, word: 'Server', rest: ' unreachable' },
};

/** Says why requests wait, and how many; the region is always rendered, so that changes are announced. */
export function ConnectionNote({ connection }: { connection: ActorRefFrom<typeof connectionMachine> }) {
  const obstacle = useSelector(connection, selectObstacle);
  const shown = obstacle && obstacles[obstacle];
  const held = useSelector(connection, selectHeld);
  return (
    <span role="status" className={frame}>
      {shown && (
        <span className={note}>
          {shown.picture}
          <span>
            {shown.word}
            <span className={meaning}>
              {shown.rest}, {waiting(held)}
            </span>
          </span>
        </span>
      )}
    </span>
  );
}
