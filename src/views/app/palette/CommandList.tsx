import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { Command } from '../../parts/commands.ts';
import { useMarkedInView } from '../../parts/useMarkedInView.ts';
import { useShortcutKeys } from '../../parts/useShortcut.ts';
import { Button } from '../../ui/Button.tsx';
import {
  byFingerClass,
  factClass,
  fieldClass,
  headClass,
  headingClass,
  listClass,
  markedClass,
  noteClass,
  rowClass,
  wordsClass,
} from '../../ui/commandListStyles.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import type { ListPage, Listing } from './page.ts';
import type { CommandGroup } from './rank.ts';

const alias = css({ textStyle: 'small', color: 'muted', marginInlineStart: '2' });

const ShortcutOf = ({ command: { shortcut } }: { command: Required<Pick<Command, 'shortcut'>> }) => {
  const keys = useShortcutKeys(shortcut);
  return keys === undefined ? null : <Keys keys={keys} />;
};

interface CommandOptionProps {
  id: string;
  command: CommandGroup['commands'][number];
  isMarked: boolean;
  onHighlight: (id: string) => void;
  onTake: (command: Command) => void;
}

const CommandOption = ({ id, command, isMarked, onHighlight, onTake }: CommandOptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field keeps the focus, and its keys do what a click does
  <div
    id={id}
    role="option"
    aria-selected={isMarked}
    className={cx(rowClass, isMarked && markedClass)}
    onPointerMove={() => {
      if (!isMarked) onHighlight(command.id);
    }}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onTake(command)}
  >
    {command.icon}
    <span className={wordsClass}>
      {command.label}
      {command.alias !== undefined && <span className={alias}> {command.alias}</span>}
    </span>
    {command.detail !== undefined && <span className={factClass}>{command.detail}</span>}
    {command.badge}
    {command.shortcut && <ShortcutOf command={{ shortcut: command.shortcut }} />}
  </div>
);

interface ListNotesProps {
  listing: Listing;
  isEmpty: boolean;
  onCleared: () => void;
}

/** Content below the list: loading, failed or empty. */
const ListNotes = ({ listing: { isLoading = false, failure = null, onRetry }, isEmpty, onCleared }: ListNotesProps) => (
  <>
    {isLoading && isEmpty && (
      <div className={noteClass}>
        <SkeletonRows label="Loading" rows={3} />
      </div>
    )}
    {failure && (
      <div className={noteClass}>
        <ErrorState title="Could not load all results" failure={failure} {...(onRetry && { onRetry })} />
      </div>
    )}
    <div role="status" className={noteClass} hidden={isLoading || failure !== null || !isEmpty}>
      {!isLoading && isEmpty && (
        <>
          No results.{' '}
          <Button size="small" variant="link" onClick={onCleared}>
            Clear search
          </Button>
        </>
      )}
    </div>
  </>
);

interface CommandListProps {
  page: Pick<ListPage, 'title' | 'placeholder'>;
  listing: Listing;
  query: string;
  /** The entry that Enter selects; the first one if it is not listed. */
  highlighted: string | null;
  onQuery: (query: string) => void;
  onHighlight: (id: string) => void;
  onTake: (command: Command) => void;
  /** Returns to the previous page; null on the first. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/** A field that keeps the focus, and the list that its arrow keys move through. */
export function CommandList({
  page: { title, placeholder },
  listing,
  query,
  highlighted,
  onQuery,
  onHighlight,
  onTake,
  onBack,
  onClose,
}: CommandListProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const options = useRef<HTMLDivElement>(null);
  // A new page starts with the focus in its field.
  useLayoutEffect(() => input.current?.focus(), []);

  const { groups } = listing;
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === highlighted),
  );
  const current = commands[at];
  useMarkedInView(options, at, query);

  const walk = (step: number) => {
    const next = commands[(at + step + commands.length) % commands.length];
    if (next) onHighlight(next.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
        walk(1);
        break;
      case 'ArrowUp':
        walk(-1);
        break;
      case 'Enter':
        if (current) onTake(current);
        break;
      case 'Backspace':
        if (query !== '' || !onBack) return;
        onBack();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <>
      <div className={headClass}>
        {onBack && <IconButton size="small" label="Back" icon={<ArrowLeft />} onClick={onBack} />}
        <input
          ref={input}
          className={fieldClass}
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${id}-${at}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {/* For devices without an Escape key, where the palette leaves little space around it. */}
        <span className={byFingerClass}>
          <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
        </span>
      </div>
      <div ref={options} id={id} className={listClass} role="listbox" aria-label={title}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={headingClass} aria-hidden>
              {group.title}
            </div>
            {group.commands.map((command) => {
              const index = commands.indexOf(command);
              return (
                <CommandOption
                  key={command.id}
                  id={`${id}-${index}`}
                  command={command}
                  isMarked={index === at}
                  onHighlight={onHighlight}
                  onTake={onTake}
                />
              );
            })}
          </div>
        ))}
      </div>
      <ListNotes
        listing={listing}
        isEmpty={commands.length === 0}
        onCleared={() => {
          onQuery('');
          input.current?.focus();
        }}
      />
    </>
  );
}
