import { css, cx } from 'styled-system/css';
import type { Credentials } from '../../contract/accounts/credentials.ts';
import { passwordRules } from '../../machines/accounts/signUp/passwordRules.ts';
import type { Strength } from '../../machines/parts/passwordStrength/strength.ts';

const list = css({ display: 'grid', gap: '1', textStyle: 'small', color: 'muted' });
const item = css({ display: 'flex', gap: '2', alignItems: 'flex-start' });
const met = css({ color: 'success' });
const glyph = css({ flexShrink: '0', boxSize: '3', marginTop: '0.5' });
const hidden = css({ srOnly: true });

/** The rules for a new password, each checked off as soon as it is met. */
export const PasswordRules = ({ values, strength }: { values: Credentials; strength: Strength }) => (
  <ul className={list} aria-label="Password requirements">
    {passwordRules(values, strength).map(({ text, isMet }) => (
      <li key={text} className={cx(item, isMet && met)}>
        <svg
          className={glyph}
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
        >
          {isMet ? <path d="M2 6.5l3 3 5-6.5" /> : <circle cx="6" cy="6" r="4" />}
        </svg>
        <span>
          {text}
          <span className={hidden}>{isMet ? ' (met)' : ' (not met)'}</span>
        </span>
      </li>
    ))}
  </ul>
);
