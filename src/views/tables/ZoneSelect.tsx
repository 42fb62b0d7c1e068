import { useMemo } from 'react';
import { css } from 'styled-system/css';
import { zoneNames } from '../../contract/tables/timeZones.ts';
import { SelectField } from '../ui/SelectField.tsx';

const asWritten = '';

/** As high as the buttons beside it. */
const small = css({
  width: { base: '[11rem]', _coarse: '[14rem]' },
  '& select': {
    height: { base: 'control.small', _coarse: 'control.large' },
    fontSize: { base: 'small', _coarse: 'touch' },
  },
});

export interface ZoneSelectProps {
  /** Null for as Postgres writes moments. */
  zone: string | null;
  onChosen: (zone: string | null) => void;
}

/** The time zone that moments are shown in. */
export function ZoneSelect({ zone, onChosen }: ZoneSelectProps) {
  const options = useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [
      { value: asWritten, label: 'Time zone: as stored' },
      { value: own, label: `${own} (this browser)` },
      ...zoneNames().flatMap((name) => (name === own ? [] : [{ value: name, label: name }])),
    ];
  }, []);
  return (
    <div className={small}>
      <SelectField
        label="Time zone"
        hideLabel
        value={zone ?? asWritten}
        options={options}
        onValueChange={(name) => onChosen(name === asWritten ? null : name)}
      />
    </div>
  );
}
