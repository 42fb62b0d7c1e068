import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { css } from 'styled-system/css';
import { answerTexts } from '../../machines/assistant/conversation/answerTexts.ts';

const plain = css({ textStyle: 'prose', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

interface BodyProps {
  text: string;
  Code: ComponentType<{ language: string; code: string }>;
}

const Plain = ({ text }: BodyProps) => <div className={plain}>{text}</div>;

const Body = lazy(() => import('../ui/MarkdownStream.tsx').catch(() => ({ default: Plain })));

/**
 * The text of an answer while it streams, at most once per frame, and more rarely where drawing takes long: the page
 * stays usable however fast and long the answer is.
 */
function useStreamedText(id: string): string {
  const [text, setText] = useState(() => answerTexts.of(id));
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWaiting = false;
    const draw = () => {
      const begun = performance.now();
      setText(answerTexts.of(id));
      frame = requestAnimationFrame(() => {
        isWaiting = false;
        const cost = performance.now() - begun;
        // A frame that drawing has filled is followed by some that are free.
        if (cost > longFrameMs) {
          isWaiting = true;
          timer = setTimeout(() => {
            isWaiting = false;
            changed();
          }, cost * restFactor);
        } else if (answerTexts.of(id) !== drawn()) changed();
      });
    };
    let latest = '';
    const drawn = () => latest;
    const changed = () => {
      if (isWaiting) return;
      isWaiting = true;
      latest = answerTexts.of(id);
      draw();
    };
    changed();
    const stop = answerTexts.watch(id, changed);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [id]);
  return text;
}

/** Longer than this, the next frame would be late. */
const longFrameMs = 20;
const restFactor = 4;

function Streaming({ id, Code }: { id: string; Code: BodyProps['Code'] }) {
  const text = useStreamedText(id);
  return <Body text={text} Code={Code} />;
}

/** An answer as Markdown, with the links' policy. */
export const AnswerText = ({ id, text, isStreaming, Code }: BodyProps & { id: string; isStreaming: boolean }) => (
  <Suspense fallback={<Plain text={text} Code={Code} />}>
    {isStreaming ? <Streaming id={id} Code={Code} /> : <Body text={text} Code={Code} />}
  </Suspense>
);
