import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { supportCategoryLabels } from '../../contract/support/support.ts';
import { supportCategories } from '../../contract/support/supportDraft.ts';
import type { supportRequestMachine } from '../../machines/support/supportRequest/supportRequest.machine.ts';
import {
  selectIsAttached,
  selectIsFindingTrace,
  selectIsLoadingDraft,
  selectIsTraceMissing,
  selectReceipt,
  selectTrace,
} from '../../machines/support/supportRequest/supportRequest.selectors.ts';
import { href } from '../../router/href.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useForm } from '../parts/useForm.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';

type SupportActor = ActorRefFrom<typeof supportRequestMachine>;

const fields = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '5' });
const traceArea = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', justifyItems: 'start', gap: '2' });
const traceText = css({ width: 'full', minWidth: '0', '& pre': { maxHeight: 'popover' } });
const label = css({ textStyle: 'label' });
const muted = css({ color: 'muted', textWrap: 'pretty' });
const number = css({ textStyle: 'mono', userSelect: 'all', overflowWrap: 'anywhere' });

const categoryOptions = supportCategories.map((value) => ({ value, label: supportCategoryLabels[value] }));

function ProjectChoice({
  value,
  problem,
  disabled,
  onValueChange,
}: {
  value: string;
  problem: string | undefined;
  disabled: boolean;
  onValueChange: (ref: string) => void;
}) {
  const projects = useResource('projects');
  const known = (projects.data ?? []).map(({ ref, name }) => ({ value: ref, label: name }));
  const none = { value: 'none', label: 'No project' };
  // The project in the address stays selected while the list is loading.
  const isKnown = value === '' || known.some((option) => option.value === value);
  const named = isKnown ? [] : [{ value, label: value }];
  return (
    <SelectField
      label="Project"
      name="project_ref"
      options={[none, ...named, ...known]}
      value={value === '' ? 'none' : value}
      disabled={disabled}
      error={
        !isKnown && projects.state === 'ready'
          ? 'This is no project of yours, or it was deleted. Choose another one, or none.'
          : problem
      }
      onValueChange={(chosen) => onValueChange(chosen === 'none' ? '' : chosen)}
    />
  );
}

/** The recorded trace, which the user can read before sending it. */
function TracePart({ flow }: { flow: SupportActor }) {
  const recalling = useSelector(flow, selectIsLoadingDraft);
  const trace = useSelector(flow, selectTrace);
  const attached = useSelector(flow, selectIsAttached);
  const finding = useSelector(flow, selectIsFindingTrace);
  const missing = useSelector(flow, selectIsTraceMissing);
  return (
    <div className={traceArea}>
      <div>
        <p className={label}>Trace</p>
        <p className={muted}>
          The last events of the application, without passwords, tokens or your SQL. With them a fault can be replayed.
          Look at them first; nothing goes along by itself.
        </p>
      </div>
      {trace === null && (
        <Button
          size="small"
          loading={finding}
          disabled={recalling}
          onClick={() => flow.send({ type: 'trace.requested' })}
        >
          Show the trace
        </Button>
      )}
      {missing && (
        <p className={muted} role="status">
          Nothing was recorded here.
        </p>
      )}
      {trace !== null && (
        <>
          <div className={traceText}>
            <CodeBlock label="Trace" code={trace.text} action={<CopyButton what="trace" text={trace.text} />} />
          </div>
          <Checkbox
            label="Attach this trace"
            description={`${trace.events.toLocaleString('en')} events, ${trace.text.length.toLocaleString('en')} characters, as shown above.`}
            checked={attached}
            onCheckedChange={(on) => flow.send({ type: on ? 'trace.attached' : 'trace.detached' })}
          />
        </>
      )}
    </div>
  );
}

export default function SupportScreen({ flow }: { flow: SupportActor }) {
  const receipt = useSelector(flow, selectReceipt);
  const recalling = useSelector(flow, selectIsLoadingDraft);
  const {
    values: { category, subject, message, projectRef },
    fieldErrors,
    failure,
    busy,
    change,
    form,
  } = useForm(flow);
  const fixed = busy || recalling;
  if (receipt) {
    return (
      <PageLayout width="small">
        <PageHeader title="Support" />
        <Alert
          variant="success"
          announce
          title={receipt.delivery === 'mailed' ? 'Your request is on its way' : 'Your request is kept on this server'}
          actions={
            <ButtonLink href={href('projects')} size="small">
              Back to projects
            </ButtonLink>
          }
        >
          {receipt.delivery === 'mailed' ? (
            <p>It is mailed to those who run this server. They answer by mail to the address of your account.</p>
          ) : (
            <p>No address is set to mail it to. Those who run this server find it in their database.</p>
          )}
          <p>
            Its number is <span className={number}>{receipt.id}</span>
          </p>
        </Alert>
      </PageLayout>
    );
  }
  return (
    <PageLayout width="small">
      <PageHeader
        title="Support"
        description="Write to those who run this server. What you type is kept in this browser until it is sent."
      />
      <form {...form}>
        <Card
          footer={
            <>
              <ButtonLink href={href('projects')}>Cancel</ButtonLink>
              <Button type="submit" variant="primary" loading={busy} disabled={recalling}>
                Send request
              </Button>
            </>
          }
        >
          <div className={fields}>
            {failure && (
              <ErrorState
                title="The request could not be sent"
                failure={failure}
                action={<CopyButton what="request" text={`${subject}\n\n${message}`} labelled variant="default" />}
              />
            )}
            <SelectField
              label="What is it about?"
              name="category"
              options={categoryOptions}
              value={category}
              disabled={fixed}
              onValueChange={(value) => change({ field: 'category', value })}
            />
            <ProjectChoice
              value={projectRef}
              problem={fieldErrors.project_ref}
              disabled={fixed}
              onValueChange={(value) => change({ field: 'projectRef', value })}
            />
            <TextField
              label="Subject"
              name="subject"
              value={subject}
              error={fieldErrors.subject}
              readOnly={fixed}
              spellCheck
              onValueChange={(value) => change({ field: 'subject', value })}
            />
            <TextAreaField
              label="Message"
              name="message"
              description="What did you do, what happened, and what did you expect?"
              rows={8}
              value={message}
              error={fieldErrors.message}
              readOnly={fixed}
              onValueChange={(value) => change({ field: 'message', value })}
            />
            <TracePart flow={flow} />
          </div>
        </Card>
      </form>
    </PageLayout>
  );
}
