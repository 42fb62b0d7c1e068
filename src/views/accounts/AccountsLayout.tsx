import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import { Mark } from '../ui/Mark.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { FlowFigure } from './FlowFigure.tsx';

const page = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 1fr)]', lgDown: '[minmax(0, 1fr)]' },
  minHeight: 'viewport',
  paddingBottom: { lgDown: '[var(--consent-top, {spacing.0})]' },
});
const column = css({
  display: 'grid',
  gap: '6',
  alignContent: { base: 'center', mdDown: 'start' },
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  paddingBlock: { base: '12', mdDown: '6' },
  paddingInline: '4',
});
const brand = css({ display: 'flex', alignItems: 'center', gap: '2', textStyle: 'section' });
const card = css({
  display: 'grid',
  gap: '6',
  padding: { base: '8', smDown: '5' },
  background: 'surface',
  border: 'hairline',
  borderRadius: 'large',
  boxShadow: 'card',
});
const titleText = css({ textStyle: 'title' });
const note = css({
  color: 'muted',
  textAlign: 'center',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  // Enlarges the touch target to 40 px.
  '& > a': {
    position: 'relative',
    _after: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-3' },
  },
});
const product = css({
  display: { base: 'grid', lgDown: 'none' },
  alignContent: 'center',
  justifyItems: 'center',
  gap: '3',
  padding: '12',
  background: 'sunken',
  borderInlineStart: 'hairline',
});

interface AccountsLayoutProps {
  title: string;
  footer?: ReactNode;
  help?: ReactNode;
  /** The flow that the form shows: its chart is beside it. */
  flow: ActorRefFrom<AnyStateMachine>;
  children: ReactNode;
}

/** The page of all screens without a session: the form, and what the product is in a wide window. */
export function AccountsLayout({ title, footer, help, flow, children }: AccountsLayoutProps) {
  useDocumentTitle(title);
  return (
    <div className={page}>
      <main className={column}>
        <p className={brand}>
          <Mark />
          Basechart
        </p>
        <div className={card}>
          <h1 className={titleText}>{title}</h1>
          {children}
        </div>
        {footer != null && <p className={note}>{footer}</p>}
        {help && <p className={note}>{help}</p>}
      </main>
      <aside className={product}>
        <p className={titleText}>The dashboard for hosted Postgres</p>
        <FlowFigure flow={flow} />
      </aside>
    </div>
  );
}

/** Fields and button of a form, stacked. */
export const formClass = css({ display: 'grid', gap: '4' });
