import * as v from 'valibot';

export const codeLength = 6;

export const oneTimeCodeSchema = v.object({
  code: v.pipe(v.string(), v.regex(/^\d{6}$/, `Enter all ${codeLength} digits.`)),
});
export type OneTimeCode = v.InferOutput<typeof oneTimeCodeSchema>;
