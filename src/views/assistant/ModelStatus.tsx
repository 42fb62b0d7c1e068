import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { css } from 'styled-system/css';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import {
  selectConversation,
  selectConversations,
} from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import type { AssistantServicesRef } from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import { selectStatus, selectStatusFailure } from '../../machines/parts/modelStatus.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

const list = css({ marginBlock: '1', marginInline: '0', paddingInlineStart: '5', listStyleType: 'disc' });
const note = css({ textStyle: 'prose', color: 'muted' });
const caption = css({ textStyle: 'label', fontWeight: 'semibold' });
const suggestionsList = css({ display: 'grid', gap: '1.5', justifyItems: 'start' });

const starters = [
  'Which tables are there, and how are they related?',
  'Write a query for the ten latest rows of a table.',
  'Which indexes are missing?',
];

/** What the user may still read without a model. */
function EarlierConversations({ project }: { project: AssistantProjectRef }) {
  const titleId = useId();
  const { id: openId } = useSelector(project, selectConversation);
  const others = useSelector(project, selectConversations).filter(({ id }) => id !== openId);
  return (
    others.length > 0 && (
      <section aria-labelledby={titleId} className={suggestionsList}>
        <h3 id={titleId} className={caption}>
          Earlier conversations
        </h3>
        {others.map(({ id, title }) => (
          <Button
            key={id}
            size="small"
            variant="text"
            onClick={() => project.send({ type: 'conversation.chosen', id })}
          >
            {title}
          </Button>
        ))}
      </section>
    )
  );
}

/** Before the first message: which model answers, or how to configure one, and what to ask. */
export function ModelStatus({
  project,
  services,
  isUsed,
}: {
  project: AssistantProjectRef;
  services: AssistantServicesRef;
  isUsed: boolean;
}) {
  const status = useSelector(services, selectStatus);
  const failure = useSelector(services, selectStatusFailure);
  const { suggestions = starters } = useSelector(project, selectConversation);
  const check = () => services.send({ type: 'status.requested' });
  if (failure)
    return <ErrorState title="Could not read whether a model is configured" failure={failure} onRetry={check} />;
  if (!status) return null;
  if (!status.configured)
    return (
      <>
        <Alert
          title="No model is configured"
          actions={
            <>
              {status.canConfigure && (
                <ButtonLink
                  size="small"
                  variant="primary"
                  href={href('organizationAssistant', { slug: status.organization })}
                >
                  Set model
                </ButtonLink>
              )}
              <Button size="small" onClick={check}>
                Check again
              </Button>
            </>
          }
        >
          <p>
            {status.canConfigure
              ? 'Set a model of any OpenAI-compatible API for this organization. The server administrator can also set one with these environment variables:'
              : 'An owner of this organization sets a model of any OpenAI-compatible API in its settings. The server administrator can also set one with these environment variables:'}
          </p>
          <ul className={list}>
            {status.settings.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <p>Without a model, you can read earlier conversations, attach a table, or search the docs.</p>
        </Alert>
        {!isUsed && <EarlierConversations project={project} />}
      </>
    );
  if (isUsed) return null;
  return (
    <div className={suggestionsList}>
      <p className={note}>{status.model} answers. You are asked before a tool reads anything for it.</p>
      {suggestions.map((text) => (
        <Button
          key={text}
          size="small"
          variant="dashed"
          onClick={() => project.send({ type: 'state.updated', change: { initialInput: text } })}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
