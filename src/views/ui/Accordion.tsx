import { Accordion as Ark } from '@ark-ui/react/accordion';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

interface AccordionSection<Value extends string> {
  value: Value;
  title: ReactNode;
  /** A detail on the right of the title, such as a count. */
  detail?: ReactNode;
  disabled?: boolean | undefined;
  content: ReactNode;
}

interface AccordionProps<Value extends string> {
  /** The open sections. */
  value: readonly Value[];
  onValueChange: (value: Value[]) => void;
  sections: readonly AccordionSection<Value>[];
  /** Opening one leaves the others open. */
  multiple?: boolean | undefined;
}

const frame = css({ border: 'hairline', borderRadius: 'medium', background: 'surface', minWidth: '0' });
const section = css({ minWidth: '0', '&:not(:first-of-type)': { borderTop: 'hairline' } });
const trigger = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: 'full',
  minHeight: 'control.large',
  paddingBlock: '2',
  paddingInline: '3',
  textStyle: 'label',
  textAlign: 'start',
  cursor: 'pointer',
  borderRadius: 'medium',
  _hover: { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
  _disabled: { color: 'disabled', cursor: 'not-allowed' },
});
const words = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const detailText = css({ textStyle: 'small', color: 'muted', flexShrink: '0' });
const mark = css({
  flexShrink: '0',
  color: 'muted',
  '& > svg': { boxSize: 'icon.small' },
  transitionProperty: '[rotate]',
  transitionDuration: 'normal',
  '&[data-state=open]': { rotate: '[90deg]' },
});
const body = css({ paddingBottom: '3', paddingInlineStart: '8', paddingInlineEnd: '3', overflowWrap: 'anywhere' });

/** Sections that show only their titles until they are opened. Only open sections are rendered. */
export function Accordion<Value extends string>({
  value,
  onValueChange,
  sections,
  multiple = false,
}: AccordionProps<Value>) {
  const known = sections.map((one) => one.value);
  return (
    <Ark.Root
      className={frame}
      value={[...value]}
      onValueChange={(change) => onValueChange(known.filter((one) => change.value.includes(one)))}
      multiple={multiple}
      collapsible
      lazyMount
      unmountOnExit
    >
      {sections.map((one) => (
        <Ark.Item key={one.value} className={section} value={one.value} {...(one.disabled && { disabled: true })}>
          <h3>
            <Ark.ItemTrigger className={trigger}>
              <Ark.ItemIndicator className={mark}>
                <ChevronRight />
              </Ark.ItemIndicator>
              <span className={words}>{one.title}</span>
              {one.detail != null && <span className={detailText}>{one.detail}</span>}
            </Ark.ItemTrigger>
          </h3>
          <Ark.ItemContent className={body}>{one.content}</Ark.ItemContent>
        </Ark.Item>
      ))}
    </Ark.Root>
  );
}
