import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { useSelector } from '@xstate/react';
import { createElement, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { paletteMachine } from '../../../machines/shell/palette/palette.machine.ts';
import {
  selectDepth,
  selectDocsSearch,
  selectLevel,
  selectRecent,
} from '../../../machines/shell/palette/palette.selectors.ts';
import { goTo } from '../../../router/location.ts';
import type { Command } from '../../parts/commands.ts';
import type { ScreenViews } from '../../parts/screenViews.ts';
import { useShortcut } from '../../parts/useShortcut.ts';
import { dialogClass, positionerClass, scrimClass } from '../../ui/dialogStyles.ts';
import { modality } from '../../ui/focus/modality.ts';
import { useReturnFocus } from '../../ui/focus/useReturnFocus.ts';
import { CommandList } from './CommandList.tsx';
import { pageOf } from './palettePages.ts';

// At a fixed height, because its list changes while the user types.
const place = css({ placeItems: '[start center]', paddingBlock: { base: '[12vh]', smDown: '4' } });
const content = css({ maxWidth: 'dialog.large', maxHeight: '[70dvh]', overflow: 'hidden' });
const spoken = css({ srOnly: true });

interface PaletteProps {
  flow: ActorRefFrom<typeof paletteMachine>;
  /** The views of pages whose code loads later. */
  views: Pick<ScreenViews, 'viewOf'>;
}

const nothingYet = { groups: [], isLoading: true } as const;

/** The command palette: every command and page of the application. The chart holds its page and the typed text. */
export default function Palette({ flow, views }: PaletteProps) {
  const level = useSelector(flow, selectLevel);
  const depth = useSelector(flow, selectDepth);
  const recent = useSelector(flow, selectRecent);
  const docsSearch = useSelector(flow, selectDocsSearch);
  const body = useRef<HTMLDivElement>(null);
  // The field takes the focus before the dialog can record where it was.
  const focusBefore = useReturnFocus();
  const isTrapped = useRef(false);
  // Ark gives the focus back from when it traps it, a frame after the field has taken it.
  useLayoutEffect(
    () => () => {
      if (!isTrapped.current) focusBefore()?.focus();
    },
    [focusBefore],
  );
  const close = () => flow.send({ type: 'palette.closed' });
  const leave = () => flow.send({ type: 'page.left' });
  // Escape closes the palette from any page of it, wherever the focus is; Back and Backspace return to the page before.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
  };
  useShortcut('palette', () => flow.send({ type: 'palette.toggled' }), { inDialog: true });
  if (!level) return null;

  const page = pageOf(level.page);
  const take = ({ id, action }: Command) => {
    if ('page' in action) return flow.send({ type: 'page.entered', ...action });
    if ('run' in action && action.staysOpen === true) return action.run();
    // Closed first: the command may open an overlay, which then takes the focus.
    flow.send({ type: 'command.chosen', id });
    return 'to' in action ? goTo(action.to) : action.run();
  };

  const list = {
    query: level.query,
    highlighted: level.highlighted,
    onTake: take,
    onBack: depth > 1 ? leave : null,
    onClose: close,
    onQuery: (query: string) => flow.send({ type: 'query.changed', query }),
    onHighlight: (id: string) => flow.send({ type: 'entry.highlighted', id }),
  };

  return (
    <Ark.Root
      {...modality}
      open
      onOpenChange={(change) => {
        if (!change.open) close();
      }}
      initialFocusEl={() => {
        isTrapped.current = true;
        return body.current?.querySelector('input') ?? null;
      }}
      finalFocusEl={focusBefore}
      closeOnInteractOutside
      onEscapeKeyDown={(event) => {
        event.preventDefault();
        if (!body.current?.contains(event.target as Node)) close();
      }}
    >
      <Portal>
        <Ark.Backdrop className={scrimClass} />
        <Ark.Positioner className={cx(positionerClass, place)}>
          <Ark.Content ref={body} className={cx(dialogClass, content)} aria-modal onKeyDown={onKeyDown}>
            <Ark.Title className={spoken}>{page.title}</Ark.Title>
            {page.kind === 'content' && <page.Content key={depth} onLeave={leave} />}
            {page.kind === 'list' && (
              <page.Source key={depth} query={level.query} recent={recent}>
                {(listing) => <CommandList page={page} listing={listing} {...list} />}
              </page.Source>
            )}
            {page.kind === 'flow' &&
              (docsSearch ? (
                createElement(views.viewOf(page.view), { flow: docsSearch, onBack: leave, onClose: close })
              ) : (
                <CommandList page={page} listing={nothingYet} {...list} />
              ))}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
