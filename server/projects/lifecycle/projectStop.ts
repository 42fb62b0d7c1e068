/** What a project does that ends the sessions of its database. */
export type ProjectStop = 'restart' | 'pause' | 'deletion';
