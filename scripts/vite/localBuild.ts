/**
 * Whether the launcher builds, for this machine alone: then the sources are beside the app, and the launcher compresses
 * it while the server already runs.
 */
export const isLocalBuild = process.env['BASECHART_LOCAL_BUILD'] !== undefined;
