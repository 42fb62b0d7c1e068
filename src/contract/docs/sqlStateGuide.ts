import { guidesAddress } from './guidesAddress.ts';

/** Sections of the guide of SQLSTATE codes, by the class that a code begins with. */
const sections: Readonly<Record<string, string>> = {
  '08': 'connection',
  '22': 'data',
  '23': 'constraints',
  '25': 'transaction-state',
  '28': 'login',
  '40': 'conflicts-of-transactions',
  '42': 'syntax-and-access',
  '53': 'resources',
  '54': 'limits-of-the-program',
  '55': 'state-of-objects',
  '57': 'intervention',
  P0: 'functions',
  XX: 'internal',
};

/** Address of the guide's section on an error of Postgres, by its SQLSTATE; null where the guide has none. */
export function sqlStateGuide(code: string): string | null {
  const errorClass = code.slice(0, 2);
  const section = sections[errorClass];
  return section === undefined
    ? null
    : `${guidesAddress}/reference/sqlstate#class-${errorClass.toLowerCase()}-${section}`;
}
