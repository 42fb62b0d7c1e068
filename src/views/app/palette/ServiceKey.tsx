import { useEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { useResource } from '../../parts/useResource.ts';
import { useRouteContext } from '../../parts/useRouteContext.ts';
import { Button } from '../../ui/Button.tsx';

const frame = css({ display: 'grid', gap: '4', padding: '5' });
const heading = css({ textStyle: 'section' });
const words = css({ color: 'muted', textWrap: 'pretty' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' });

/**
 * Asks for confirmation before the service key, which bypasses row level security, is copied to the clipboard. The key
 * is not shown.
 */
export function ServiceKey({ onLeave }: { onLeave: () => void }) {
  const { ref, project } = useRouteContext();
  const keys = useResource('apiKeys', { ref: ref ?? '' }, ref !== null);
  const back = useRef<HTMLButtonElement>(null);
  // The answer that copies nothing.
  useEffect(() => back.current?.focus(), []);
  return (
    <div className={frame}>
      <h2 className={heading}>Copy the service key{project && ` of ${project.name}`}?</h2>
      <p className={words}>
        It bypasses row level security, so use it on servers only. Once copied, any app on this computer can read it
        from the clipboard.
      </p>
      <div className={buttons}>
        <Button ref={back} onClick={onLeave}>
          Back
        </Button>
        {keys.data && (
          <CopyButton labelled what="the service key" variant="warning" size="medium" text={keys.data.service_role} />
        )}
      </div>
    </div>
  );
}
