/** A service that users sign in with. */
export interface ExternalProvider {
  /** As the auth service's settings and identities name it. */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
}

/** The name of a provider of which only the id is known, such as one that is no longer set up. */
export const providerNameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
