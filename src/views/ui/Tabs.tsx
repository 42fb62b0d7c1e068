import { Tabs as Ark } from '@ark-ui/react/tabs';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean | undefined;
  panel: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the list of tabs. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
}

const root = css({ display: 'flex', flexDirection: 'column', minWidth: '0', minHeight: '0' });
const list = css({
  display: 'flex',
  gap: '4',
  overflowX: 'auto',
  borderBottom: 'hairline',
  flexShrink: '0',
  scrollbarWidth: '[none]',
});
const trigger = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  justifyContent: 'center',
  minWidth: { _coarse: 'control.large' },
  minHeight: { _coarse: 'control.large' },
  paddingBlock: '2',
  paddingInline: '0.5',
  textStyle: 'label',
  color: 'muted',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  borderBottomWidth: 'strong',
  borderBottomStyle: 'solid',
  borderBottomColor: '[transparent]',
  _hover: { color: 'text' },
  _focusVisible: { outlineOffset: '-0.5', borderRadius: 'small' },
  _disabled: { color: 'disabled', cursor: 'not-allowed' },
  '&[data-selected]': { color: 'text', borderBottomColor: 'accent' },
  '&:not([data-selected])': { _highContrast: { borderBottomColor: '[Canvas]' } },
});
const panelClass = css({ flex: '1', minHeight: '0', minWidth: '0', paddingTop: '4', outlineOffset: '-0.5' });

/** Only the selected panel is rendered. Usually the URL holds the selection. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs }: TabsProps<Value>) {
  return (
    <Ark.Root
      className={root}
      value={value}
      onValueChange={(change) => {
        const chosen = tabs.find((tab) => tab.value === change.value);
        if (chosen) onValueChange(chosen.value);
      }}
      lazyMount
      unmountOnExit
    >
      <Ark.List className={list} aria-label={label}>
        {tabs.map((tab) => (
          <Ark.Trigger key={tab.value} className={trigger} value={tab.value} {...(tab.disabled && { disabled: true })}>
            {tab.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      {tabs.map((tab) => (
        <Ark.Content key={tab.value} className={panelClass} value={tab.value}>
          {tab.panel}
        </Ark.Content>
      ))}
    </Ark.Root>
  );
}
