import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { css, cx } from 'styled-system/css';
import { floatClass } from './floatStyles.ts';
import type { Tip } from './tips.ts';
import { bubbleClass, bubbleGap } from './tooltipStyles.ts';
import { watchTips } from './watchTips.ts';

// In the top layer, as what it may lie over is. It takes no click from there.
const layer = css({
  position: 'fixed',
  inset: '[0 auto auto 0]',
  margin: '0',
  padding: '0',
  border: 'none',
  background: '[none]',
  overflow: 'visible',
  pointerEvents: 'none',
});
const list = css({ display: 'grid', maxWidth: '[min({sizes.popover}, 100vw - 16px)]', overflowWrap: 'anywhere' });

/** Above the element, or below it where there is no room, within the window. */
function placeAt(bubble: HTMLElement, { anchor }: Tip): void {
  const { top, bottom, left } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const above = top - height - bubbleGap;
  const x = Math.max(bubbleGap, Math.min(left, document.documentElement.clientWidth - width - bubbleGap));
  bubble.style.translate = `${x}px ${above < bubbleGap ? bottom + bubbleGap : above}px`;
}

function Bubble({ tip }: { tip: Tip }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => bubble.current?.showPopover(), []);
  useLayoutEffect(() => placeAt(bubble.current!, tip), [tip]);
  return (
    <div ref={bubble} popover="manual" className={layer} aria-hidden>
      <div className={cx(floatClass, bubbleClass, list)} role="tooltip">
        {tip.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}

/** The tip of whatever the user rests on. A screen reader has it from the page: in the text, or a description. */
export default function TipBubble() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => watchTips(setTip), []);
  return tip && createPortal(<Bubble tip={tip} />, document.body);
}
