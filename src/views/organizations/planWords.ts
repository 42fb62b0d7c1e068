import { countWords } from '../../contract/common/counts.ts';
import { planLimitsOf } from '../../contract/organizations/planLimits.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import { computeMemory, largestMemorySize } from '../../contract/projects/computeMemory.ts';
import { computeSizeIds, type ComputeSize } from '../../contract/projects/computeSizeIds.ts';
import { sizeName } from '../parts/sizeName.ts';

const inDays = (days: number): string => countWords(days, 'day');

/** The sizes that a server tells apart, and the memory that they differ in on every engine. */
const sizeFacts = (size: ComputeSize) => ({ name: sizeName(size), sortMb: computeMemory(size).workMemMb });
const smallest = sizeFacts(computeSizeIds[0]);
const largest = sizeFacts(largestMemorySize);

/** What a plan includes on a server that hosts its projects itself, one limit each. */
function planFacts(tier: string): readonly string[] {
  const { activeProjects, hasSizes, hasSessionLimits, logDays } = planLimitsOf(tier);
  return [
    activeProjects === null ? 'any number of active projects' : `${activeProjects} active projects per owner`,
    hasSizes
      ? `compute sizes ${smallest.name} to ${largest.name} (${smallest.sortMb} to ${largest.sortMb} MB of memory per sort)`
      : `compute size ${smallest.name} (${smallest.sortMb} MB of memory per sort)`,
    ...(hasSessionLimits ? ['limits for user sessions'] : []),
    `logs for up to ${inDays(logDays)}`,
  ];
}

/** The same as one sentence. */
export function planSentence(tier: string): string {
  const facts = planFacts(tier);
  const sentence = `${facts.slice(0, -1).join(', ')} and ${facts.at(-1)}.`;
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** How many active projects the user will have on a plan, as far as that is known. */
export type ActiveProjects = number | 'loading' | 'failed';

function beyond(active: ActiveProjects, limit: number, tier: string): string {
  if (active === 'loading') return ' Counting your active projects…';
  if (active === 'failed') return ' Could not count your active projects. Those beyond the limit keep running.';
  return active > limit ? ` You will have ${active} on ${tierName(tier)}, and all keep running.` : '';
}

/** What an organization gains and loses with another plan: what becomes of the things that the plan limits. */
export function planChange(from: string, to: string, active: ActiveProjects): Record<'gained' | 'lost', string[]> {
  const [before, after] = [planLimitsOf(from), planLimitsOf(to)];
  const gained: string[] = [];
  const lost: string[] = [];
  if (after.activeProjects !== null && before.activeProjects === null) {
    lost.push(
      `At most ${after.activeProjects} active projects per owner.${beyond(active, after.activeProjects, to)} To create or restore one, you need fewer than ${after.activeProjects} active ones.`,
    );
  } else if (after.activeProjects === null && before.activeProjects !== null)
    gained.push('Any number of active projects.');
  if (before.hasSizes && !after.hasSizes)
    lost.push(`New projects get the compute size ${smallest.name}. Existing projects keep theirs.`);
  if (!before.hasSizes && after.hasSizes)
    gained.push(`Compute sizes up to ${largest.name}, with ${largest.sortMb} MB of memory per sort.`);
  if (before.hasSessionLimits && !after.hasSessionLimits)
    lost.push('You can no longer limit user sessions. Limits that are set stay until you remove them.');
  if (!before.hasSessionLimits && after.hasSessionLimits) gained.push('Limits for user sessions.');
  if (after.logDays < before.logDays)
    lost.push(`Logs older than ${inDays(after.logDays)} are deleted and cannot be recovered.`);
  if (after.logDays > before.logDays) gained.push(`New logs are stored for up to ${inDays(after.logDays)}.`);
  return { gained, lost };
}
