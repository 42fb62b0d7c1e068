import { useEffect, useState, type RefObject } from 'react';
import { afterLayer } from './afterLayer.ts';
import { isFocusIdle } from './isFocusIdle.ts';
import { isFocusLost } from './isFocusLost.ts';

/** What takes the focus from the panel for a while, and returns it. */
const layers = '[role=menu], [role=dialog], [role=alertdialog]';

/**
 * Keeps the keyboard in the panel, whose controls come and go: what has vanished hands the focus to the question about
 * a tool, or else to the field. The field also takes it when the user opens the panel, or another conversation in it.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, isCalled: boolean): void {
  const [wasCalled] = useState(isCalled);
  useEffect(() => {
    const panel = place.current!;
    /** What of the panel has the focus, or had it until it vanished. */
    let held: Element | null = null;
    let field: Element | null = null;
    let isWanted = wasCalled || isFocusIdle();
    /** The field has the focus only because its former place has vanished. */
    let isParked = false;
    const look = () => {
      const { activeElement: focused } = document;
      const latest = panel.querySelector('textarea');
      const consent = panel.querySelector<HTMLElement>('[data-part=consent]');
      const isOther = latest !== null && latest !== field;
      const hasVanished = held !== null && isFocusLost() && !held.isConnected;
      const isKept = held !== null && (hasVanished || panel.contains(focused));
      field = latest;
      if (isOther ? isWanted || isKept : hasVanished || (isParked && consent !== null && focused === latest)) {
        isWanted = false;
        isParked = consent === null;
        (consent ?? latest)?.focus();
      }
    };
    const took = ({ target }: FocusEvent) => {
      isWanted = false;
      held = target instanceof Element && panel.contains(target) && target.closest(layers) === null ? target : null;
    };
    // A click beside all controls, unlike a control that vanishes.
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === held && isFocusLost() && held?.isConnected) held = null;
      });
    const used = () => {
      isParked = false;
    };
    const changes = new MutationObserver(look);
    const cancel = afterLayer(() => {
      document.addEventListener('focusin', took);
      changes.observe(panel, { childList: true, subtree: true });
      look();
    });
    panel.addEventListener('focusout', left);
    panel.addEventListener('keydown', used);
    panel.addEventListener('pointerdown', used);
    return () => {
      cancel();
      changes.disconnect();
      document.removeEventListener('focusin', took);
      panel.removeEventListener('focusout', left);
      panel.removeEventListener('keydown', used);
      panel.removeEventListener('pointerdown', used);
    };
  }, [place, wasCalled]);
}
