import { useSelector } from '@xstate/react';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import { selectParams } from '../../machines/shell/screen/screen.selectors.ts';
import { useApp } from './app.context.ts';

/** The segment of the shown address that has this name, as `ref`. */
export function useParam(name: string): string {
  const screen = useSelector(useApp(), selectScreen);
  return useSelector(screen, (snapshot) => (snapshot ? selectParams(snapshot)[name] : undefined)) ?? '';
}
