/** Schema of Basechart's own objects in a project's database, which developers may read but not change. */
export const platformSchema = 'basechart';
