import { useSelector } from '@xstate/react';
import { css, cx } from 'styled-system/css';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import { selectTabsAndFavorites } from '../../machines/tables/tableList/tableList.selectors.ts';
import { ProjectGate } from '../parts/ProjectGate.tsx';
import type { LayoutProps } from '../parts/screenViews.ts';
import { consentRoomClass, fullHeight } from '../ui/consentRoom.ts';
import { OpeningNote } from './OpeningNote.tsx';
import { TableList } from './TableList.tsx';
import { TableTabs } from './TableTabs.tsx';

const whole = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', minWidth: '0' });
const frame = css({ flex: '1', display: 'flex', minHeight: '0', minWidth: '0' });
/** On a narrow window, the list is the page that has no table open. */
const sidebar = css({
  width: 'rail.expanded',
  flexShrink: '0',
  borderInlineEnd: 'hairline',
  background: 'canvas',
  minHeight: '0',
  mdDown: { display: 'none', paddingBottom: '[var(--consent-top, {spacing.0})]' },
  '&:has(~ * [data-choosing])': { mdDown: { display: 'block', width: 'full' } },
});
const content = css({
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  display: 'flex',
  flexDirection: 'column',
  '&:has([data-choosing])': { mdDown: { flex: '[0 0 0]', overflow: 'hidden' } },
});

const page = css({ flex: '1', minHeight: '0', minWidth: '0' });

/** The list of tables beside the table that is open. */
export default function TablesLayout({
  flow,
  params: { ref },
  children,
}: LayoutProps<'tables', typeof tableListMachine>) {
  const tabsAndFavorites = useSelector(flow, selectTabsAndFavorites);
  return (
    <ProjectGate projectRef={ref}>
      {() => (
        <div className={whole} {...fullHeight}>
          {/* Above both: on a narrow window, the list or the table is hidden. */}
          <OpeningNote flow={flow} />
          <div className={frame}>
            <div className={sidebar}>
              <TableList flow={flow} projectRef={ref} />
            </div>
            <div className={cx(content, consentRoomClass)}>
              {tabsAndFavorites && <TableTabs flow={tabsAndFavorites} projectRef={ref} />}
              <div className={page}>{children}</div>
            </div>
          </div>
        </div>
      )}
    </ProjectGate>
  );
}
