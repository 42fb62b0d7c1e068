import { css } from 'styled-system/css';
import { ExternalLink } from './TextLink.tsx';

// A finger has more room for the link than its line.
const line = css({ paddingBlock: { _coarse: '2.5' } });

/** The link to what the guides say about an error. */
export const ErrorGuide = ({ address }: { address: string }) => (
  <ExternalLink href={address} standalone>
    About this error
  </ExternalLink>
);

/** The same on a separate line, for an error that the guides know. */
export const ErrorGuideLine = ({ address }: { address: string | undefined }) =>
  address !== undefined && (
    <p className={line}>
      <ErrorGuide address={address} />
    </p>
  );
