import { useSelector } from '@xstate/react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useId, useRef, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { passwordTooLong } from '../../contract/accounts/passwordCheck.ts';
import { isEmbedded, runsOwnPlatform } from '../../contract/common/runtimeConfig.ts';
import { freeProjectLimit, planChoices, tierName, type PlanId } from '../../contract/organizations/plans.ts';
import { cloudProviders } from '../../contract/projects/cloudProvider.ts';
import { computeMemory, memorySizes } from '../../contract/projects/computeMemory.ts';
import { computeSizes } from '../../contract/projects/computeSizes.ts';
import { projectNameMax, projectNameMin } from '../../contract/projects/createProject.ts';
import { regionsOf } from '../../contract/projects/regions.ts';
import type { FieldChange } from '../../machines/parts/form.ts';
import type { newProjectMachine } from '../../machines/projects/newProject/newProject.machine.ts';
import {
  selectConfig,
  selectFailure,
  selectIsAtFreeLimit,
  selectIsGenerated,
  selectIsReady,
  selectIsUnavailable,
  selectNeedsOrganization,
  selectOrganizations,
  selectOwner,
  selectPlan,
  selectFieldErrors,
  selectStrength,
  selectValues,
} from '../../machines/projects/newProject/newProject.selectors.ts';
import type { Owner, ProjectValues } from '../../machines/projects/newProject/projectValues.ts';
import { hasSizes, projectName } from '../../machines/projects/newProject/projectValues.ts';
import { href } from '../../router/href.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { PasswordStrength } from '../parts/PasswordStrength.tsx';
import { sizeName } from '../parts/sizeName.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useFirstField } from '../ui/focus/useFirstField.ts';
import { useFocusReturn } from '../ui/focus/useFocusReturn.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { Advanced } from './Advanced.tsx';

type NewProjectFlow = ActorRefFrom<typeof newProjectMachine>;

const fields = css({ display: 'grid', gap: '5' });
const passwordWords = css({ display: 'grid', gap: '2' });
const passwordTools = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const group = css({ display: 'grid', gap: '2' });
const groupLabel = css({ textStyle: 'label' });
const choices = css({ display: 'grid', gap: '3' });
const defaults = css({ display: 'grid', gap: '1', margin: '0' });
const defaultText = css({
  textStyle: 'small',
  color: 'muted',
  margin: '0',
  '&:not(:last-child)': { paddingBottom: '2' },
});

const dollars = (amount: number, digits: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;

/** Sizes with what they change on this platform: on a Postgres server, all projects share its cache. */
const ownSizes = (isCacheShared: boolean) =>
  memorySizes.map((id) => {
    const { sharedBuffersMb, workMemMb, maintenanceWorkMemMb } = computeMemory(id);
    const cache = isCacheShared ? '' : `${sharedBuffersMb} MB cache, `;
    return {
      value: id,
      label: `${sizeName(id)}: ${cache}${workMemMb} MB per sort, ${maintenanceWorkMemMb} MB per index build`,
    };
  });
const embeddedSizes = ownSizes(false);
const externalSizes = ownSizes(true);
const pricedSizes = computeSizes.map(({ id, hourly, monthly }) => ({
  value: id,
  label: `${sizeName(id)}, ${dollars(hourly, 5)} per hour, about ${dollars(monthly, 0)} per month`,
}));
const providerOptions = cloudProviders.map((value) => ({ value, label: value }));

interface PartProps {
  flow: NewProjectFlow;
  busy: boolean;
}

/** The address names a plan that this organization does not have: the form does not change an organization's plan. */
function OtherPlan({ flow, organization }: { flow: NewProjectFlow; organization: Owner }) {
  const plan = useSelector(flow, selectPlan);
  const isOwn = runsOwnPlatform(useSelector(flow, selectConfig));
  const wanted = planChoices.find(({ id }) => id === plan);
  const has = organization.tier === 'tier_payg' ? 'tier_pro' : organization.tier;
  if (!wanted || wanted.tier === has) return null;
  return (
    <Alert
      title={`${organization.name} is on the ${tierName(organization.tier)} plan`}
      actions={<OtherPlanLink organization={organization} isOwn={isOwn} plan={wanted.id} />}
    >
      You asked for {tierName(wanted.tier)}. All projects of an organization share its plan.
    </Alert>
  );
}

function PasswordPart({ flow, busy, help }: PartProps & { help: string }) {
  const { password } = useSelector(flow, selectValues);
  const strength = useSelector(flow, selectStrength);
  const fieldErrors = useSelector(flow, selectFieldErrors);
  const [revealed, setRevealed] = useState(false);
  return (
    <PasswordField
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
          <p>{help}</p>
        </div>
      }
    />
  );
}

