/**
 * The last key: the focus that follows a walking key is the user's; after others, or a press, a dialog or a menu moved
 * it. This code loads at the first key, which is mostly Tab.
 */
let lastKey = 'Tab';
addEventListener('keydown', ({ key }) => (lastKey = key), { capture: true, passive: true });
addEventListener('pointerdown', () => (lastKey = ''), { capture: true, passive: true });

/** Whether the user moves the focus by keyboard. */
export const isWalking = (): boolean => /^(Tab|Arrow|Home|End|Page)/.test(lastKey);
