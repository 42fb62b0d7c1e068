/** What neither the schema of a body nor that of an answer tells about an operation. */
export const operationNotes: Readonly<Record<string, string>> = {
  'GET /auth/:ref/users':
    'Query parameters: `filter`, a part of an email address or a name, the beginning of a phone number, or an ID; `after`, the ID of the last user of the page before.',
  'GET /projects/:ref/tables':
    'Query parameters: `schema`, by default `public`; `search`, a part of the name; `after`, the name of the last table of the page before; `sizes=true` for sizes.',
  'GET /projects/:ref/tables/suggestions':
    'Query parameter: `search`, a part of the name of a table, with or without its schema.',
  'GET /projects/:ref/query-history':
    'Query parameter: `outcome=running` for those that have not ended, each with the first 100 characters of its SQL; `cut` tells that there is more. Any other value answers 400.',
  'POST /projects/:ref/tables/import':
    'The first line of the body is JSON with these fields. The file follows. `Content-Length` has to announce both.',
  'POST /projects/:ref/assistant/tools/:name':
    'Query parameter: `context`, what is shared with the model: `none`, `schema` or `data`.',
};
