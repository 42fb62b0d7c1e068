import { useSelector } from '@xstate/react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { paidSettings, type AuthConfig } from '../../contract/auth/authConfig.ts';
import { planLimitsOf } from '../../contract/organizations/planLimits.ts';
import type { authConfigMachine } from '../../machines/auth/authConfig/authConfig.machine.ts';
import {
  selectConfig,
  selectEditedSections,
  selectIsOvertaken,
  selectIsSaving,
  selectIsTesting,
  selectReadFailure,
  selectSection,
  selectTestFailure,
} from '../../machines/auth/authConfig/authConfig.selectors.ts';
import { authSections, type AuthForm, type AuthSection } from '../../machines/auth/authConfig/authForm.ts';
import type { FieldChange } from '../../machines/parts/form.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { sectionRowClass } from '../parts/sectionRow.ts';
import { useCurrentInView } from '../parts/useCurrentInView.ts';
import { useForm } from '../parts/useForm.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { TextField } from '../ui/TextField.tsx';
import { authCards, sectionGuides, sectionTitles } from './authFields.ts';
import { AuthSettingField } from './AuthSettingField.tsx';
import { MailTemplates } from './MailTemplates.tsx';
import { RedirectTest } from './RedirectTest.tsx';

type AuthConfigFlow = ActorRefFrom<typeof authConfigMachine>;

