import type { Advisors, FindingCategory } from '../../../src/contract/advisors/advisors.ts';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { ToolResult } from '../../../src/contract/assistant/tools.ts';

/** The findings of a category as a tool returns them: as many as fit into its result, and how many there are. */
export function advisorsForModel(
  { lints }: Advisors,
  category: FindingCategory | undefined,
): ToolResult<'readAdvisors'> {
  let room = assistantLimits.toolResultChars;
  const told: ToolResult<'readAdvisors'>['lints'] = [];
  for (const { title, description, level, count, findings, ...lint } of lints) {
    if (count === 0 || (category !== undefined && lint.category !== category)) continue;
    const listed = { title, description, category: lint.category, level, count, findings: [] };
    room -= JSON.stringify(listed).length;
    const fitting = findings.map(({ schema, name, kind, detail, remedy }) => ({ schema, name, kind, detail, remedy }));
    told.push({
      ...listed,
      findings: fitting.filter((finding) => (room -= JSON.stringify(finding).length + 1) >= 0),
    });
  }
  return { lints: told };
}
