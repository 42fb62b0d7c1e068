import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { TestedEndpoint } from '../../contract/assistant/assistantEndpoint.ts';
import { grouped } from '../../contract/common/counts.ts';
import type { assistantEndpointMachine } from '../../machines/organizations/assistantEndpoint/assistantEndpoint.machine.ts';
import {
  selectIsEdited,
  selectIsSaving,
  selectIsTesting,
  selectReadFailure,
  selectStored,
  selectTested,
} from '../../machines/organizations/assistantEndpoint/assistantEndpoint.selectors.ts';
import type { ScreenProps } from '../parts/screenViews.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { useForm } from '../parts/useForm.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';

type EndpointProps = Pick<ScreenProps<'organizationAssistant', typeof assistantEndpointMachine>, 'flow'>;

const fields = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '5' });
const removal = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
});
const words = css({ color: 'muted', textWrap: 'pretty', flex: '1', minWidth: 'menu' });

const TestResult = ({ tested: { answeredMs, failure } }: { tested: TestedEndpoint }) =>
  failure ? (
    <Alert variant="destructive" title="The model did not answer" announce>
      {failure.message}
    </Alert>
  ) : (
    <Alert variant="success" title={`The model answered in ${grouped(answeredMs ?? 0)} ms`} announce>
      Save the model to use it in the assistant.
    </Alert>
  );

function EndpointForm({ flow }: EndpointProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const isTesting = useSelector(flow, selectIsTesting);
  const isSaving = useSelector(flow, selectIsSaving);
  const tested = useSelector(flow, selectTested);
  const isEdited = useSelector(flow, selectIsEdited);
  const hasKey = useSelector(flow, selectStored)?.hasKey === true;
  return (
    <form {...form}>
      <Card
        title="Model"
        footer={
          <>
            <Button loading={isTesting} disabled={busy} onClick={() => flow.send({ type: 'test.requested' })}>
              Test connection
            </Button>
            <Button type="submit" variant="primary" loading={isSaving} disabled={busy}>
              Save model
            </Button>
          </>
        }
      >
        <div className={fields}>
          {failure && <ErrorState title="Could not save or test the model" failure={failure} />}
          <TextField
            label="Base URL"
            name="url"
            type="url"
            autoComplete="off"
            placeholder="https://api.example.com/v1"
            description="An API that is compatible with OpenAI’s chat completions."
            value={values.baseUrl}
            error={fieldErrors.url}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'baseUrl', value })}
          />
          <TextField
            label="Model name"
            name="model"
            autoComplete="off"
            description="The name that the API uses."
            value={values.modelName}
            error={fieldErrors.model}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'modelName', value })}
          />
          <PasswordField
            label="API key"
            name="key"
            autoComplete="off"
            placeholder={hasKey ? 'A key is stored' : ''}
            description={
              hasKey
                ? 'Leave it empty to keep the stored key, which is never shown.'
                : 'It is stored encrypted and never shown again. Leave it empty for an API that needs none.'
            }
            value={values.apiKey}
            error={fieldErrors.key}
            readOnly={busy || values.removesKey}
            onValueChange={(value) => change({ field: 'apiKey', value })}
          />
          {hasKey && (
            <Checkbox
              label="Remove the stored key"
              checked={values.removesKey}
              disabled={busy}
              onCheckedChange={(value) => change({ field: 'removesKey', value })}
            />
          )}
          <TextField
            label="Context (tokens)"
            name="contextTokens"
            inputMode="numeric"
            autoComplete="off"
            placeholder="32000"
            description="The model’s context window. Longer conversations are shortened."
            value={values.contextTokens}
            error={fieldErrors.contextTokens}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'contextTokens', value })}
          />
          {isEdited && !isSaving && (
            <Alert
              title="You have unsaved changes"
              actions={
                <Button size="small" disabled={busy} onClick={() => flow.send({ type: 'edits.discarded' })}>
                  Discard changes
                </Button>
              }
            >
              Your changes are stored in this browser only. Save the model to use it.
            </Alert>
          )}
          {tested && <TestResult tested={tested} />}
        </div>
      </Card>
    </form>
  );
}

function RemovalCard({ flow, isDeploymentConfigured }: EndpointProps & { isDeploymentConfigured: boolean }) {
  const { dialog, failure } = useConfirm(flow);
  const consequence = isDeploymentConfigured
    ? 'The server’s own model then answers in this organization.'
    : 'The projects of this organization then offer no assistant.';
  return (
    <Card title="Remove model">
      <div className={removal}>
        <p className={words}>The key is deleted too. {consequence}</p>
        <Button variant="danger" onClick={() => flow.send({ type: 'removal.requested' })}>
          Remove model
        </Button>
      </div>
      <ConfirmDialog
        {...dialog}
        variant="danger"
        title="Remove the model of this organization?"
        description={consequence}
        confirmLabel="Remove model"
      >
        {failure && <ErrorState title="Could not remove the model" failure={failure} />}
      </ConfirmDialog>
    </Card>
  );
}

/** Where the assistant of an organization's projects gets its answers. */
export default function AssistantEndpointScreen({
  flow,
  params: { slug },
}: ScreenProps<'organizationAssistant', typeof assistantEndpointMachine>) {
  const name = useResource('organization', { slug }).data?.name;
  const stored = useSelector(flow, selectStored);
  const readFailure = useSelector(flow, selectReadFailure);
  return (
    <PageLayout width="form">
      <PageHeader
        title="Assistant"
        guide="assistant#connect-a-model-for-an-organization"
        description={`The model that answers in the assistant of ${name ?? 'this organization'}. Questions are sent to it from this server.`}
      />
      {readFailure ? (
        <ErrorState
          title={readFailure.code === 403 ? 'Only owners can set the model' : 'Could not load the settings'}
          failure={readFailure}
          onRetry={() => flow.send({ type: 'reading.retried' })}
        />
      ) : stored === null ? (
        <SkeletonForm label="Loading the settings" />
      ) : (
        <>
          {!stored.isSet &&
            (stored.deploymentConfigured ? (
              <Alert title="The server’s own model answers">Set a model to use another one in this organization.</Alert>
            ) : (
              <Alert title="No model is configured">
                Until you set one, the projects of this organization offer no assistant. The server administrator can
                also set a model for all organizations, with BASECHART_ASSISTANT_URL and BASECHART_ASSISTANT_MODEL.
              </Alert>
            ))}
          <EndpointForm flow={flow} />
          {stored.isSet && <RemovalCard flow={flow} isDeploymentConfigured={stored.deploymentConfigured} />}
        </>
      )}
    </PageLayout>
  );
}