const changeOf = (flow: NewProjectFlow) => (change: FieldChange<ProjectValues>) =>
  flow.send({ type: 'field.changed', ...change });

function VersionPart({ flow, busy }: PartProps) {
  const { environment, postgresVersions } = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  if (environment === 'production' || postgresVersions.length < 2) return null;
  return (
    <SelectField
      label="Postgres version"
      value={values.postgresVersion}
      disabled={busy}
      options={postgresVersions.map((value) => ({ value, label: `Postgres ${value}` }))}
      onValueChange={(value) => change({ field: 'postgresVersion', value })}
    />
  );
}

function SizePart({ flow, organization, busy }: PartProps & { organization: Owner }) {
  const config = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  const isOwn = runsOwnPlatform(config);
  if (!hasSizes(organization)) return null;
  return (
    <SelectField
      label="Compute size"
      value={values.computeSize}
      options={isEmbedded(config) ? embeddedSizes : isOwn ? externalSizes : pricedSizes}
      disabled={busy}
      description={isOwn ? 'Memory of the database.' : undefined}
      onValueChange={(value) => change({ field: 'computeSize', value })}
    />
  );
}

function RegionPart({ flow, busy }: PartProps) {
  const config = useSelector(flow, selectConfig);
  const values = useSelector(flow, selectValues);
  const change = changeOf(flow);
  const isOwn = runsOwnPlatform(config);
  return (
    <>
      {config.environment !== 'production' && (
        <SelectField
          label="Cloud provider"
          value={values.provider}
          options={providerOptions}
          disabled={busy}
          description={isOwn ? 'Determines the list of regions.' : undefined}
          onValueChange={(value) => change({ field: 'provider', value })}
        />
      )}
      <SelectField
        label="Region"
        value={values.region}
        disabled={busy}
        description={
          isOwn
            ? 'A label on the project’s home: this server hosts every project itself.'
            : 'Choose the region closest to your users.'
        }
        options={regionsOf[values.provider].map(({ code, displayName }) => ({
          value: code,
          label: `${displayName} · ${code}`,
        }))}
        onValueChange={(value) => change({ field: 'region', value })}
      />
    </>
  );
}

/** What other platforms ask for: an embedded project gets defaults, which nothing uses. */
const EmbeddedDefaults = ({ isGenerated, isSizeFixed }: { isGenerated: boolean; isSizeFixed: boolean }) => (
  <dl className={defaults}>
    {isSizeFixed && (
      <>
        <dt className={groupLabel}>Compute size</dt>
        <dd className={defaultText}>{embeddedSizes[0]!.label}. Paid plans have larger ones.</dd>
      </>
    )}
    <dt className={groupLabel}>Region and provider</dt>
    <dd className={defaultText}>Not applicable: the database runs inside this server.</dd>
    {isGenerated && (
      <>
        <dt className={groupLabel}>Database password</dt>
        <dd className={defaultText}>Generated and not needed: the embedded database accepts no direct connections.</dd>
      </>
    )}
  </dl>
);

