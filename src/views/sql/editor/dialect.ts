/** For what is offered in the editor, which has a copy of the library in a build: see `languageCopy.ts`. */
export { PostgreSQL } from '@codemirror/lang-sql';
