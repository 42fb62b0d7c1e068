import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// The design system's tokens as the custom properties that its stylesheet defines, so that a theme changes the editor
// too.
const color = {
  text: 'var(--colors-text)',
  muted: 'var(--colors-muted)',
  surface: 'var(--colors-surface)',
  raised: 'var(--colors-raised)',
  hover: 'var(--colors-hover)',
  selected: 'var(--colors-selected)',
  selection: 'var(--colors-selection)',
  accent: 'var(--colors-accent)',
  danger: 'var(--colors-danger)',
  warningSubtle: 'var(--colors-warning-subtle)',
};
const radius = 'var(--radii-small)';
const border = 'var(--borders-control)';

const look = EditorView.theme({
  '&': { height: '100%', color: color.text, backgroundColor: color.surface, fontSize: 'var(--font-sizes-dense)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--fonts-mono)', lineHeight: '1.55', fontVariantLigatures: 'none' },
  '.cm-content': { paddingBlock: 'var(--spacing-2)', caretColor: color.text },
  '.cm-line': { paddingInline: 'var(--spacing-2) var(--spacing-4)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: color.text, borderLeftWidth: 'var(--border-widths-strong)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: color.selection },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--colors-hover) 45%, transparent)' },
  '.cm-gutters': { backgroundColor: color.surface, color: color.muted, borderRight: 'none' },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: 'calc(3ch + var(--spacing-4))',
    paddingInline: 'var(--spacing-2) var(--spacing-2)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: color.text },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: color.selected, outline: border },
  '&.cm-focused .cm-nonmatchingBracket': { color: color.danger, backgroundColor: 'transparent' },
  '.cm-selectionMatch': { backgroundColor: color.selected },
  '.cm-searchMatch': { backgroundColor: color.warningSubtle, outline: border },
  '.cm-searchMatch-selected': { backgroundColor: color.selection },
  '.cm-placeholder': { color: color.muted },

  '.cm-tooltip': {
    color: color.text,
    backgroundColor: color.raised,
    border: 'none',
    borderRadius: 'var(--radii-medium)',
    boxShadow: 'var(--shadows-float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--fonts-mono)',
    fontSize: 'var(--font-sizes-small)',
    maxHeight: 'none',
    padding: 'var(--spacing-1)',
  },
  // The first suggestion says which key takes it.
  '.cm-tooltip-autocomplete > ul:not(:has([aria-selected])) > li:first-child::after': {
    content: '"Tab"',
    float: 'right',
    marginLeft: 'var(--spacing-3)',
    color: color.muted,
    fontFamily: 'var(--fonts-sans)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--spacing-0\\.5) var(--spacing-1\\.5)',
    borderRadius: radius,
    lineHeight: '1.5',
  },
  // As high as a finger needs.
  '@media (pointer: coarse)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { lineHeight: 'var(--sizes-control-large)', paddingBlock: '0' },
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: color.text, backgroundColor: color.selected },
  '.cm-completionDetail': { color: color.muted, fontStyle: 'normal', marginLeft: 'var(--spacing-3)' },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    color: color.accent,
    fontWeight: 'var(--font-weights-semibold)',
  },

  '.cm-diagnostic': {
    padding: 'var(--spacing-1\\.5) var(--spacing-2)',
    fontFamily: 'var(--fonts-sans)',
    fontSize: 'var(--font-sizes-small)',
    maxWidth: '60ch',
  },
  '.cm-diagnostic-error': { borderLeft: 'none', boxShadow: `inset var(--border-widths-strong) 0 ${color.danger}` },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color.danger}`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: 'var(--spacing-0\\.5)',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: color.danger },

  '.cm-panels': { color: color.text, backgroundColor: color.surface, zIndex: '2' },
  '.cm-panels-top': { borderBottom: 'var(--borders-hairline)' },
  '.cm-panel.cm-find': {
    display: 'grid',
    gap: 'var(--spacing-1\\.5)',
    padding: 'var(--spacing-2) var(--spacing-3)',
    fontFamily: 'var(--fonts-sans)',
    fontSize: 'var(--font-sizes-small)',
  },
  '.cm-find-row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--spacing-1)' },
  '.cm-find .cm-textfield': { flex: '0 1 var(--sizes-popover)', minWidth: '0' },
  '.cm-find-count': {
    minWidth: 'var(--sizes-20)',
    paddingInline: 'var(--spacing-1)',
    color: color.muted,
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-find .cm-button': { minWidth: 'var(--sizes-control-small)' },
  '.cm-find .cm-button[aria-pressed=true]': {
    color: color.accent,
    backgroundColor: color.selected,
    borderColor: 'currentColor',
  },
  '.cm-find .cm-button[aria-label=Close]': { marginInlineStart: 'auto', border: 'none', color: color.muted },
  '.cm-textfield': {
    color: color.text,
    backgroundColor: color.surface,
    border,
    borderRadius: radius,
    height: 'var(--sizes-control-small)',
    padding: '0 var(--spacing-2)',
    fontSize: 'inherit',
  },
  '.cm-button': {
    color: color.text,
    backgroundImage: 'none',
    backgroundColor: color.surface,
    border,
    borderRadius: radius,
    height: 'var(--sizes-control-small)',
    padding: '0 var(--spacing-2)',
    margin: '0',
    fontSize: 'inherit',
    cursor: 'pointer',
  },
  '.cm-button:hover': { backgroundColor: color.hover },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': { outline: 'var(--borders-focus)' },
});

const syntax = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--colors-syntax-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--colors-syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--colors-syntax-number)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--colors-syntax-type)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--colors-syntax-comment)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--colors-syntax-operator)' },
  { tag: [tags.name, tags.special(tags.name)], color: 'var(--colors-syntax-name)' },
]);

export const editorTheme: Extension = [look, syntaxHighlighting(syntax)];
