import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useDeferredValue } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { previewFlags, previewIds, type PreviewId } from '../../contract/ambient/previews.ts';
import { selectFlags } from '../../machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectIsAwaited } from '../../machines/ambient/flags/flags.selectors.ts';
import type { previewsMachine } from '../../machines/ambient/previews/previews.machine.ts';
import { selectChosen, selectEnabled, selectIsOpen } from '../../machines/ambient/previews/previews.selectors.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import { useAmbientService } from '../parts/useAmbientServices.ts';
import { useFlag } from '../parts/useFlag.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ExternalLink } from '../ui/TextLink.tsx';
import { previewLabels } from './previewLabels.ts';

type Previews = ActorRefFrom<typeof previewsMachine>;

const panes = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 2fr) minmax(0, 3fr)]', smDown: '[minmax(0, 1fr)]' },
  borderTop: 'hairline',
  marginInline: '-5',
});
const list = css({
  height: { base: 'previews', smDown: 'auto' },
  overflowY: 'auto',
  listStyle: 'none',
  margin: '0',
  padding: '2',
  display: 'grid',
  alignContent: 'start',
  gap: '0.5',
  borderInlineEnd: { base: 'hairline', smDown: 'none' },
  borderBlockEnd: { smDown: 'hairline' },
});
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  width: 'full',
  minHeight: 'control.medium',
  paddingBlock: '1.5',
  paddingInline: '2.5',
  borderRadius: 'medium',
  textAlign: 'start',
  textStyle: 'label',
  cursor: 'pointer',
  '& > svg': { flexShrink: '0', boxSize: 'icon.medium' },
});
const looks = {
  plain: css({ color: 'muted', _hover: { color: 'text', background: 'hover' } }),
  current: css({
    color: 'text',
    background: 'selected',
    '&:not(:focus-visible)': { outline: 'forced', outlineOffset: '-0.5' },
  }),
};
const nameText = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const spoken = css({ srOnly: true });
const pane = css({ display: 'grid', alignContent: 'start', gap: '3', padding: '5', minWidth: '0' });
const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const title = css({ textStyle: 'section', flex: '1' });
const paragraph = css({ color: 'muted', textWrap: 'pretty', overflowWrap: 'anywhere' });

/** Whether a preview is only announced: its flag is off. Null until its flag is known. */
function useIsAnnounced(id: PreviewId): boolean | null {
  const flag = previewFlags[id];
  const value = useFlag(flag ?? 'functionsAssistant');
  const flags = useAmbientService(selectFlags);
  const isUnknown = useSelector(flags, (snapshot) => snapshot === undefined || selectIsAwaited(snapshot));
  if (flag === undefined) return false;
  return isUnknown ? null : value !== true;
}

function Row({ previews, id }: { previews: Previews; id: PreviewId }) {
  const chosen = useSelector(previews, selectChosen) === id;
  const isOn = useSelector(previews, selectEnabled)[id] === true;
  const announced = useIsAnnounced(id);
  const { name, isNew } = previewLabels[id];
  return (
    <li>
      <button
        type="button"
        className={cx(row, chosen ? looks.current : looks.plain)}
        aria-current={chosen || undefined}
        onClick={() => previews.send({ type: 'preview.chosen', id })}
      >
        {isOn && announced === false ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
        <span className={nameText}>
          {name}
          <span className={spoken}>{isOn && announced === false ? ', on' : ', off'}</span>
        </span>
        {isNew && <Badge tone="accent">New</Badge>}
      </button>
    </li>
  );
}

function Pane({ previews, id }: { previews: Previews; id: PreviewId }) {
  const isOn = useSelector(previews, selectEnabled)[id] === true;
  const announced = useIsAnnounced(id);
  const { feedbackUrl } = useSelector(useApp(), selectConfig);
  const { name, text } = previewLabels[id];
  return (
    <section className={pane} aria-label={name}>
      <div className={head}>
        <h3 className={title}>{name}</h3>
        <ExternalLink href={feedbackUrl ?? href('support', {}, { subject: `Feature preview: ${name}` })}>
          Give feedback
        </ExternalLink>
        {announced !== false ? (
          <Button size="small" disabled loading={announced === null}>
            Coming soon
          </Button>
        ) : (
          <Button
            size="small"
            variant={isOn ? 'default' : 'primary'}
            onClick={() => previews.send({ type: 'preview.toggled' })}
          >
            {isOn ? 'Disable' : 'Enable'}
          </Button>
        )}
      </div>
      {text.map((words) => (
        <p key={words} className={paragraph}>
          {words}
        </p>
      ))}
    </section>
  );
}

/** The previews: the list on the left, the selected one on the right. */
export function PreviewsDialog({ previews }: { previews: Previews }) {
  // Closed in its first render: a dialog that mounts open leaves its backdrop behind when it unmounts.
  const arrived = useDeferredValue(true, false);
  const open = useSelector(previews, selectIsOpen) && arrived;
  const chosen = useSelector(previews, selectChosen);
  return (
    <Dialog
      open={open}
      onClose={() => previews.send({ type: 'previews.closed' })}
      size="xlarge"
      title="Feature previews"
      description="Try new features early. Your choices are saved in this browser."
    >
      <div className={panes}>
        <ul className={list} aria-label="Previews">
          {previewIds.map((id) => (
            <Row key={id} previews={previews} id={id} />
          ))}
        </ul>
        <Pane previews={previews} id={chosen} />
      </div>
    </Dialog>
  );
}
