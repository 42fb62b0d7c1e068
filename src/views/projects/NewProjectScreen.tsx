import { useSelector } from '@xstate/react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useId, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import { runsOwnPlatform } from '../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../contract/organizations/organization.ts';
import { planChoices, tierName } from '../../contract/organizations/plans.ts';
import { computeSizes } from '../../contract/projects/computeSizes.ts';
import { projectNameMax, projectNameMin } from '../../contract/projects/project.ts';
import { cloudProviders, regionsOf } from '../../contract/projects/regions.ts';
import type { FieldChange } from '../../machines/parts/form.ts';
import type { newProjectMachine } from '../../machines/projects/newProject/newProject.machine.ts';
import {
  selectConfig,
  selectFailure,
  selectIsAtFreeLimit,
  selectIsReady,
  selectIsUnavailable,
  selectOrganization,
  selectOrganizations,
  selectPlan,
  selectFieldErrors,
  selectStrength,
  selectValues,
} from '../../machines/projects/newProject/newProject.selectors.ts';
import type { ProjectValues } from '../../machines/projects/newProject/projectValues.ts';
import { isPaid } from '../../machines/projects/newProject/projectValues.ts';
import { href } from '../../router/href.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';

type NewProjectFlow = ActorRefFrom<typeof newProjectMachine>;

const fields = css({ display: 'grid', gap: '6' });
const passwordWords = css({ display: 'grid', gap: '2' });
const passwordTools = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
// Looks like a field with its label beside it.
const group = css({
  display: 'grid',
  columnGap: '4',
  rowGap: '1',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 2fr) auto]', mdDown: '[minmax(0, 1fr)]' },
});
const groupLabel = css({ textStyle: 'label' });
const choices = css({ display: 'grid', gap: '3', gridColumn: { base: '[2 / 4]', mdDown: '[auto]' } });

