import { DatePicker as Ark, parseDate, type DateValue } from '@ark-ui/react/date-picker';
import Calendar from 'lucide-react/icons/calendar';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { css, cx } from 'styled-system/css';
import { Button } from './Button.tsx';
import { controlClass } from './controlStyles.ts';
import { floatClass } from './floatStyles.ts';
import { FormField, type FieldTexts } from './FormField.tsx';
import { IconButton } from './IconButton.tsx';

/** Days as `YYYY-MM-DD`, both included. */
export interface DateRange {
  from: string;
  to: string;
}

interface DateRangePreset {
  label: string;
  range: DateRange;
}

interface DateRangeFieldProps extends FieldTexts {
  value: DateRange | null;
  /** Called once both days are known. */
  onValueChange: (value: DateRange) => void;
  /** The first and the last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  presets?: readonly DateRangePreset[] | undefined;
  disabled?: boolean | undefined;
}

const row = css({ display: 'flex', alignItems: 'center', gap: '1.5', minWidth: '0' });
const input = css({ height: 'control.medium', paddingInline: '2', fontVariantNumeric: 'tabular-nums' });
const dash = css({ color: 'muted', flexShrink: '0' });
const popup = css({ display: 'grid', gap: '3', padding: '3', maxWidth: '[calc(100dvw - 32px)]' });
const presetRow = css({ display: 'flex', flexWrap: 'wrap', gap: '1' });
const monthRow = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' });
const monthName = css({ textStyle: 'label' });
const table = css({
  borderCollapse: 'collapse',
  '& th': { textStyle: 'tiny', color: 'muted', height: '6' },
  '& td': { padding: '0' },
});
const day = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: 'control.medium',
  borderRadius: 'medium',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  color: 'text',
  _hover: { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
  '&[data-outside-range]': { color: 'muted' },
  '&[data-today]': { fontWeight: 'semibold', textDecoration: 'underline' },
  '&[data-in-range]': {
    background: 'selected',
    borderRadius: 'none',
    '&:not(:focus-visible)': { outline: 'forced', outlineOffset: '-0.5' },
  },
  '&[data-range-start], &[data-range-end]': { background: 'accentSolid', color: 'onAccent', borderRadius: 'medium' },
  '&[data-disabled]': { color: 'disabled', cursor: 'not-allowed' },
});

/** Undefined if the text is not a date. */
function dayOf(text: string): DateValue | undefined {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDate(text) : undefined;
  } catch {
    return undefined;
  }
}
const daysOf = ({ from, to }: DateRange): DateValue[] => [dayOf(from), dayOf(to)].filter((one) => one !== undefined);
const textOf = (date: DateValue): string => date.toString().slice(0, 10);

const Month = () => (
  <Ark.Context>
    {({ weekDays, weeks }) => (
      <>
        <Ark.ViewControl className={monthRow}>
          <Ark.PrevTrigger asChild>
            <IconButton label="Previous month" size="small" icon={<ChevronLeft />} />
          </Ark.PrevTrigger>
          <Ark.RangeText className={monthName} />
          <Ark.NextTrigger asChild>
            <IconButton label="Next month" size="small" icon={<ChevronRight />} />
          </Ark.NextTrigger>
        </Ark.ViewControl>
        <Ark.Table className={table}>
          <Ark.TableHead>
            <Ark.TableRow>
              {weekDays.map((weekDay) => (
                <Ark.TableHeader key={weekDay.long} abbr={weekDay.long}>
                  {weekDay.short}
                </Ark.TableHeader>
              ))}
            </Ark.TableRow>
          </Ark.TableHead>
          <Ark.TableBody>
            {weeks.map((week) => (
              <Ark.TableRow key={week[0]?.toString()}>
                {week.map((date) => (
                  <Ark.TableCell key={date.toString()} value={date}>
                    <Ark.TableCellTrigger className={day}>{date.day}</Ark.TableCellTrigger>
                  </Ark.TableCell>
                ))}
              </Ark.TableRow>
            ))}
          </Ark.TableBody>
        </Ark.Table>
      </>
    )}
  </Ark.Context>
);

const CalendarPopup = ({
  presets,
  onPresetChosen,
}: {
  presets: readonly DateRangePreset[];
  onPresetChosen: (range: DateRange) => void;
}) => (
  <Ark.Positioner>
    <Ark.Content className={cx(floatClass, popup)}>
      {presets.length > 0 && (
        <div className={presetRow}>
          {presets.map((preset) => (
            <Button key={preset.label} size="tiny" variant="secondary" onClick={() => onPresetChosen(preset.range)}>
              {preset.label}
            </Button>
          ))}
        </div>
      )}
      <Ark.View view="day">
        <Month />
      </Ark.View>
    </Ark.Content>
  </Ark.Positioner>
);

/** A range of days, typed as ISO dates or selected in a calendar. */
export function DateRangeField({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  onValueChange,
  min,
  max,
  presets = [],
  disabled = false,
}: DateRangeFieldProps) {
  // The first of two days, until the second is selected.
  const [begun, setBegun] = useState<DateValue[] | null>(null);
  const choose = (range: DateRange) => {
    setBegun(null);
    onValueChange(range);
  };
  const [first, last] = [min, max].map((limit) => (limit === undefined ? undefined : dayOf(limit)));
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(field) => (
        <Ark.Root
          selectionMode="range"
          // English texts, with days in ISO 8601.
          locale="en-CA"
          startOfWeek={1}
          ids={{ input: (index) => (index === 0 ? field.id : `${field.id}-to`) }}
          value={begun ?? (value ? daysOf(value) : [])}
          onValueChange={({ value: [from, to] }) => {
            if (from && to) choose({ from: textOf(from), to: textOf(to) });
            else if (from) setBegun([from]);
          }}
          onOpenChange={({ open }) => {
            if (!open) setBegun(null);
          }}
          {...(first && { min: first })}
          {...(last && { max: last })}
          format={textOf}
          parse={dayOf}
          placeholder="YYYY-MM-DD"
          disabled={disabled}
          positioning={{ strategy: 'fixed', placement: 'bottom-end', gutter: 4 }}
          lazyMount
          unmountOnExit
        >
          <Ark.Control className={row}>
            <Ark.Input
              index={0}
              className={cx(controlClass, input)}
              aria-label={`${label}, first day`}
              aria-describedby={field['aria-describedby']}
              aria-invalid={field['aria-invalid']}
            />
            <span className={dash} aria-hidden>
              –
            </span>
            <Ark.Input
              index={1}
              className={cx(controlClass, input)}
              aria-label={`${label}, last day`}
              aria-invalid={field['aria-invalid']}
            />
            <Ark.Trigger asChild>
              <IconButton label={`Choose ${label.toLowerCase()} in a calendar`} variant="default" icon={<Calendar />} />
            </Ark.Trigger>
          </Ark.Control>
          <CalendarPopup presets={presets} onPresetChosen={choose} />
        </Ark.Root>
      )}
    </FormField>
  );
}
