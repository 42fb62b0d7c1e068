/** What the platform does one after another to set up a project. */
export const setupSteps = ['creating', 'starting', 'preparing'] as const;
export type SetupStep = (typeof setupSteps)[number];
