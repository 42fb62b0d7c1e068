import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import { selectUser } from '../../machines/accounts/session/session.selectors.ts';
import { selectIsAsked } from '../../machines/ambient/consent/consent.selectors.ts';
import { selectConsent, selectSession, selectTheme } from '../../machines/app/app.selectors.ts';
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
import { Banners } from '../ambient/Banners.tsx';
import { useApp } from '../parts/app.context.ts';
import type { LayoutProps } from '../parts/screenViews.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import { useIsHidden } from '../parts/useIsHidden.ts';
import { usePageHref } from '../parts/usePageHref.ts';
import { useResource } from '../parts/useResource.ts';
import { useRoute } from '../parts/useRoute.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { AccountMenu } from '../shell/AccountMenu.tsx';
import { destinationsAt } from '../shell/destinations.tsx';
import { HiddenFeature } from '../shell/HiddenFeature.tsx';
import { NavigationRail } from '../shell/NavigationRail.tsx';
import { ShellShortcuts } from '../shell/ShellShortcuts.tsx';
import { OrganizationSwitcher, ProjectSwitcher, Unread } from '../shell/Switchers.tsx';
import { TopBar, type TopBarProps } from '../shell/TopBar.tsx';
import { useRouteFocus } from '../shell/useRouteFocus.ts';
import { WorkspaceFailure } from '../shell/WorkspaceFailure.tsx';

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
  boxShadow: 'float',
  transform: '[translateY(-200%)]',
  _focus: { transform: 'none' },
});
const middle = css({ display: 'flex', flex: '1', minHeight: '0' });
const content = css({ position: 'relative', flex: '1', minWidth: '0', overflow: 'auto', outline: 'none' });
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
  /** On a project's pages, the project's name replaces the title. */
  const title = name === null || ref !== undefined ? undefined : pageOf(name).title;

  return [
    ...(slug !== undefined && organizations.state !== 'ready'
      ? [{ key: 'organization', node: <Unread list={organizations} what="organizations" /> }]
      : []),
    ...(organization
      ? [
          {
            key: 'organization',
            node: (
              <OrganizationSwitcher
                organizations={organizations.data ?? []}
                current={organization}
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
                canCreate={isAvailable('newProject')}
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
            node: (
              <span className={crumb} aria-current="page">
                {title}
              </span>
            ),
          },
        ]),
  ];
}

/** The frame around every screen of a signed-in user. */
export default function Shell({ children }: LayoutProps<'shell'>) {
  const app = useApp();
  const theme = useSelector(app, selectTheme);
  const rail = useWorkspace(selectNavigationRail);
  const user = useSelector(useSelector(app, selectSession), (snapshot) => (snapshot ? selectUser(snapshot) : null));
  const route = useRoute();
  const narrow = useSelector(rail, (snapshot) => snapshot !== undefined && selectIsNarrow(snapshot));
  const hasPrivacy = useSelector(
    useSelector(app, selectConsent),
    (snapshot) => snapshot !== undefined && selectIsAsked(snapshot),
  );
  const hidesPreviews = useIsHidden('feature_previews:all');
  const isAvailable = useAvailability();
  const hrefOf = usePageHref();
  const profile = useWorkspace(selectProfileActor);
  const sheet = useWorkspace(selectShortcutSheet);

  const onPreviews = hidesPreviews ? undefined : () => app.send({ type: 'previews.opened' });
  const onPrivacy = hasPrivacy ? () => app.send({ type: 'privacy.opened' }) : undefined;
  const main = useRef<HTMLElement>(null);
  const voice = useRef<HTMLDivElement>(null);
  const path = usePath();
  // Another address is another page, which begins at its beginning. In braces: browsers have begun to give promises
  // from scrollTo, and React would call whatever an effect gives.
  // oxlint-disable-next-line react/exhaustive-deps -- the path is not read: its change is the reason to scroll
  useLayoutEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [path]);
  useRouteFocus(path, { content: main, voice });

  const name = route?.name ?? null;
  const ref = route?.params['ref'];
  const crumbs = useCrumbs(name, route?.params ?? {});
  return (
    <div className={frame}>
      <a href="#main" className={skip}>
        Skip to content
      </a>
      <div ref={voice} aria-live="polite" className={spoken} />
      <ShellShortcuts projectRef={ref} hrefOf={hrefOf} />
      <Banners />
      <TopBar
        crumbs={crumbs}
        account={
          theme && (
            <AccountMenu
              email={user?.email ?? null}
              theme={theme}
              onPreviews={onPreviews}
              onPrivacy={onPrivacy}
              onShortcuts={sheet && (() => sheet.send({ type: 'overlay.opened' }))}
            />
          )
        }
        onNavigation={narrow ? () => rail?.send({ type: 'sheet.opened' }) : null}
      />
      <WorkspaceFailure />
      {profile && <ProfileFailure profile={profile} />}
      <div className={middle}>
        {rail && <NavigationRail rail={rail} destinations={destinationsAt({ name, ref, hrefOf })} />}
        <main id="main" ref={main} className={content} tabIndex={-1}>
          {name !== null && !isAvailable(name) ? <HiddenFeature /> : children}
        </main>
      </div>
    </div>
  );
}