function SecurityPart({ flow, busy }: PartProps) {
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
          description="Exposes tables and views in the public schema over REST. Anyone with the public key can read tables that have row level security off, views without security_invoker, and materialized views."
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

const directHelp = 'Used for direct connections to Postgres. Save it now: you won’t see it again.';

/** What has a good default is folded away on this platform. */
function DatabasePart({ flow, organization, busy }: PartProps & { organization: Owner }) {
  const config = useSelector(flow, selectConfig);
  const isGenerated = useSelector(flow, selectIsGenerated);
  const version = <VersionPart flow={flow} busy={busy} />;
  const size = <SizePart flow={flow} organization={organization} busy={busy} />;
  const passwordPart = (help: string) => <PasswordPart flow={flow} busy={busy} help={help} />;
  const region = <RegionPart flow={flow} busy={busy} />;
  const security = <SecurityPart flow={flow} busy={busy} />;
  if (isEmbedded(config))
    return (
      <>
        {/* Only where the browser could not generate one. */}
        {!isGenerated &&
          passwordPart(
            'None could be generated. Enter any: the embedded database accepts no direct connections, so you won’t need it.',
          )}
        <Advanced hint={hasSizes(organization) ? 'Security and compute size' : 'Security'}>
          {security}
          {version}
          {size}
          <EmbeddedDefaults isGenerated={isGenerated} isSizeFixed={!hasSizes(organization)} />
        </Advanced>
      </>
    );
  if (runsOwnPlatform(config))
    return (
      <>
        {passwordPart(directHelp)}
        {security}
        <Advanced hint={hasSizes(organization) ? 'Compute size, region, and provider' : 'Region and provider'}>
          {version}
          {size}
          {region}
        </Advanced>
      </>
    );
  return (
    <>
      {version}
      {size}
      {passwordPart(directHelp)}
      {region}
      {security}
    </>
  );
}

/**
 * Where an owner on this platform gets more projects. Others need another organization, and so does an owner whose
 * profile has no billing.
 */
function OtherPlanLink({ organization, isOwn, plan }: { organization: Owner; isOwn: boolean; plan: PlanId }) {
  const isAvailable = useAvailability();
  if (isOwn && organization.is_owner && isAvailable('organizationBilling'))
    return (
      <ButtonLink size="small" href={href('organizationBilling', { slug: organization.slug })}>
        Change plan
      </ButtonLink>
    );
  return (
    <IfAvailable route="newOrganization">
      <ButtonLink size="small" href={href('newOrganization', {}, { plan })}>
        Create a {tierName(`tier_${plan}`)} organization
      </ButtonLink>
    </IfAvailable>
  );
}

const FreeLimit = ({ organization, isOwn }: { organization: Owner; isOwn: boolean }) => (
  <Alert
    variant="warning"
    title="Project limit reached"
    actions={<OtherPlanLink organization={organization} isOwn={isOwn} plan="pro" />}
  >
    The Free plan includes {freeProjectLimit} active projects. Pause or delete one of{' '}
    <TextLink href={href('projects')}>your projects</TextLink>, or use a paid plan
    {isOwn && ', which costs nothing on this server'}.
  </Alert>
);

/** A dot would make the name look like a domain, so the project's name has none. */
const nameHelp = (typed: string): string =>
  typed.includes('.')
    ? `Names cannot contain dots. The project will be called “${projectName(typed)}”.`
    : `${projectNameMin} to ${projectNameMax} characters.`;

function NewProjectForm({ flow, organization }: { flow: NewProjectFlow; organization: Owner }) {
  const organizations = useSelector(flow, selectOrganizations) ?? [];
  const isOwn = runsOwnPlatform(useSelector(flow, selectConfig));
  const atLimit = useSelector(flow, selectIsAtFreeLimit);
  const isFirst = useSelector(flow, selectNeedsOrganization);
  const { fieldErrors, failure, busy, change, form, values } = useForm(flow);
  const submit = useRef<HTMLButtonElement>(null);
  const first = useFirstField<HTMLInputElement>();
  // A generated password removes the field of an embedded project, with the button that generated it.
  useFocusReturn(useSelector(flow, selectIsGenerated), submit);
  return (
    <form {...form}>
      <Card
        footer={
          <>
            <ButtonLink href={href('projects')}>Cancel</ButtonLink>
            {/* The reason is above the form. */}
            <Button ref={submit} type="submit" variant="primary" loading={busy} disabled={atLimit}>
              Create project
            </Button>
          </>
        }
      >
        <div className={fields}>
          {failure && (
            <ErrorState
              title={isFirst ? 'Could not create the organization' : 'Could not create the project'}
              failure={failure}
              action={atLimit ? <OtherPlanLink organization={organization} isOwn={isOwn} plan="pro" /> : undefined}
            />
          )}
          <OtherPlan flow={flow} organization={organization} />
          {atLimit && !failure && <FreeLimit organization={organization} isOwn={isOwn} />}
          {organizations.length > 1 && (
            <SelectField
              label="Organization"
              value={organization.slug}
              disabled={busy}
              options={organizations.map(({ slug, name, tier }) => ({
                value: slug,
                label: isOwn ? name : `${name} (${tierName(tier)})`,
              }))}
              onValueChange={(slug) => flow.send({ type: 'organization.chosen', slug })}
            />
          )}
          <TextField
            ref={first}
            label="Name"
            name="name"
            autoComplete="off"
            placeholder="Project name"
            description={nameHelp(values.name)}
            value={values.name}
            error={fieldErrors.name}
            readOnly={busy}
            onValueChange={(value) => change({ field: 'name', value })}
          />
          {isFirst && (
            <TextField
              label="Organization name"
              name="organizationName"
              autoComplete="organization"
              description="An organization groups your projects under one plan."
              value={values.organizationName}
              error={fieldErrors.organization_name}
              readOnly={busy}
              onValueChange={(value) => change({ field: 'organizationName', value })}
            />
          )}
          <DatabasePart flow={flow} organization={organization} busy={busy} />
        </div>
      </Card>
    </form>
  );
}

export default function NewProjectScreen({ flow }: { flow: NewProjectFlow }) {
  const organization = useSelector(flow, selectOwner);
  const ready = useSelector(flow, selectIsReady);
  const unavailable = useSelector(flow, selectIsUnavailable);
  const failure = useSelector(flow, selectFailure);
  useDocumentTitle('New project');
  return (
    <PageLayout width="form">
      <PageHeader
        title="New project"
        guide="organizations-and-projects#create-a-project"
        description="A dedicated Postgres database with an auto-generated API."
      />
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
