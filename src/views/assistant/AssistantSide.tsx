import { useSelector } from '@xstate/react';
import { use, useEffect, useRef } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { assistantPanelMachine } from '../../machines/assistant/assistantPanel/assistantPanel.machine.ts';
import {
  selectIsCalled,
  selectProject,
  selectProposal,
} from '../../machines/assistant/assistantPanel/assistantPanel.selectors.ts';
import { ModelContext } from '../parts/model.context.ts';
import { useShortcut } from '../parts/useShortcut.ts';
import { consentRoomClass } from '../ui/consentRoom.ts';
import { isFocusLost } from '../ui/focus/isFocusLost.ts';
import { useKeptFocus } from '../ui/focus/useKeptFocus.ts';
import { useReturnFocus } from '../ui/focus/useReturnFocus.ts';
import { ProjectAssistant } from './ProjectAssistant.tsx';

// Beside the page where there is room for both, otherwise over it.
const side = css({
  display: 'flex',
  flexDirection: 'column',
  flexShrink: '0',
  minHeight: '0',
  width: { base: 'form', lgDown: 'full' },
  maxWidth: { base: '[40%]', lgDown: '[100%]' },
  borderInlineStart: 'hairline',
  background: 'canvas',
  lgDown: {
    position: 'fixed',
    insetInlineEnd: '0',
    insetBlockStart: '12',
    insetBlockEnd: '0',
    zIndex: 'sheet',
  },
});

/** The assistant panel, at the right side of the page. */
export default function AssistantSide({ panel }: { panel: ActorRefFrom<typeof assistantPanelMachine> }) {
  const project = useSelector(panel, selectProject);
  const proposal = useSelector(panel, selectProposal);
  const shownProposal = useRef(proposal);
  const place = useRef<HTMLElement>(null);
  const origin = useReturnFocus();
  useKeptFocus(place, useSelector(panel, selectIsCalled));
  const close = () => panel.send({ type: 'panel.closed' });
  // From elsewhere it leads into the open panel.
  const enterOrClose = () => {
    const field = place.current?.querySelector('textarea');
    if (field && !place.current?.contains(document.activeElement)) field.focus();
    else close();
  };
  useShortcut('assistant', use(ModelContext) ? enterOrClose : null);
  useEffect(() => {
    const isNew = proposal !== null && proposal !== shownProposal.current;
    shownProposal.current = proposal;
    // Over the page, it would hide the editor that shows the proposal.
    if (isNew && getComputedStyle(place.current!).position === 'fixed') panel.send({ type: 'panel.closed' });
  }, [panel, proposal]);
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[data-part=assistant]') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && isInside) panel.send({ type: 'panel.closed' });
    };
    addEventListener('keydown', closeByKey);
    return () => {
      removeEventListener('keydown', closeByKey);
      // The keyboard goes back to where it was, unless it is in use elsewhere.
      if (isFocusLost()) origin()?.focus();
    };
  }, [panel, origin]);
  return (
    <aside ref={place} className={cx(side, consentRoomClass)} aria-label="Assistant" data-part="assistant">
      {project && <ProjectAssistant key={project.id + project.sessionId} project={project} onClose={close} />}
    </aside>
  );
}
