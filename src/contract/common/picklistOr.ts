import * as v from 'valibot';

/**
 * A word of an answer that is told apart: one of `known`, or `otherwise` for any that a newer platform has. What this dashboard does
 * not know must not cost it everything else that was answered. A word that is missing is still a fault.
 */
export const picklistOr = <const Known extends string, const Otherwise>(
  known: readonly Known[],
  otherwise: Otherwise,
) =>
  v.pipe(
    v.string(),
    v.transform((word): Known | Otherwise => known.find((one) => one === word) ?? otherwise),
  );
