/** The schema of a project's users, as its policies and foreign keys name it. */
export const projectAuthSchema = 'auth';
