import { ExternalLink } from './TextLink.tsx';

/** The link to what the guides say about an error; nothing where they say nothing. */
export const ErrorGuide = ({ address }: { address: string | undefined }) =>
  address === undefined ? null : (
    <p>
      <ExternalLink href={address}>About this error</ExternalLink>
    </p>
  );
