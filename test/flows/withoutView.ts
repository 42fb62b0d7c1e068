/** Machines that no view shows, and why: they need neither selectors nor a view test. */
export const withoutView: Readonly<Record<string, string>> = {
  app: 'Whatever it does comes from elsewhere; `test/views/app/errors.test.tsx` holds what is seen of it.',
  cache: 'It holds resources; views see one resource at a time, through `useResource`.',
  navigation: 'It tells where the user is; what is seen there are screens.',
  resource:
    'Every screen shows resources in its own way; `test/views/parts/useResource.test.tsx` holds what they have in common.',
  session: 'The guard of `access` stands before it, and the account menu names its user.',
  projectStatus:
    'It has the project read again; what is read is seen through `useResource`, and what can be done through its child projectActions.',
  projectList:
    'It has the list read again; what is read is seen through `useResource`, and what is searched for through its child addressSearch.',
  localDraft: 'It writes texts to this computer; what it reports is seen in the draft that invokes it.',
  deferredServices: 'It fetches what goes along with every screen; each part of that is seen by itself.',
  workspace:
    'It keeps the parts together; each is seen by itself, and `test/views/shell/shell.test.tsx` holds what is seen where it is missing.',
  ambientServices: 'It keeps the parts together; each is seen by itself.',
  flags:
    'Views ask for one flag at a time, through `useFlag`; `test/views/parts/useFlag.test.tsx` holds what they get.',
  telemetry: 'Nothing of it is seen but the question of `consent`.',
};
