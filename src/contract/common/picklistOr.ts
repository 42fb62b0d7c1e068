import * as v from 'valibot';

/**
 * A schema for an enum that newer platforms may extend: one of `known`, or `otherwise` for an unknown value, so that
 * one unknown value does not invalidate the whole response. A missing value is still an error.
 */
export const picklistOr = <const Known extends string, const Otherwise>(
  known: readonly Known[],
  otherwise: Otherwise,
) =>
  v.pipe(
    v.string(),
    v.transform((word): Known | Otherwise => known.find((one) => one === word) ?? otherwise),
  );
