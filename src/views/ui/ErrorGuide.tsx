import { ExternalLink } from './TextLink.tsx';

/** The link to what the guides say about an error. */
export const ErrorGuide = ({ address }: { address: string }) => (
  <ExternalLink href={address} standalone>
    About this error
  </ExternalLink>
);
