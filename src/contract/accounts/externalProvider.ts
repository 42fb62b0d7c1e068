/** A service that users sign in with. */
export interface ExternalProvider {
  /** As the auth service's settings and identities name it. */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
}
