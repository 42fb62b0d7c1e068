/** Machines that no view shows, and why: they need neither selectors nor a view test. */
export const withoutView: Readonly<Record<string, string>> = {
  app: 'It starts and connects the other charts; `test/views/app/errors.test.tsx` checks what a user sees when it fails.',
  cache: 'It holds resources; a view shows one resource at a time, through `useResource`.',
  navigation: 'It reports the address; the user sees the screen of that address.',
  resource: 'Each screen shows its resources; `test/views/parts/useResource.test.tsx` checks what they have in common.',
  session: 'The screens of `access` show whether there is one, and the account menu shows its user.',
  projectStatus:
    'It has the project read again. Views show the project through `useResource`, and its operations through the child `projectActions`.',
  projectList:
    'It has the list read again. Views show the list through `useResource`, and the search through the child `addressSearch`.',
  runningQueries:
    'The list of queries marks what it finds; `test/views/sql/sqlWorkspace.test.tsx` checks what a user sees of it.',
  localDraft: 'It stores texts in the browser; the views of `sqlDraft`, which invokes it, show what it reports.',
  conversationStore:
    'It stores conversations in the browser; the view of `assistantProject`, which invokes it, shows what it reports.',
  deferredServices: 'It loads the code of `ambientServices`, whose charts have views of their own.',
  workspace:
    'It holds charts that have views of their own; `test/views/shell/shell.test.tsx` checks what a user sees while it loads.',
  ambientServices: 'It holds charts that have views of their own.',
  flags: 'A view reads one flag at a time, through `useFlag`; `test/views/parts/useFlag.test.tsx` checks what it gets.',
  serverFlows:
    'Its actors are rows of the inspector’s tree; `test/inspector/serverSystem.test.ts` checks what a user sees of them.',
  connection:
    'The browser and the services report to it; `test/views/shell/connectionNote.test.tsx` checks what the note in the header says.',
  receiver:
    'The window that opened it reports to it; `test/views/inspector/receiverScreen.test.tsx` checks what a user sees.',
  confirmEmailChange:
    'It takes no events; `test/views/accounts/confirmEmailChange.test.tsx` checks what a user sees of the link’s outcome.',
  telemetry: 'It sends events and shows nothing. The user decides about it in the views of `consent` and `privacy`.',
};
