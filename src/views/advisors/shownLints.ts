import type { Finding, FindingCategory, Lint } from '../../contract/advisors/advisors.ts';

interface FindingFilter {
  /** All categories without one. */
  category: FindingCategory | undefined;
  /** Typed text; empty for all. */
  search: string;
  /** Ids of findings that the user ignores. */
  ignored: ReadonlySet<string>;
  withIgnored: boolean;
}

/** What a finding is about, as `public.todos`. */
export const nameOf = ({ schema, name, kind }: Finding): string =>
  // A policy or a foreign key is in a table, which the detail names.
  schema === null || kind === 'policy' || kind === 'foreign key' || kind === 'extension' ? name : `${schema}.${name}`;

const isFound = (lint: Lint, finding: Finding, words: string): boolean =>
  [lint.title, nameOf(finding), finding.detail ?? ''].some((text) => text.toLowerCase().includes(words));

/** The lints with the findings that the filter leaves, counted without the others; one without findings is left out. */
export function shownLints(
  lints: readonly Lint[],
  { category, search, ignored, withIgnored }: FindingFilter,
): readonly Lint[] {
  const words = search.trim().toLowerCase();
  return lints
    .filter((lint) => category === undefined || lint.category === category)
    .map((lint) => {
      const findings = lint.findings.filter(
        (finding) => (withIgnored || !ignored.has(finding.id)) && (words === '' || isFound(lint, finding, words)),
      );
      return { ...lint, findings, count: lint.count - lint.findings.length + findings.length };
    })
    .filter(({ findings }) => findings.length > 0);
}
