import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { setQuery, useQuery } from '../../router/useLocation.ts';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { failureTitles } from '../parts/failureTitles.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Card } from '../ui/Card.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import {
  isPlainName,
  isSampleId,
  sampleIds,
  samples,
  type Access,
  type SampleFile,
  type SampleId,
} from './clientCode.ts';

const column = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' });
const head = css({
  display: 'grid',
  gridAutoFlow: { base: 'column', mdDown: 'row' },
  gridAutoColumns: { base: '[1fr]', mdDown: '[auto]' },
  alignItems: 'center',
  gap: '2',
});
const file = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '1', margin: '0' });
const filePath = css({ textStyle: 'mono', color: 'muted', overflowWrap: 'anywhere' });

const steadyFrame = css({
  alignContent: 'start',
  height: '[13.5rem]',
  // Room for the outline of what has the focus.
  padding: '1',
  margin: '-1',
  overflowY: 'auto',
});

const options = sampleIds.map((value) => ({ value, label: samples[value].name, group: samples[value].group }));

const File = ({ name, sample: { path, code, grammar } }: { name: string; sample: SampleFile }) => (
  <figure className={file}>
    {path !== undefined && <figcaption className={filePath}>{path}</figcaption>}
    <CopyableCode label={path ?? `${name} code`} code={code} grammar={grammar} copies={path ?? 'the code'} />
  </figure>
);

const Sample = ({ id, access, heading, steady }: Required<Pick<ClientSampleProps, 'steady'>> & SampleProps) => (
  <div className={column}>
    <div className={head}>
      {heading}
      <SelectField
        label="Language or framework"
        hideLabel={heading !== undefined}
        value={id}
        options={options}
        onValueChange={(chosen) => setQuery({ language: chosen === sampleIds[0] ? undefined : chosen })}
      />
    </div>
    {/* Begins at its top again with each language. */}
    <div key={id} className={cx(column, steady && steadyFrame)}>
      {samples[id].files(access).map((one, index) => (
        <File key={index} name={samples[id].name} sample={one} />
      ))}
    </div>
  </div>
);

interface SampleProps {
  id: SampleId;
  access: Access;
  heading: ReactNode;
}

interface ClientSampleProps {
  projectRef: string;
  apiOff?: boolean;
  /** The table that the sample reads, if any is known. */
  table?: string | undefined;
  /** In place of the visible label of the choice, beside it. */
  heading?: ReactNode;
  /** As high for every language, where the place of the whole depends on its height. */
  steady?: boolean;
}

/** Sample code that reads a table, in the language that the address names, or a note that there is none. */
export function ClientSample({ projectRef, apiOff = false, table = '', heading, steady = false }: ClientSampleProps) {
  const keys = useResource('apiKeys', { ref: projectRef });
  const { language } = useQuery();
  if (!apiOff && keys.state === 'ready') {
    const access = { url: keys.data.url, anon: keys.data.anon, table: isPlainName(table) ? table : 'your_table' };
    return (
      <Sample id={isSampleId(language) ? language : sampleIds[0]!} access={access} heading={heading} steady={steady} />
    );
  }
  return (
    <>
      {heading}
      {apiOff ? (
        <Alert title="Data API disabled">Apps cannot read this project’s tables with an API key.</Alert>
      ) : keys.state === 'failed' ? (
        <ResourceError title={failureTitles.apiKeys} read={keys} />
      ) : (
        <SkeletonRows label="Loading the keys" />
      )}
    </>
  );
}

/** The same in a card. */
export const ClientCode = (props: ClientSampleProps) => (
  <Card title="Connect your app">
    <ClientSample {...props} />
  </Card>
);
