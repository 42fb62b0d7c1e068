import * as v from 'valibot';
import type { Profile } from './profile.ts';

const nameMaxLength = 100;
const nameSchema = v.pipe(v.string(), v.trim(), v.maxLength(nameMaxLength, `Use at most ${nameMaxLength} characters.`));

/** The user's own names; an empty one is removed. */
export const profileNamesSchema = v.object({ first_name: nameSchema, last_name: nameSchema });
export type ProfileNames = v.InferOutput<typeof profileNamesSchema>;

/** As they are typed, and kept until they are saved. */
export const profileNamesDraftSchema = v.object({ first_name: v.string(), last_name: v.string() });

/** The user as others address them; empty without names. */
export const fullName = ({ first_name: first, last_name: last }: Pick<Profile, 'first_name' | 'last_name'>): string =>
  [first, last].filter((name) => name !== null && name !== '').join(' ');
