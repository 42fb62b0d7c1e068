import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Dot from 'lucide-react/icons/circle-dot';
import Laptop from 'lucide-react/icons/laptop';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { selectDraftFailure, selectSaveState, type SaveState } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { SqlDraftRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Button } from '../ui/Button.tsx';
import { described } from '../ui/described.ts';

const status = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  textStyle: 'small',
  color: 'muted',
  whiteSpace: 'nowrap',
  minWidth: '0',
  '& > svg': { boxSize: 'icon.small', flexShrink: '0' },
});
const warning = css({ color: 'warning' });
const danger = css({ color: 'danger' });
const frame = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minWidth: '0',
  // Takes what is left of a line, so that no text of it begins another line of the bar.
  _narrow: { flex: '[1 1 {sizes.10}]' },
});
const words = css({ overflow: 'hidden', textOverflow: 'ellipsis' });
const spoken = css({ srOnly: true });

const looks: Record<SaveState, { icon: ReactNode; text: string; tone?: string }> = {
  saved: { icon: <Check aria-hidden />, text: 'Saved' },
  untouched: { icon: <Dot aria-hidden />, text: 'Draft' },
  saving: { icon: <RefreshCw aria-hidden />, text: 'Saving…' },
  unsaved: { icon: <Dot aria-hidden />, text: 'Unsaved changes' },
  localOnly: { icon: <Laptop aria-hidden />, text: 'Saved locally', tone: warning },
  refused: { icon: <Laptop aria-hidden />, text: 'Saved locally', tone: warning },
  atRisk: { icon: <CircleAlert aria-hidden />, text: 'Not saved', tone: danger },
};

/** Where the text is now, in a word. Trouble comes with its reason and a way to try again. */
export function SaveStatus({ draft }: { draft: SqlDraftRef }) {
  const state = useSelector(draft, selectSaveState);
  const failure = useSelector(draft, selectDraftFailure);
  const { icon, text, tone } = looks[state];
  const isTrouble = tone !== undefined;
  const reason = isTrouble ? failure?.message : undefined;
  return (
    <span className={frame}>
      <span className={cx(status, tone)} role="status" data-tip={reason}>
        {icon}
        <span className={words}>
          {text}
          {reason !== undefined && <span className={spoken}>: {reason}</span>}
        </span>
      </span>
      {isTrouble && (
        <Button
          variant="link"
          size="tiny"
          {...described(reason)}
          onClick={() => draft.send({ type: 'save.requested' })}
        >
          Save
        </Button>
      )}
    </span>
  );
}
