import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { sidebarPanes, type SidebarPane } from '../../contract/sql/sqlEditor.ts';

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const choices = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'fr',
  gap: '0.5',
  flexShrink: '0',
  margin: '3',
  marginBottom: '0',
  padding: '0.5',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
});
const choice = css({
  minHeight: 'control.tiny',
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'muted',
  cursor: 'pointer',
  borderRadius: 'small',
  _hover: { color: 'text' },
  '&[aria-pressed=true]': { color: 'text', background: 'raised', boxShadow: 'card', outline: 'forced' },
});
const content = css({ flex: '1', minHeight: '0' });

const labels: Readonly<Record<SidebarPane, string>> = { queries: 'Queries', tables: 'Tables' };

interface SqlSidebarProps {
  shown: SidebarPane;
  onShown: (pane: SidebarPane) => void;
  queries: ReactNode;
  tables: ReactNode;
}

/** What is beside the editor: the project's queries or its tables. */
export const SqlSidebar = ({ shown, onShown, queries, tables }: SqlSidebarProps) => (
  <div className={frame}>
    <div className={choices} role="group" aria-label="Sidebar">
      {sidebarPanes.map((pane) => (
        <button key={pane} type="button" className={choice} aria-pressed={pane === shown} onClick={() => onShown(pane)}>
          {labels[pane]}
        </button>
      ))}
    </div>
    <div className={content}>{shown === 'queries' ? queries : tables}</div>
  </div>
);
