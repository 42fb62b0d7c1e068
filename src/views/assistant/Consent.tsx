import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ToolCall } from '../../contract/assistant/conversation.ts';
import { selectAskedCount, selectAskedNumber } from '../../machines/assistant/conversation/conversation.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import type { ChatRef } from './blockContext.ts';
import { toolLabel } from './words.ts';

const json = css({
  textStyle: 'mono',
  margin: '0',
  marginBlockStart: '1',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 'menu',
  overflow: 'auto',
});

/** The arguments as they are sent; SQL as it reads. */
function argumentsText(given: unknown): string {
  if (typeof given === 'object' && given !== null && 'sql' in given && typeof given.sql === 'string') {
    const { sql, ...rest } = given;
    return Object.keys(rest).length === 0 ? sql : `${sql}\n\n${JSON.stringify(rest, null, 2)}`;
  }
  return JSON.stringify(given, null, 2);
}

const hasNone = (given: unknown): boolean => JSON.stringify(given ?? {}) === '{}';

/** Asks before a tool runs, with its exact arguments, and which of how many it is. */
export function Consent({ chat, call: { name, arguments: given } }: { chat: ChatRef; call: ToolCall }) {
  const number = useSelector(chat, selectAskedNumber);
  const count = useSelector(chat, selectAskedCount);
  // A screen reader reads what takes the focus; what does not is announced.
  const [isFocused, setIsFocused] = useState(false);
  const title = `The model asks to use “${toolLabel(name)}”${count > 1 ? ` (${number} of ${count})` : ''}`;
  return (
    // It takes the focus as a whole: a key that is held down, or that was meant for the field, allows nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus only says that it is read
    <div role="group" aria-label={title} tabIndex={-1} data-part="consent" onFocus={() => setIsFocused(true)}>
      <Alert
        title={title}
        announce={!isFocused}
        actions={
          <>
            <Button size="small" variant="primary" onClick={() => chat.send({ type: 'call.allowed', always: false })}>
              Allow once
            </Button>
            <Button size="small" onClick={() => chat.send({ type: 'call.allowed', always: true })}>
              Allow all tools in this conversation
            </Button>
            <Button size="small" onClick={() => chat.send({ type: 'call.refused', all: false })}>
              Refuse
            </Button>
            {number < count && (
              <Button size="small" onClick={() => chat.send({ type: 'call.refused', all: true })}>
                Refuse all
              </Button>
            )}
          </>
        }
      >
        {hasNone(given) ? 'No arguments. ' : ''}Its result goes to the model.
        {!hasNone(given) && <pre className={json}>{argumentsText(given)}</pre>}
      </Alert>
    </div>
  );
}
