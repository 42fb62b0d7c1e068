import { css } from 'styled-system/css';
import type { ToolCall } from '../../contract/assistant/conversation.ts';
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

/** Asks before a tool runs, with its exact arguments. */
export const Consent = ({ chat, call: { name, arguments: given } }: { chat: ChatRef; call: ToolCall }) => (
  <Alert
    title={`The model asks to run “${toolLabel(name)}”`}
    announce
    actions={
      <>
        <Button size="small" variant="primary" onClick={() => chat.send({ type: 'call.allowed', always: false })}>
          Allow once
        </Button>
        <Button size="small" onClick={() => chat.send({ type: 'call.allowed', always: true })}>
          Allow in this conversation
        </Button>
        <Button size="small" onClick={() => chat.send({ type: 'call.refused' })}>
          Refuse
        </Button>
      </>
    }
  >
    {hasNone(given) ? 'It has no arguments. ' : ''}Its result goes to the model.
    {!hasNone(given) && <pre className={json}>{argumentsText(given)}</pre>}
  </Alert>
);
