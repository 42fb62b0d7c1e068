import { useSelector } from '@xstate/react';
import ExternalLinkIcon from 'lucide-react/icons/external-link';
import X from 'lucide-react/icons/x';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Organization } from '../../contract/organizations/organization.ts';
import type { clockMachine } from '../../machines/ambient/clock/clock.machine.ts';
import { selectIsReading, selectSkew } from '../../machines/ambient/clock/clock.selectors.ts';
import type { smtpNoticeMachine } from '../../machines/ambient/smtpNotice/smtpNotice.machine.ts';
import { selectIsDismissed } from '../../machines/ambient/smtpNotice/smtpNotice.selectors.ts';
import { href } from '../../router/href.ts';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { timeWords } from '../ui/Time.tsx';
import { Banner } from './Banner.tsx';

/* The banners that few users ever see: their code loads with the first of them. */

type Smtp = ActorRefFrom<typeof smtpNoticeMachine>;
type Clock = ActorRefFrom<typeof clockMachine>;

/** What the state of an organization means for its project. */
function quotaWords({ name, restriction_status: status, restriction_data: data }: Organization): string {
  switch (status) {
    case 'restricted':
      return `${name} has exceeded its quota: this project cannot serve requests.`;
    case 'grace_period_over':
      return `The grace period of ${name} has ended: requests will fail when its quota is used up.`;
    default: {
      const end = data?.grace_period_end;
      return `${name} is over its quota. ${end === undefined ? 'Its grace period has started' : `Its grace period ends on ${timeWords(new Date(end), 'day')}`}.`;
    }
  }
}

function skewWords(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `Your device clock is ${amount} ${unit}${amount === 1 ? '' : 's'} ${skewMs > 0 ? 'ahead of' : 'behind'} the server’s. Sign-in may fail.`;
}

const glyph = css({ boxSize: 'icon.small' });

/** Tells of an incident, in the words of the flag if it has any, and leads to the status page. */
export const IncidentBanner = ({
  words = 'We’re investigating an incident.',
  statusUrl,
}: {
  words: string | undefined;
  statusUrl: string | undefined;
}) => (
  <Banner
    tone="danger"
    href={statusUrl}
    actions={statusUrl !== undefined && <ExternalLinkIcon className={glyph} aria-label="opens in a new tab" />}
  >
    {words}
  </Banner>
);

/** Tells what happens to the project of an organization over its quota. */
export const QuotaBanner = ({ organization }: { organization: Organization }) => (
  <Banner
    tone={organization.restriction_status === 'restricted' ? 'danger' : 'warning'}
    actions={
      <IfAvailable route="organizationBilling">
        <ButtonLink size="small" variant="outline" href={href('organizationBilling', { slug: organization.slug })}>
          Billing
        </ButtonLink>
      </IfAvailable>
    }
  >
    {quotaWords(organization)}
  </Banner>
);

/** Asks the user to set up a mail server for the project, until dismissed for this project. */
export function SmtpBanner({ notice, projectRef }: { notice: Smtp; projectRef: string }) {
  const isDismissed = useSelector(notice, (snapshot) => selectIsDismissed(snapshot, projectRef));
  if (isDismissed) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <ButtonLink
            size="small"
            variant="outline"
            href={href('authConfig', { ref: projectRef }, { section: 'smtp' })}
          >
            Set up SMTP
          </ButtonLink>
          <IconButton
            size="small"
            label="Dismiss"
            icon={<X />}
            onClick={() => notice.send({ type: 'notice.dismissed', ref: projectRef })}
          />
        </>
      }
    >
      Set up custom SMTP for this project before you invite users.
    </Banner>
  );
}

/** Warns of a clock that differs too much from the server's. */
export function ClockBanner({ clock }: { clock: Clock }) {
  const skewMs = useSelector(clock, selectSkew);
  const isAsking = useSelector(clock, selectIsReading);
  if (skewMs === null) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <Button
          size="small"
          variant="outline"
          loading={isAsking}
          onClick={() => clock.send({ type: 'clockSkew.suspected' })}
        >
          Check again
        </Button>
      }
    >
      {skewWords(skewMs)}
    </Banner>
  );
}
