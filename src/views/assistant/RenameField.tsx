import { useState } from 'react';
import { css } from 'styled-system/css';

const field = css({
  flex: '1',
  minWidth: '0',
  height: 'control.small',
  paddingInline: '2',
  textStyle: 'label',
  color: 'text',
  background: 'surface',
  border: 'hairline',
  borderColor: 'border',
  borderRadius: 'medium',
});

/** The name of the conversation, as long as it is being changed; null where it stays. */
export function RenameField({ name, onDone }: { name: string; onDone: (typed: string | null) => void }) {
  const [typed, setTyped] = useState(name);
  return (
    <input
      className={field}
      aria-label="Conversation name"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
      autoFocus
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => onDone(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone(typed);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDone(null);
      }}
    />
  );
}
