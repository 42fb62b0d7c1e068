import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first. */
const longest = [
  'server/start/killedServer',
  'server/http/hostileInput',
  'server/guides/guides',
  'server/projects/projects',
  'server/start/boundedMemory',
  'server/auth/auth',
  'server/projects/externalProjects',
  'scripts/panda',
  'server/projects/embeddedEngine',
  'browser/app/appearance',
  'browser/tables/tableEditor',
  'browser/inspector/receiver',
  'browser/inspector/inspector',
  'browser/inspector/canaries',
  'browser/sql/sql',
  'browser/assistant/assistant',
  'browser/tables/externalTables',
  'browser/app/launch',
  'browser/ui/parts',
  'browser/projects/projects',
  'browser/shell/palette',
  'browser/shell/connection',
  'browser/sql/typing',
  'browser/app/translation',
  'browser/app/elsewhere',
].map((name) => `/test/${name}.test.ts`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name));
  return rank < 0 ? longest.length : rank;
};

/**
 * Long files begin first, also on a clean checkout, where no earlier run tells Vitest how long they take: all others
 * would wait for one that begins last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- The sequencer's own method.
    return usual.toSorted((one, other) => (one.project.name === other.project.name ? rankOf(one) - rankOf(other) : 0));
  }
}
