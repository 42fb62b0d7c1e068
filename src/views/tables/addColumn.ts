import { flushSync } from 'react-dom';
import { columnNameField } from './ColumnGroup.tsx';

/** Adds a column to the form of the button, and goes to its name. */
export function addColumn({ form }: HTMLButtonElement, add: () => void): void {
  flushSync(add);
  const names = form?.querySelectorAll<HTMLInputElement>(`[name=${columnNameField}]`);
  names?.[names.length - 1]?.focus();
}
