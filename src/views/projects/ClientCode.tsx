import { useQuery, setQuery } from '../../router/useLocation.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { failureTitles } from '../parts/failureTitles.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { Card } from '../ui/Card.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { clientCode, clientLanguages, languageNames } from './clientCode.ts';

/** Sample code that reads a table, in the language that the address names, or a note that there is none. */
export function ClientCode({ projectRef, apiOff = false }: { projectRef: string; apiOff?: boolean }) {
  const keys = useResource('apiKeys', { ref: projectRef });
  const wanted = useQuery()['language'];
  const language = clientLanguages.find((known) => known === wanted) ?? clientLanguages[0];
  if (apiOff) {
    return (
      <Card title="Connect your app">
        <Alert title="Data API disabled">Apps cannot read this project’s tables with an API key.</Alert>
      </Card>
    );
  }
  return (
    <Card title="Connect your app">
      {keys.state === 'loading' && <SkeletonRows label="Loading the keys" />}
      {keys.state === 'failed' && (
        <ErrorState
          title={failureTitles.apiKeys}
          failure={keys.failure}
          onRetry={keys.retry}
          retrying={keys.refreshing}
        />
      )}
      {keys.state === 'ready' && (
        <Tabs
          label="Language"
          value={language}
          onValueChange={(chosen) => setQuery({ language: chosen === clientLanguages[0] ? undefined : chosen })}
          tabs={clientLanguages.map((value) => {
            const code = clientCode(value, keys.data);
            return {
              value,
              label: languageNames[value],
              panel: (
                <CodeBlock
                  label={`${languageNames[value]} code`}
                  code={code}
                  action={<CopyButton what="the code" text={code} size="tiny" />}
                />
              ),
            };
          })}
        />
      )}
    </Card>
  );
}