const dollars = (amount: number, digits: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;

const sizeOptions = computeSizes.map(({ id, hourly, monthly }) => ({
  value: id,
  label: `${id[0]?.toUpperCase()}${id.slice(1)}, ${dollars(hourly, 5)} per hour, about ${dollars(monthly, 0)} per month`,
}));
const providerOptions = cloudProviders.map((value) => ({ value, label: value }));

/** The address names a plan that this organization does not have: the form does not change an organization's plan. */
function OtherPlan({ flow, organization }: { flow: NewProjectFlow; organization: Organization }) {
  const plan = useSelector(flow, selectPlan);
  const wanted = planChoices.find(({ id }) => id === plan);
  const has = organization.tier === 'tier_payg' ? 'tier_pro' : organization.tier;
  if (!wanted || wanted.tier === has) return null;
  return (
    <Alert
      title={`${organization.name} is on the ${tierName(organization.tier)} plan`}
      actions={
        <IfAvailable route="newOrganization">
          <ButtonLink size="small" href={href('newOrganization', {}, { plan: wanted.id })}>
            Create a {tierName(wanted.tier)} organization
          </ButtonLink>
        </IfAvailable>
      }
    >
      You asked for {tierName(wanted.tier)}. All projects of an organization share its plan.
    </Alert>
  );
}

function PasswordPart({ flow, busy }: { flow: NewProjectFlow; busy: boolean }) {
  const config = useSelector(flow, selectConfig);
  const { password } = useSelector(flow, selectValues);
  const strength = useSelector(flow, selectStrength);
  const fieldErrors = useSelector(flow, selectFieldErrors);
  const [revealed, setRevealed] = useState(false);
  return (
    <PasswordField
      layout="beside"
      label="Database password"
      name="password"
      autoComplete="new-password"
      value={password}
      readOnly={busy}
      error={fieldErrors.db_pass ?? (strength.verdict === 'tooLong' ? passwordTooLong.problem : undefined)}
      onValueChange={(value) => flow.send({ type: 'field.changed', field: 'password', value })}
      revealed={revealed}
      onReveal={setRevealed}
      description={
        <div className={passwordWords}>
          <div className={passwordTools}>
            <Button
              size="small"
              icon={<RefreshCw />}
              disabled={busy}
              onClick={() => {
                flow.send({ type: 'generation.requested' });
                // A generated password is shown, so that the user can write it down.
                setRevealed(true);
              }}
            >
              Generate password
            </Button>
            {password !== '' && <CopyButton what="the password" text={password} labelled variant="default" />}
          </div>
          {password !== '' && <PasswordStrength strength={strength} warned={fieldErrors.db_pass !== undefined} />}
          <p>
            {runsOwnPlatform(config) && config.engine === 'embedded'
              ? 'Password for the database owner role. Direct connections are unavailable with the embedded database. '
              : 'Used for direct connections to Postgres. '}
            Save it now: you won’t see it again.
          </p>
        </div>
      }
    />
  );
}

const changeOf = (flow: NewProjectFlow) => (change: FieldChange<ProjectValues>) =>
  flow.send({ type: 'field.changed', ...change });

function ServerPart({ flow, organization, busy }: { flow: NewProjectFlow; organization: Organization; busy: boolean }) {
  const config = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  return (
    <>
      {config.environment !== 'production' && (
        <>
          <SelectField
            layout="beside"
            label="Postgres version"
            value={values.postgresVersion}
            disabled={busy}
            options={config.postgresVersions.map((value) => ({ value, label: `Postgres ${value}` }))}
            onValueChange={(value) => change({ field: 'postgresVersion', value })}
          />
          <SelectField
            layout="beside"
            label="Cloud provider"
            value={values.provider}
            options={providerOptions}
            disabled={busy}
            onValueChange={(value) => change({ field: 'provider', value })}
          />
        </>
      )}
      {isPaid(organization) && (
        <SelectField
          layout="beside"
          label="Compute size"
          value={values.computeSize}
          options={sizeOptions}
          disabled={busy}
          description={
            runsOwnPlatform(config) ? 'This server does not charge. Larger sizes get more memory.' : undefined
          }
          onValueChange={(value) => change({ field: 'computeSize', value })}
        />
      )}
    </>
  );
}

function RegionPart({ flow, busy }: { flow: NewProjectFlow; busy: boolean }) {
  const config = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  return (
    <SelectField
      layout="beside"
      label="Region"
      value={values.region}
      disabled={busy}
      description={
        runsOwnPlatform(config)
          ? 'A label only: this server hosts every project itself.'
          : 'Choose the region closest to your users.'
      }
      options={regionsOf[values.provider].map(({ code, displayName }) => ({
        value: code,
        label: `${displayName} · ${code}`,
      }))}
      onValueChange={(value) => change({ field: 'region', value })}
    />
  );
}

function SecurityPart({ flow, busy }: { flow: NewProjectFlow; busy: boolean }) {
  const config = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  const securityId = useId();
  return (
    <div className={group} role="group" aria-labelledby={securityId}>
      <div id={securityId} className={groupLabel}>
        Security
      </div>
      <div className={choices}>
        <Checkbox
          label="Data API"
          description="Exposes tables and views in the public schema over REST. Anyone with the public key can read tables that have row level security off."
          checked={values.dataApi}
          disabled={busy}
          onCheckedChange={(value) => change({ field: 'dataApi', value })}
        />
        <Checkbox
          label="Automatic row level security"
          description={
            config.automaticRls
              ? 'New tables in the public schema are private until you add a policy.'
              : 'Not available on this server: it needs an event trigger, which only a Postgres superuser can create.'
          }
          checked={values.automaticRls}
          disabled={busy || !config.automaticRls}
          onCheckedChange={(value) => change({ field: 'automaticRls', value })}
        />
      </div>
    </div>
  );
}

function NewProjectForm({ flow, organization }: { flow: NewProjectFlow; organization: Organization }) {
  const organizations = useSelector(flow, selectOrganizations);
  const atLimit = useSelector(flow, selectIsAtFreeLimit);
  const { fieldErrors, failure, busy, change, form, values } = useForm(flow);
  const otherPlan = (
    <IfAvailable route="newOrganization">
      <ButtonLink size="small" href={href('newOrganization', {}, { plan: 'pro' })}>
        Create a Pro organization
      </ButtonLink>
    </IfAvailable>
  );
  return (
    <form {...form}>
      <Card
        footer={
          <>
            <ButtonLink href={href('projects')}>Cancel</ButtonLink>
            <Button type="submit" variant="primary" loading={busy}>
              Create project
            </Button>
          </>
        }
      >
        <div className={fields}>
          {failure && (
            <ErrorState
              title="Could not create the project"
              failure={failure}
              action={atLimit ? otherPlan : undefined}
            />
          )}
          <OtherPlan flow={flow} organization={organization} />
          {atLimit && !failure && (
            <Alert variant="warning" title="Project limit reached" actions={otherPlan}>
              The Free plan includes two active projects. Pause or delete one of{' '}
              <TextLink href={href('projects')}>your projects</TextLink>, or use an organization with a paid plan.
            </Alert>
          )}
          <SelectField
            layout="beside"
            label="Organization"
            value={organization.slug}
            disabled={busy}
            options={(organizations ?? []).map(({ slug, name, tier }) => ({
              value: slug,
              label: `${name} (${tierName(tier)})`,
            }))}
            onValueChange={(slug) => flow.send({ type: 'organization.chosen', slug })}
          />
          <TextField
            layout="beside"
            label="Name"
            name="name"
            autoComplete="off"
            placeholder="Project name"
            description={`${projectNameMin} to ${projectNameMax} characters, no dots.`}
            value={values.name}
            error={fieldErrors.name}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'name', value })}
            // Removing characters after the input event would move the caret to the end.
            onBeforeInput={(event) => {
              if (/^\.+$/.test(event.data)) event.preventDefault();
            }}
          />
          <ServerPart flow={flow} organization={organization} busy={busy} />
          <PasswordPart flow={flow} busy={busy} />
          <RegionPart flow={flow} busy={busy} />
          <SecurityPart flow={flow} busy={busy} />
        </div>
      </Card>
    </form>
  );
}

export default function NewProjectScreen({ flow }: { flow: NewProjectFlow }) {
  const organization = useSelector(flow, selectOrganization);
  const ready = useSelector(flow, selectIsReady);
  const unavailable = useSelector(flow, selectIsUnavailable);
  const failure = useSelector(flow, selectFailure);
  useDocumentTitle('New project');
  return (
    <PageLayout width="small">
      <PageHeader title="New project" description="A dedicated Postgres database with an auto-generated API." />
      {unavailable && failure && (
        <ErrorState
          title="Could not load your organizations"
          failure={failure}
          onRetry={() => flow.send({ type: 'reading.retried' })}
        />
      )}
      {!unavailable && !ready && <SkeletonForm label="Loading your organizations" />}
      {ready && organization && <NewProjectForm flow={flow} organization={organization} />}
    </PageLayout>
  );
}
