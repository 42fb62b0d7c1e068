import * as v from 'valibot';
import { planChoices } from './plans.ts';

/** Body of `PUT …/organizations/{slug}/plan`. */
export const changePlanSchema = v.object({ tier: v.picklist(planChoices.map(({ tier }) => tier)) });
export type ChangePlan = v.InferOutput<typeof changePlanSchema>;
