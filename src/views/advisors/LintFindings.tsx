import { useState } from 'react';
import { css } from 'styled-system/css';
import type { Finding, Lint } from '../../contract/advisors/advisors.ts';
import { countWords } from '../../contract/common/counts.ts';
import { guidesAddress } from '../../contract/docs/guidesAddress.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ExternalLink } from '../ui/TextLink.tsx';
import { FindingDetail, type FindingDetailProps } from './FindingDetail.tsx';
import { nameOf } from './shownLints.ts';

const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '3',
  paddingBlock: '4',
  paddingInline: '5',
  '&:not(:first-child)': { borderTop: 'hairline' },
});
const words = css({ display: 'grid', gap: '1' });
const titleRow = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const title = css({ textStyle: 'label', fontWeight: 'semibold' });
const description = css({ color: 'muted', textStyle: 'small', maxWidth: 'prose', textWrap: 'pretty' });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '0.5' });
const object = css({ textStyle: 'mono', overflowWrap: 'anywhere' });
const aside = css({ textStyle: 'small', color: 'muted', fontWeight: 'regular', overflowWrap: 'anywhere' });

const FindingTitle = ({ finding, isIgnored }: { finding: Finding; isIgnored: boolean }) => (
  <span className={row}>
    <span className={object}>{nameOf(finding)}</span>
    {finding.detail !== null && <span className={aside}>{finding.detail}</span>}
    {isIgnored && <Badge>Ignored</Badge>}
  </span>
);

interface LintFindingsProps extends Pick<FindingDetailProps, 'flow' | 'projectRef'> {
  /** With the findings that are shown. */
  lint: Lint;
  ignored: ReadonlySet<string>;
}

/** What one lint found, and why that matters. */
export function LintFindings({ flow, projectRef, lint, ignored }: LintFindingsProps) {
  const unlisted = lint.count - lint.findings.length;
  const [open, setOpen] = useState<readonly string[]>([]);
  return (
    <section className={frame} aria-label={lint.title}>
      <div className={words}>
        <div className={titleRow}>
          <h3 className={title}>{lint.title}</h3>
          <Badge>{lint.category === 'security' ? 'Security' : 'Performance'}</Badge>
          <span className={aside}>{countWords(lint.count, 'finding')}</span>
        </div>
        <p className={description}>
          {lint.description}{' '}
          <ExternalLink href={`${guidesAddress}/${lint.guide}`} standalone>
            Docs
          </ExternalLink>
        </p>
      </div>
      <Accordion
        multiple
        value={open}
        onValueChange={setOpen}
        sections={lint.findings.map((finding) => ({
          // Parts of an element's id, where blanks separate ids.
          value: encodeURIComponent(finding.id),
          title: <FindingTitle finding={finding} isIgnored={ignored.has(finding.id)} />,
          detail: finding.kind,
          content: (
            <FindingDetail
              flow={flow}
              projectRef={projectRef}
              lint={lint}
              finding={finding}
              isIgnored={ignored.has(finding.id)}
            />
          ),
        }))}
      />
      {unlisted > 0 && (
        <p className={aside}>
          {countWords(unlisted, 'more finding')} of this rule follow when some of these are fixed.
        </p>
      )}
    </section>
  );
}
