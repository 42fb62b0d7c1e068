import { useEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import { mailPreviewPath } from '../../contract/auth/mailPreview.ts';

const subjectLine = css({ textStyle: 'label', overflowWrap: 'anywhere', marginBlockEnd: '3' });
const frame = css({
  display: 'block',
  width: 'full',
  height: '[32rem]',
  border: 'hairline',
  borderRadius: 'medium',
  background: '[#ffffff]',
});

/**
 * An email as its reader sees it. The frame has a separate origin and a policy that runs nothing of the email and
 * loads nothing for it.
 */
export function MailPreview({ subject, html }: { subject: string; html: string }) {
  const preview = useRef<HTMLIFrameElement>(null);
  const show = () => preview.current?.contentWindow?.postMessage({ html }, '*');
  useEffect(show, [html]);
  return (
    <>
      <p className={subjectLine}>{subject}</p>
      <iframe
        ref={preview}
        title="Preview of the email"
        className={frame}
        sandbox="allow-scripts"
        src={mailPreviewPath}
        onLoad={show}
      />
    </>
  );
}
