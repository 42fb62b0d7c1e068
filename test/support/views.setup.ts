import { EditorView } from '@codemirror/view';
import { cleanup, configure } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import * as React from 'react';
import { afterAll, vi } from 'vitest';
import { ambientDialogsPart } from '../../src/views/ambient/ambientDialogsPart.ts';
import { bannersPart } from '../../src/views/ambient/bannersPart.ts';
import { projectParts } from '../../src/views/parts/projectParts.ts';
import { accountListPart } from '../../src/views/shell/accountListPart.ts';
import { aidsPart } from '../../src/views/sql/editor/aidsPart.ts';
import { resultParts } from '../../src/views/sql/resultParts.ts';
import { sqlEditorPart } from '../../src/views/sql/sqlEditorPart.ts';
import { tableFormsPart } from '../../src/views/tables/tableFormsPart.ts';
import { tableParts } from '../../src/views/tables/tableParts.ts';
import { floatingParts } from '../../src/views/ui/floatingParts.ts';
import { quickenStyles } from './quickStyles.ts';

/** React warns about updates outside `act` only where this is set; the view driver flushes every step through `act`. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/**
 * React notes for every element where it was created, by an error's stack. That is a fifth of these tests' time and only
 * improves the stacks of its warnings. It stops at 10,000 elements and resets the count every second: not here.
 */
const reactInternals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });

quickenStyles(document.defaultView!);

/**
 * The SQL editor's style sheet stays in the window that all files of a worker share. No view test looks at what it says, and
 * with it happy-dom matches hundreds of rules against an element and all around it whenever a style is read.
 */
Object.assign(EditorView.prototype, { mountStyles: () => {} });

/** What floats is there at once; browser tests hold that it loads. */
await Promise.all(
  [
    ...Object.values(floatingParts),
    ...Object.values(projectParts),
    ...Object.values(resultParts),
    ...Object.values(tableParts),
    accountListPart,
    aidsPart,
    ambientDialogsPart,
    bannersPart,
    sqlEditorPart,
    tableFormsPart,
  ].map(async ({ load }) => void (await load())),
);

/** The browser that the view tests run in has no top layer. */
HTMLElement.prototype.showPopover ??= () => {};

// The files of a worker share a window, which a click on a link would lead away.
Object.assign((globalThis as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.settings.navigation, {
  disableMainFrameNavigation: true,
});

// What a view loads when it is first used comes late on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** The files of a worker share a window: leftovers of one, as after a failed test, must not affect the next. */
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  document.title = '';
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
