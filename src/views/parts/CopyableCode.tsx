import { createElement } from 'react';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { floatingPart, useFloating } from '../ui/floatingParts.ts';
import { CopyButton } from './CopyButton.tsx';
import type { Grammar } from './Highlighted.tsx';

const highlighted = floatingPart(() => import('./Highlighted.tsx'));

interface CopyableCodeProps {
  label: string;
  code: string;
  grammar: Grammar;
  /** What is copied, as the button names it. */
  copies: string;
}

/** A block of code with a button that copies it, in color once the grammars have arrived. */
export function CopyableCode({ label, code, grammar, copies }: CopyableCodeProps) {
  const Highlighted = useFloating(highlighted, true);
  return (
    <CodeBlock
      label={label}
      code={code}
      colored={Highlighted ? createElement(Highlighted, { code, grammar }) : code}
      action={<CopyButton what={copies} text={code} size="medium" />}
    />
  );
}
