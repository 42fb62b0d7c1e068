import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';

/** One of several small buttons, of which the chosen one shows its content below. */
export const ChoiceButton = ({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) => (
  <Button size="tiny" variant={isChosen ? 'alternative' : 'default'} aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </Button>
);
