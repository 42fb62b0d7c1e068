export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first choice for servers. No setting changes it. */
export const passwordCost: Readonly<PasswordCost> = Object.freeze({ memory: 19 * 1024, passes: 2, parallelism: 1 });
