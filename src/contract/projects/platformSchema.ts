/** Where the platform keeps its own functions in a project's database. Users do not write to it. */
export const platformSchema = 'basechart';
