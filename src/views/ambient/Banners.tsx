import { useSelector } from '@xstate/react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { selectClock, selectSmtpNotice } from '../../machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectSkew } from '../../machines/ambient/clock/clock.selectors.ts';
import { selectIsDismissed } from '../../machines/ambient/smtpNotice/smtpNotice.selectors.ts';
import { selectConfig, selectUserId } from '../../machines/app/app.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { lazyPart } from '../parts/lazyPart.ts';
import { useAmbientService } from '../parts/useAmbientServices.ts';
import { useFlag } from '../parts/useFlag.ts';
import { useResource } from '../parts/useResource.ts';
import { useRoute } from '../parts/useRoute.ts';
import { bannersAt, type BannerName } from './bannersAt.ts';

type RareBanners = typeof import('./rareBanners.tsx');

/** A banner that few users ever see. */
const rare = <Props extends object>(choose: (banners: RareBanners) => ComponentType<Props>) =>
  lazyPart(() => import('./rareBanners.tsx').then(choose));

const IncidentBanner = rare((banners) => banners.IncidentBanner);
const SmtpBanner = rare((banners) => banners.SmtpBanner);
const QuotaBanner = rare((banners) => banners.QuotaBanner);
const ClockBanner = rare((banners) => banners.ClockBanner);

/**
 * Notices for every user of this address, most important first; each bar is 44 px high. They stand in a live region,
 * which is there before them, so that screen readers announce them.
 */
export function Banners() {
  const app = useApp();
  const { statusUrl } = useSelector(app, selectConfig);
  const isUser = useSelector(app, selectUserId) !== null;
  const route = useRoute();
  const clock = useAmbientService(selectClock);
  const hasSkew = useSelector(clock, (snapshot) => snapshot !== undefined && selectSkew(snapshot) !== null);
  const smtpNotice = useAmbientService(selectSmtpNotice);
  const incident = useFlag('ongoingIncident');
  const smtpRequired = useFlag('customSmtpRequired');

  const profile = useResource('profile', {}, isUser);
  const projects = useResource('projects', {}, isUser);
  const organizations = useResource('organizations', {}, isUser);
  const project = isUser ? projects.data?.find(({ ref }) => ref === route?.params['ref']) : undefined;
  const projectRef = project?.ref ?? '';
  const organization = organizations.data?.find(({ slug }) => slug === project?.organization_slug);
  const isDismissed = useSelector(
    smtpNotice,
    (snapshot) => snapshot !== undefined && selectIsDismissed(snapshot, projectRef),
  );
  const asksForSmtp = smtpRequired === true && project !== undefined && !isDismissed;
  const authConfig = useResource('authConfig', { ref: projectRef }, asksForSmtp);

  const names = bannersAt({
    incident,
    smtpRequired,
    hasProfile: isUser && profile.data !== undefined,
    isAtProject: project !== undefined,
    authConfig: asksForSmtp ? authConfig.data : undefined,
    isDismissed,
    organization,
    hasSkew,
  });
  const banner = (name: BannerName): ReactNode => {
    switch (name) {
      case 'incident':
        return <IncidentBanner words={typeof incident === 'string' ? incident : undefined} statusUrl={statusUrl} />;
      case 'smtp':
        return smtpNotice && <SmtpBanner notice={smtpNotice} projectRef={projectRef} />;
      case 'quota':
        return organization && <QuotaBanner organization={organization} />;
      case 'clock':
        return clock && <ClockBanner clock={clock} />;
    }
  };
  return (
    names.length > 0 && (
      <section aria-label="Announcements">
        {names.map((name) => (
          <Suspense key={name}>{banner(name)}</Suspense>
        ))}
      </section>
    )
  );
}