// As wide as the page, which has room for all sections; on a narrow window, as wide as that.
const sections = css({ maxWidth: '[none!]', minWidth: '0', borderBottom: 'hairline', marginInline: { mdDown: '-4' } });
const list = css({ columnGap: '4', paddingBlock: '0', paddingInlineStart: { base: '0', mdDown: '4' } });
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  minWidth: { _coarse: 'control.large' },
  minHeight: { _coarse: 'control.large' },
  paddingBlock: '2',
  paddingInline: '0.5',
  textStyle: 'label',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  color: 'muted',
  borderBottomWidth: 'strong',
  borderBottomStyle: 'solid',
  borderBottomColor: '[transparent]',
  _hover: { color: 'text' },
  _focusVisible: { outlineOffset: '-0.5', borderRadius: 'small' },
});
const current = css({ color: 'text', borderBottomColor: 'accent' });
const stack = css({ display: 'grid', gap: '6' });
const fields = css({ display: 'grid', gap: '4' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
// The form may be longer than the window: how it went is seen wherever the user is.
const foot = css({
  display: 'grid',
  gap: '3',
  position: 'sticky',
  insetBlockEnd: '0',
  paddingBlock: '3',
  paddingInline: { mdDown: '4' },
  marginInline: { mdDown: '-4' },
  background: 'canvas',
  borderTop: 'hairline',
});

function Sections({ flow, projectRef }: { flow: AuthConfigFlow; projectRef: string }) {
  const shown = useSelector(flow, selectSection);
  const edited = useSelector(flow, selectEditedSections).split(' ');
  const row = useCurrentInView(shown);
  return (
    <nav aria-label="Auth settings" className={sections}>
      <ul ref={row} className={cx(sectionRowClass, list)}>
        {authSections.map((section) => (
          <li key={section}>
            <Link
              href={href('authConfig', { ref: projectRef }, { section })}
              className={cx(link, section === shown && current)}
              aria-current={section === shown ? 'page' : undefined}
            >
              {sectionTitles[section]}
              {edited.includes(section) && <Badge>Unsaved</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The settings that the plan of the project's organization does not include. */
function useUnpaidSettings(projectRef: string): readonly (typeof paidSettings)[number][] {
  const project = useResource('project', { ref: projectRef }).data;
  const organizations = useResource('organizations').data;
  const tier = organizations?.find(({ id }) => id === project?.organization_id)?.tier;
  return tier === undefined || planLimitsOf(tier).hasSessionLimits ? [] : paidSettings;
}

function TestEmail({ flow, config, edited }: { flow: AuthConfigFlow; config: AuthConfig; edited: boolean }) {
  const testing = useSelector(flow, selectIsTesting);
  const failure = useSelector(flow, selectTestFailure);
  return (
    <Card title="Test">
      <div className={fields}>
        <p>
          {config.ENABLE_SMTP
            ? `Your app sends email through ${config.SMTP_HOST}. The test email goes to your own address.`
            : config.SERVER_SENDS_EMAILS
              ? 'This server sends your app’s email until you set the sender, host, port, and username.'
              : 'This server sends no email. Set the sender, host, port, and username to send your app’s email.'}
        </p>
        {failure && <ErrorState title="Could not send the test email" failure={failure} />}
        {config.ENABLE_SMTP && (
          <div className={buttons}>
            <Button loading={testing} disabled={edited} onClick={() => flow.send({ type: 'test.requested' })}>
              Send test email
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** What the developer enters at the provider. */
const CallbackUrl = ({ url }: { url: string }) => (
  <Card title="Callback URL" actions={<CopyButton what="the callback URL" text={url} />}>
    <TextField
      label="Callback URL"
      hideLabel
      description="Create an OAuth app with each provider and enter this URL there. The provider then shows a client ID and a client secret."
      value={url}
    />
  </Card>
);

/** What sends the SMS, by the stored settings. */
function smsPath({ HOOK_SEND_SMS_ENABLED, SMS_PROVIDER, SERVER_SHOWS_SMS }: AuthConfig): string {
  if (HOOK_SEND_SMS_ENABLED) return 'A hook sends your app’s SMS.';
  if (SMS_PROVIDER !== '') return 'Twilio sends your app’s SMS.';
  return SERVER_SHOWS_SMS
    ? 'No SMS provider is set up. On the machine that runs this server, /outbox shows the messages.'
    : 'Set up a provider or a hook to send SMS.';
}

interface SectionProps {
  flow: AuthConfigFlow;
  projectRef: string;
  config: AuthConfig;
  section: AuthSection;
}

function SectionForm({ flow, projectRef, config, section }: SectionProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const edited = useSelector(flow, selectEditedSections).split(' ').includes(section);
  const saving = useSelector(flow, selectIsSaving);
  const overtaken = useSelector(flow, selectIsOvertaken);
  const unpaid = useUnpaidSettings(projectRef);
  const isUnpaid = (name: keyof AuthForm) => unpaid.some((one) => one === name);
  // What a larger plan has set stays after a downgrade until it is removed here.
  const isLocked = (name: keyof AuthForm) => unpaid.some((one) => one === name && !config[one]);
  const keep = (field: keyof AuthForm, value: string | boolean) => change({ field, value } as FieldChange<AuthForm>);
  return (
    <>
      <form {...form} key={section} className={stack}>
        {section === 'providers' && <CallbackUrl url={config.CALLBACK_URL} />}
        {section === 'phone' && <p>{smsPath(config)}</p>}
        {authCards[section].map((card) => (
          <Card key={card.title} title={card.title}>
            <div className={fields}>
              {card.fields.some(({ name }) => isUnpaid(name)) && (
                <p>
                  The free plan does not include session limits.
                  {card.fields.some(({ name }) => isUnpaid(name) && !isLocked(name)) &&
                    ' Those that are set stay until you remove them.'}
                </p>
              )}
              {card.fields
                .filter(({ needs }) => needs === undefined || !['', false].includes(values[needs]))
                .map((field) => (
                  <AuthSettingField
                    key={field.name}
                    field={field}
                    config={config}
                    value={values[field.name]}
                    error={fieldErrors[field.name]}
                    readOnly={busy || isLocked(field.name)}
                    onChange={keep}
                  />
                ))}
            </div>
          </Card>
        ))}
        {section === 'urls' && <RedirectTest values={values} />}
        {section === 'templates' && (
          <MailTemplates config={config} values={values} errors={fieldErrors} readOnly={busy} onChange={keep} />
        )}
        <div className={foot}>
          {overtaken && (
            <Alert announce variant="warning" title="Another user changed the auth settings">
              Your edits are preserved, and the other fields show the saved values. Save again, or discard your edits.
            </Alert>
          )}
          {failure && <ErrorState title="Could not save the auth settings" failure={failure} />}
          <div className={buttons}>
            <Button type="submit" variant="primary" loading={saving} disabled={!edited}>
              Save changes
            </Button>
            {edited && (
              <Button disabled={busy} onClick={() => flow.send({ type: 'edits.discarded' })}>
                Discard changes
              </Button>
            )}
          </div>
        </div>
      </form>
      {section === 'smtp' && <TestEmail flow={flow} config={config} edited={edited} />}
    </>
  );
}

/** The settings of a project's auth service, section by section. */
export function AuthSettings({ flow, projectRef }: { flow: AuthConfigFlow; projectRef: string }) {
  const config = useSelector(flow, selectConfig);
  const section = useSelector(flow, selectSection);
  const failure = useSelector(flow, selectReadFailure);
  return (
    <PageLayout width="form">
      <PageHeader title="Auth settings" description="How users sign in to your app." guide={sectionGuides[section]} />
      <Sections flow={flow} projectRef={projectRef} />
      {failure ? (
        <ErrorState
          title="Could not load the auth settings"
          failure={failure}
          onRetry={() => flow.send({ type: 'reading.retried' })}
        />
      ) : config === null ? (
        <SkeletonForm label="Loading the auth settings" />
      ) : (
        <SectionForm flow={flow} projectRef={projectRef} config={config} section={section} />
      )}
    </PageLayout>
  );
}
