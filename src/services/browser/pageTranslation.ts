/**
 * Lets the page be translated while React draws it.
 *
 * A browser's translator replaces text nodes by `<font>` elements with the translation. React still holds the text
 * nodes: it throws when it removes one or inserts before one, and a changed text goes to a detached node. Wrapping
 * every conditional text in an element would only prevent the errors, and only where it is not forgotten; a guard that
 * swallows the errors would leave old text on the page. So this tracks which element replaced each text: React's
 * removals and insertions use the replacement, and a text that changes returns to the page, where the translator
 * translates it again.
 *
 * Errors without a translator are thrown as usual, and the error screen shows them.
 */
export function patchDomForTranslators(page: Document): void {
  /** Removed text nodes, each with its replacement. */
  const standIns = new WeakMap<Node, Element>();

  const isStandIn = (node: Node | null): node is Element => node instanceof Element && node.localName === 'font';

  const note = (text: Node, standIn: Element): void => {
    standIns.set(text, standIn);
    changes.observe(text, { characterData: true });
  };

  /** A translator replaces in one step, or inserts the replacement beside the text before it removes the text. */
  const noteReplacements = (records: readonly MutationRecord[]): void => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const node of removedNodes) {
        if (!(node instanceof Text) || node.isConnected) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
        if (standIn) note(node, standIn);
      }
    }
  };
  const replacements = new MutationObserver(noteReplacements);

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      if (!standIn?.isConnected || target.parentNode !== null) continue;
      standIns.delete(target);
      standIn.replaceWith(target);
    }
  });

  /** The child of `parent` that replaced `node`, or null. */
  const childFor = (parent: Node, node: Node): Element | null => {
    noteReplacements(replacements.takeRecords());
    let at: Node | null = standIns.get(node) ?? node;
    while (at !== null && at.parentNode !== parent) at = at.parentNode;
    return isStandIn(at) ? at : null;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeOrStandIn<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const standIn = childFor(this, child);
    if (!standIn) return removeChild.call(this, child) as T;
    // Where a translator merged several texts into one element, the other texts stay.
    child.parentNode?.removeChild(child);
    if (standIns.get(child) === standIn || standIn.textContent === '') standIn.remove();
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeOrStandIn<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const reference = before !== null && before.parentNode !== this ? (childFor(this, before) ?? before) : before;
    return insertBefore.call(this, node, reference) as T;
  };

  replacements.observe(page.body, { childList: true, subtree: true });
}
