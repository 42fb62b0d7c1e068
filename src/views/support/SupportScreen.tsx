import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { grouped } from '../../contract/common/counts.ts';
import { supportCategoryLabels } from '../../contract/support/support.ts';
import { supportCategories } from '../../contract/support/supportDraft.ts';
import type { supportRequestMachine } from '../../machines/support/supportRequest/supportRequest.machine.ts';
import {
  selectIsAttached,
  selectIsFindingTrace,
  selectIsLoadingDraft,
  selectIsTraceMissing,
  selectOrigin,
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
import { useFirstField } from '../ui/focus/useFirstField.ts';
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
      error={!isKnown && projects.state === 'ready' ? 'Project not found. Choose another one, or none.' : problem}
      onValueChange={(chosen) => onValueChange(chosen === 'none' ? '' : chosen)}
    />
  );
}

/** The recorded trace, which the user can read before sending it. */
function TracePart({ flow, busy }: { flow: SupportActor; busy: boolean }) {
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
          Recent app events, without passwords, tokens, email addresses, the names of your projects and tables, or your
          SQL. They help us reproduce the problem. Review the trace before you attach it.
        </p>
      </div>
      {trace === null && (
        <Button
          size="small"
          loading={finding}
          disabled={recalling}
          onClick={() => flow.send({ type: 'trace.requested' })}
        >
          Preview trace
        </Button>
      )}
      {missing && (
        <p className={muted} role="status">
          No events recorded.
        </p>
      )}
      {trace !== null && (
        <>
          <div className={traceText}>
            <CodeBlock label="Trace" code={trace.text} action={<CopyButton what="trace" text={trace.text} />} />
          </div>
          <Checkbox
            label="Attach this trace"
            description={`${grouped(trace.events)} events, ${grouped(trace.text.length)} characters, as shown above.`}
            checked={attached}
            disabled={busy}
            onCheckedChange={(on) => flow.send({ type: on ? 'trace.attached' : 'trace.detached' })}
          />
        </>
      )}
    </div>
  );
}

/** The first part of an id, by which the server administrator finds the request. */
const shortReference = (id: string): string => id.split('-', 1)[0]!;

export default function SupportScreen({ flow }: { flow: SupportActor }) {
  const receipt = useSelector(flow, selectReceipt);
  const recalling = useSelector(flow, selectIsLoadingDraft);
  const origin = useSelector(flow, selectOrigin);
  const back = origin === undefined ? href('projects') : href('project', { ref: origin });
  const {
    values: { category, subject, message, projectRef },
    fieldErrors,
    failure,
    busy,
    change,
    form,
  } = useForm(flow);
  const first = useFirstField<HTMLInputElement>();
  const fixed = busy || recalling;
  if (receipt) {
    return (
      <PageLayout width="form">
        <PageHeader title="Support" />
        <Alert
          variant="success"
          announce
          title={receipt.delivery === 'mailed' ? 'Request sent' : 'Request saved'}
          actions={
            <ButtonLink href={back} size="small">
              {origin === undefined ? 'Back to projects' : 'Back to the project'}
            </ButtonLink>
          }
        >
          {receipt.delivery === 'mailed' ? (
            <p>The server administrator will reply to the email address of your account.</p>
          ) : (
            <p>Email is not configured on this server, so the request was saved for the server administrator.</p>
          )}
          <p>
            Quote this reference if you write again: <span className={number}>{shortReference(receipt.id)}</span>
          </p>
        </Alert>
      </PageLayout>
    );
  }
  return (
    <PageLayout width="form">
      <PageHeader
        title="Support"
        guide="support#write-a-request"
        description="Contact the server administrator. Your draft is saved in this browser until you send it."
      />
      <form {...form}>
        <Card
          footer={
            <>
              <ButtonLink href={back}>Cancel</ButtonLink>
              <Button type="submit" variant="primary" loading={busy} disabled={recalling}>
                Send request
              </Button>
            </>
          }
        >
          <div className={fields}>
            {failure && (
              <ErrorState
                title="Could not send the request"
                failure={failure}
                action={<CopyButton what="request" text={`${subject}\n\n${message}`} labelled variant="default" />}
              />
            )}
            <SelectField
              label="Category"
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
              ref={first}
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
            <TracePart flow={flow} busy={busy} />
          </div>
        </Card>
      </form>
    </PageLayout>
  );
}
