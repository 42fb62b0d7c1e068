import { useQuery, setQuery } from '../../router/useLocation.ts';
import { Card } from '../ui/Card.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useResource } from '../useResource.ts';
import { clientCode, clientLanguages, languageNames } from './clientCode.ts';

/** Reading a table from a program, in the language that the address names. */
export function ClientCode({ projectRef }: { projectRef: string }) {
  const keys = useResource('apiKeys', { ref: projectRef });
  const wanted = useQuery()['language'];
  const language = clientLanguages.find((known) => known === wanted) ?? clientLanguages[0];
  return (
    <Card title="Use it from a program">
      {keys.state === 'loading' && <SkeletonRows label="Loading the keys" />}
      {keys.state === 'failed' && <ErrorState title="The keys could not be loaded" failure={keys.failure} onRetry={keys.retry} retrying={keys.refreshing} />}
      {keys.state === 'ready' && (
        <Tabs
          label="Language" value={language}
          onValueChange={(chosen) => setQuery({ language: chosen === clientLanguages[0] ? undefined : chosen })}
          tabs={clientLanguages.map((value) => {
            const code = clientCode(value, keys.data);
            return { value, label: languageNames[value], panel: <CodeBlock label={`${languageNames[value]} code`} code={code} action={<CopyButton what="the code" text={code} />} /> };
          })}
        />
      )}
    </Card>
  );
}
