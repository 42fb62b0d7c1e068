/** Token scales that do not change with the theme. Lengths are on the 4 px grid; names say what a length is for. */
const px = (value: number) => ({ value: `${value}px` });

const grid = {
  0: px(0),
  px: px(1),
  0.5: px(2),
  1: px(4),
  1.5: px(6),
  2: px(8),
  2.5: px(10),
  3: px(12),
  4: px(16),
  5: px(20),
  6: px(24),
  7: px(28),
  8: px(32),
  10: px(40),
  12: px(48),
  16: px(64),
  20: px(80),
  24: px(96),
};

const dense = (comfortable: number, compact: number) => ({
  value: { base: `${comfortable}px`, _compact: `${compact}px` },
});

/** What follows the density: heights of rows with one line, and the space above and below the content of others. */
export const density = {
  sizes: { row: { small: dense(28, 24), medium: dense(32, 28), large: dense(40, 32) } },
  spacing: { row: { small: dense(6, 2), medium: dense(10, 6), large: dense(12, 6) } },
};

const largeControl = px(40);
const control = (height: number, onNarrow = height) => ({
  value: { base: `${height}px`, mdDown: `${onNarrow}px`, _coarse: largeControl.value },
});

/** Heights of controls. A finger needs the large one; on a narrow window, the smaller sizes are for dense tools. */
export const controls = { tiny: control(24), small: control(28), medium: control(32, 40), large: largeControl };

export const scales = {
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: '100%' },
    half: { value: '50%' },
    /** The part of the window that a docked panel leaves free. */
    viewport: { value: 'calc(100dvh - var(--dock-height, 0px))' },
    viewportWidth: { value: 'calc(100dvw - var(--dock-width, 0px))' },
    fit: { value: 'fit-content' },
    min: { value: 'min-content' },
    max: { value: 'max-content' },
    line: { value: '1lh' },
    icon: { small: px(14), medium: px(16), large: px(20) },
    topBar: px(48),
    banner: px(44),
    /** The list of feature previews. */
    previews: px(550),
    rail: { collapsed: px(48), expanded: px(220) },
    /** Width of one column of a form and of running text. */
    form: px(400),
    prose: { value: '66ch' },
    /** The one content column of all pages with its padding, and the column of a form at its left edge. */
    page: { column: px(1200), form: px(640) },
    toast: px(356),
    menu: px(200),
    /** Minimum width of a column of names. */
    name: px(160),
    popover: px(320),
    dialog: {
      tiny: px(320),
      small: px(400),
      medium: px(512),
      large: px(640),
      xlarge: px(768),
      xxlarge: px(1024),
      xxxlarge: px(1280),
    },
  },
  fonts: {
    sans: { value: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" },
    mono: {
      value: "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    },
  },
  fontSizes: { tiny: px(11), small: px(12), dense: px(13), prose: px(14), touch: px(16), title: px(18) },
  lineHeights: { tight: px(16), dense: px(20), prose: px(22), title: px(24) },
  fontWeights: { regular: { value: '400' }, medium: { value: '500' }, semibold: { value: '600' } },
  letterSpacings: { title: { value: '-0.01em' }, caps: { value: '0.04em' } },
  radii: { none: px(0), small: px(4), medium: px(6), large: px(8), full: px(9999) },
  borders: {
    none: { value: 'none' },
    hairline: { value: '1px solid {colors.hairline}' },
    control: { value: '1px solid {colors.border}' },
    focus: { value: '2px solid {colors.focus}' },
    /** Visible only in forced-colors mode, which removes the backgrounds and shadows that separate parts elsewhere. */
    forced: { value: '2px solid transparent' },
  },
  borderWidths: { none: px(0), hairline: px(1), strong: px(2) },
  durations: { fast: { value: '80ms' }, normal: { value: '120ms' }, slow: { value: '150ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0, 0, 1)' } },
  animations: {
    none: { value: 'none' },
    spin: { value: 'spin 0.8s linear infinite' },
    spinSlowly: { value: 'spin 1.6s linear infinite' },
    fadeIn: { value: 'fadeIn 120ms cubic-bezier(0.2, 0, 0, 1)' },
    riseIn: { value: 'riseIn 120ms cubic-bezier(0.2, 0, 0, 1)' },
    slideInLeft: { value: 'slideInLeft 150ms cubic-bezier(0.2, 0, 0, 1)' },
    slideInRight: { value: 'slideInRight 150ms cubic-bezier(0.2, 0, 0, 1)' },
    breathe: { value: 'breathe 1.6s ease-in-out infinite' },
    /** Appears after 200 ms, so that fast loads do not flicker; `both` keeps it invisible until then. */
    appearLate: { value: 'fadeIn 120ms cubic-bezier(0.2, 0, 0, 1) 200ms both' },
    /** Appears after a second, and until then is neither seen nor reached: what usually comes before it has come. */
    appearLast: { value: 'appear 1ms linear 1s both' },
  },
  zIndex: {
    base: { value: 0 },
    sticky: { value: 1 },
    rail: { value: 10 },
    topBar: { value: 20 },
    sheet: { value: 30 },
    dialog: { value: 40 },
    float: { value: 50 },
    tooltip: { value: 60 },
    toast: { value: 70 },
    skipLink: { value: 80 },
  },
  opacity: { 0: { value: 0 }, faded: { value: 0.55 }, 1: { value: 1 } },
} as const;
