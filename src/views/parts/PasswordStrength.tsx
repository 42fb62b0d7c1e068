import { css } from 'styled-system/css';
import { scoreShown } from '../../contract/accounts/passwordScore.ts';
import {
  scoreOf,
  strengthMessage,
  strengthProblem,
  type Strength,
} from '../../machines/parts/passwordStrength/strength.ts';
import { Progressbar, type ProgressTone } from '../ui/Progressbar.tsx';

const frame = css({ display: 'grid', gap: '1.5', textStyle: 'small' });
const messageText = css({ color: 'muted', minHeight: 'line' });
const warningText = css({ color: 'warning', textWrap: 'pretty' });

const tones: Record<'red' | 'yellow' | 'green', ProgressTone> = { red: 'danger', yellow: 'warning', green: 'success' };

/** Strength of the typed password: the bar, its message, and the server's warning unless the field already shows it. */
export function PasswordStrength({ strength, warned = false }: { strength: Strength; warned?: boolean }) {
  const { percent, colour } = scoreShown[scoreOf(strength)];
  const message = strengthMessage(strength);
  const warning = strength.verdict === 'checked' && !warned ? strengthProblem(strength) : null;
  return (
    <div className={frame}>
      <Progressbar
        label="Password strength"
        value={strength.check ? percent : 0}
        tone={tones[colour]}
        text={message || undefined}
      />
      <p className={messageText} aria-live="polite">
        {message}
      </p>
      {warning !== null && (
        <p className={warningText} role="status">
          {warning}
        </p>
      )}
    </div>
  );
}
