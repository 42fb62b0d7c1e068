import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Finding, Lint } from '../../contract/advisors/advisors.ts';
import type { advisorsMachine } from '../../machines/advisors/advisors/advisors.machine.ts';
import { href } from '../../router/href.ts';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { CreatePolicy } from '../parts/CreatePolicy.tsx';
import { IfAvailable } from '../parts/IfAvailable.tsx';
import { useAssistant } from '../parts/useAssistant.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { nameOf } from './shownLints.ts';

const frame = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3', paddingTop: '2' });
const bar = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const note = css({ color: 'muted', textStyle: 'small' });

export interface FindingDetailProps {
  flow: ActorRefFrom<typeof advisorsMachine>;
  projectRef: string;
  lint: Lint;
  finding: Finding;
  isIgnored: boolean;
}

/** What helps against a finding. Nothing here runs SQL: the editor shows it first. */
export function FindingDetail({ flow, projectRef, lint, finding, isIgnored }: FindingDetailProps) {
  const { id, schema, table, detail, remedy } = finding;
  const lacksPolicy = lint.name === 'rls_enabled_no_policy' && schema !== null;
  const ask = useAssistant();
  const name = nameOf(finding);
  const about = detail === null ? name : `${name}: ${detail}`;
  return (
    <div className={frame}>
      {remedy === null ? (
        <p className={note}>
          {lacksPolicy
            ? 'You decide which rows apps can see. “Create policy” opens an example in the SQL editor.'
            : 'There is no single fix for every database. The docs show your options.'}
        </p>
      ) : (
        <CopyableCode label={`SQL for ${name}`} code={remedy} grammar="sql" copies={`SQL for ${name}`} />
      )}
      <div className={bar}>
        {remedy !== null && (
          <IfAvailable route="sql">
            <ButtonLink size="small" href={href('sql', { ref: projectRef }, { sql: remedy })}>
              Open in SQL editor
            </ButtonLink>
          </IfAvailable>
        )}
        {lacksPolicy && <CreatePolicy projectRef={projectRef} schema={schema} table={finding.name} />}
        {table !== null && (
          <ButtonLink size="small" href={href('table', { ref: projectRef, id: String(table) })}>
            Open table
          </ButtonLink>
        )}
        {ask && (
          <Button
            size="small"
            onClick={() =>
              ask({
                text: 'How do I fix this, and what changes for my app?',
                attachments: [
                  {
                    kind: 'finding',
                    title: lint.title,
                    detail: `${about}. ${lint.description}`,
                    ...(remedy !== null && { remedy }),
                  },
                ],
                state: {},
              })
            }
          >
            Fix with assistant
          </Button>
        )}
        <Button
          size="small"
          variant="text"
          onClick={() => flow.send({ type: isIgnored ? 'finding.restored' : 'finding.ignored', finding: id })}
        >
          {isIgnored ? 'Stop ignoring' : 'Ignore finding'}
        </Button>
      </div>
    </div>
  );
}
