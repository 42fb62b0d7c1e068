import { useQuery, setQuery } from '../../router/useLocation.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
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
      <Card title="Use it from a program">
        <Alert title="The data API of this project is turned off">Programs cannot read its tables with a key.</Alert>
      </Card>
    );
  }
  return (
    <Card title="Use it from a program">
      {keys.state === 'loading' && <SkeletonRows label="Loading the keys" />}
      {keys.state === 'failed' && (
        <ErrorState
          title="The keys could not be loaded"
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
