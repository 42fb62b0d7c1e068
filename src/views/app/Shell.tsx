import { useSelector } from '@xstate/react';
import { createElement, lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { css, cx } from 'styled-system/css';
import { fullName } from '../../contract/accounts/profileNames.ts';
import { hasModel, organizationOf } from '../../contract/projects/organizationOf.ts';
import { selectUser } from '../../machines/accounts/session/session.selectors.ts';
import { selectIsAsked } from '../../machines/ambient/consent/consent.selectors.ts';
import { selectConsent, selectSession, selectAppearance } from '../../machines/app/app.selectors.ts';
import {
  selectNavigationRail,
  selectPalette,
  selectProfileActor,
  selectShortcutSheet,
} from '../../machines/app/workspace/workspace.selectors.ts';
import { selectIsNarrow } from '../../machines/shell/navigationRail/navigationRail.selectors.ts';
import { href, hrefFrom } from '../../router/href.ts';
import { listedPage, pageOf, segmentsOf, type PageName } from '../../router/pages.ts';
import { usePath, useQuery } from '../../router/useLocation.ts';
import { ProfileFailure } from '../accounts/ProfileFailure.tsx';
import { bannersPart } from '../ambient/bannersPart.ts';
import { useApp } from '../parts/app.context.ts';
import { ModelContext } from '../parts/model.context.ts';
import type { LayoutProps } from '../parts/screenViews.ts';
import { useAmbientServices } from '../parts/useAmbientServices.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import { useHasPreviews } from '../parts/useHasPreviews.ts';
import { usePageHref } from '../parts/usePageHref.ts';
import { useResource } from '../parts/useResource.ts';
import { useRoute } from '../parts/useRoute.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { AccountMenu } from '../shell/AccountMenu.tsx';
import { destinationsAt } from '../shell/destinations.tsx';
import { NavigationRail } from '../shell/NavigationRail.tsx';
import { ShellShortcuts } from '../shell/ShellShortcuts.tsx';
import { AwaitedName, OrganizationSwitcher, ProjectSwitcher, Unread } from '../shell/Switchers.tsx';
import { TopBar, type TopBarProps } from '../shell/TopBar.tsx';
import { WorkspaceFailure } from '../shell/WorkspaceFailure.tsx';
import { aboveConsentClass } from '../ui/consentRoom.ts';
import { useFloating, useFloatingEarly } from '../ui/floatingParts.ts';
import { useRouteFocus } from '../ui/focus/useRouteFocus.ts';
import { TitleContext } from '../ui/useDocumentTitle.ts';
import { AssistantButton, AssistantPanel } from './Assistant.tsx';

/** Rarely seen, so no part of every page. */
const HiddenFeature = lazy(() => import('../shell/HiddenFeature.tsx'));

const frame = css({ display: 'flex', flexDirection: 'column', height: 'viewport', overflow: 'hidden' });
const skip = css({
  position: 'fixed',
  insetBlockStart: '2',
  insetInlineStart: '2',
  zIndex: 'skipLink',
  paddingBlock: '1.5',
  paddingInline: '3',
  borderRadius: 'medium',
  background: 'raised',
  color: 'text',
  transform: '[translateY(-200%)]',
  // Its shadow would reach into the window from above.
  _focus: { transform: 'none', boxShadow: 'float' },
});
const middle = css({ display: 'flex', flex: '1', minHeight: '0' });
const content = css({
  position: 'relative',
  flex: '1',
  minWidth: '0',
  overflow: 'auto',
  outline: 'none',
});
const spoken = css({ srOnly: true });
const crumb = css({
  textStyle: 'label',
  paddingInline: '2',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});

/** The address of the shown page, or of the listed page that it belongs to, in another organization or project. */
function samePage(name: PageName | null, segment: { slug: string } | { ref: string }): string | null {
  if (name === null) return null;
  const [key] = Object.keys(segment);
  const page = [listedPage(name), name].find((candidate) => segmentsOf(candidate).join() === key);
  return page === undefined ? null : hrefFrom(page, segment);
}

/** The breadcrumbs: the organization, the project, and the page's title where it is not a project's page. */
function useCrumbs(name: PageName | null, params: Readonly<Record<string, string | undefined>>): TopBarProps['crumbs'] {
  const isAvailable = useAvailability();
  const palette = useWorkspace(selectPalette);
  const organizations = useResource('organizations');
  const projects = useResource('projects');
  const query = useQuery();

  const ref = params['ref'];
  const project = projects.data?.find((candidate) => candidate.ref === ref);
  const slug =
    project?.organization_slug ?? params['slug'] ?? (name === 'projects' ? query['organization'] : undefined);
  const organization = organizations.data?.find((candidate) => candidate.slug === slug);
  /** On the pages of a project or an organization, its name replaces the title. */
  const title = name === null || name === 'organization' || ref !== undefined ? undefined : pageOf(name).title;

  const current = title !== undefined && (
    <span className={crumb} aria-current="page">
      {title}
    </span>
  );

  const isBelowProject = ref !== undefined;
  const isBelowOrganization = isBelowProject || slug !== undefined || name === 'projects';
  // All names appear at once, as new steps: one that came first would be pushed aside by the name before it.
  if ((isBelowOrganization && organizations.state === 'loading') || (isBelowProject && projects.state === 'loading'))
    return [
      { key: 'awaited organization', yields: isBelowProject, node: <AwaitedName /> },
      isBelowProject
        ? { key: 'awaited project', node: <AwaitedName /> }
        : { key: 'awaited page', yields: true, node: current },
    ];

  return [
    ...(slug !== undefined && organizations.state !== 'ready'
      ? [{ key: 'organization', node: <Unread list={organizations} what="organizations" /> }]
      : []),
    ...(organization || (name === 'projects' && slug === undefined && organizations.data?.length)
      ? [
          {
            key: 'organization',
            yields: project !== undefined,
            node: (
              <OrganizationSwitcher
                organizations={organizations.data ?? []}
                current={organization ?? null}
                overviewHref={
                  organization && isAvailable('organization') ? href('organization', { slug: organization.slug }) : null
                }
                canCreate={isAvailable('newOrganization')}
                onFind={() => palette?.send({ type: 'palette.opened', page: 'organizations' })}
                hrefOf={({ slug: other }) =>
                  samePage(name, { slug: other }) ?? href('projects', {}, { organization: other })
                }
              />
            ),
          },
        ]
      : []),
    ...(project
      ? [
          {
            key: 'project',
            node: (
              <ProjectSwitcher
                projects={projects.data ?? []}
                current={project}
                canCreate={isAvailable('newProject', project.organization_slug)}
                onFind={() => palette?.send({ type: 'palette.opened', page: 'projects' })}
                hrefOf={({ ref: other }) => samePage(name, { ref: other }) ?? href('project', { ref: other })}
              />
            ),
          },
        ]
      : []),
    ...(ref !== undefined && projects.state !== 'ready'
      ? [{ key: 'project', node: <Unread list={projects} what="projects" /> }]
      : []),
    ...(title === undefined
      ? []
      : [
          {
            key: 'page',
            // The heading below says it, too.
            yields: organization !== undefined || name === 'projects',
            node: current,
          },
        ]),
  ];
}

/** The frame around every screen of a signed-in user. */
export default function Shell({ children }: LayoutProps<'shell'>) {
  const app = useApp();
  const appearance = useSelector(app, selectAppearance);
  const rail = useWorkspace(selectNavigationRail);
  const user = useSelector(useSelector(app, selectSession), (snapshot) => (snapshot ? selectUser(snapshot) : null));
  const route = useRoute();
  const narrow = useSelector(rail, (snapshot) => snapshot !== undefined && selectIsNarrow(snapshot));
  const hasPrivacy = useSelector(
    useSelector(app, selectConsent),
    (snapshot) => snapshot !== undefined && selectIsAsked(snapshot),
  );
  const hasPreviews = useHasPreviews();
  const isAvailable = useAvailability();
  const hrefOf = usePageHref();
  const profile = useWorkspace(selectProfileActor);
  const profileData = useResource('profile').data;
  const sheet = useWorkspace(selectShortcutSheet);

  const onPreviews = hasPreviews ? () => app.send({ type: 'previews.opened' }) : undefined;
  const onPrivacy = hasPrivacy ? () => app.send({ type: 'privacy.opened' }) : undefined;
  const main = useRef<HTMLElement>(null);
  const voice = useRef<HTMLDivElement>(null);
  const path = usePath();
  // Another address is another page, which begins at its top. The first one is there already: to scroll it would only
  // make the browser compute the layout once more.
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current !== path) main.current?.scrollTo(0, 0);
    shownPath.current = path;
  }, [path]);
  useRouteFocus(path, { content: main, voice });
  useFloatingEarly();
  const Banners = useFloating(bannersPart, useAmbientServices() !== undefined);

  const name = route?.name ?? null;
  const ref = route?.params['ref'];
  const projects = useResource('projects').data;
  const project = projects?.find((candidate) => candidate.ref === ref);
  const organization = organizationOf(ref, projects, useResource('organizations').data);
  const crumbs = useCrumbs(name, route?.params ?? {});
  return (
    <TitleContext value={project?.name ?? null}>
      <ModelContext value={hasModel(organization)}>
        <div className={frame}>
          <a href="#main" className={skip}>
            Skip to content
          </a>
          <div ref={voice} aria-live="polite" className={spoken} />
          <ShellShortcuts projectRef={ref} hrefOf={hrefOf} />
          <div aria-live="polite">{Banners && createElement(Banners)}</div>
          <TopBar
            crumbs={crumbs}
            account={
              appearance && (
                <>
                  {ref !== undefined && <AssistantButton />}
                  <AccountMenu
                    email={user?.email ?? null}
                    name={profileData ? fullName(profileData) : ''}
                    projectRef={ref}
                    appearance={appearance}
                    onPreviews={onPreviews}
                    onPrivacy={onPrivacy}
                    onShortcuts={sheet && (() => sheet.send({ type: 'overlay.opened' }))}
                  />
                </>
              )
            }
            onNavigation={narrow ? () => rail?.send({ type: 'sheet.opened' }) : null}
          />
          <WorkspaceFailure />
          {profile && <ProfileFailure profile={profile} />}
          <div className={middle}>
            {rail && <NavigationRail rail={rail} destinations={destinationsAt({ name, ref, hrefOf })} />}
            <main id="main" ref={main} className={cx(content, aboveConsentClass)} tabIndex={-1}>
              {name !== null && !isAvailable(name, route?.params['slug']) ? (
                <Suspense>
                  <HiddenFeature />
                </Suspense>
              ) : (
                children
              )}
            </main>
            <AssistantPanel />
          </div>
        </div>
      </ModelContext>
    </TitleContext>
  );
}
