import { defineConfig, defineGlobalStyles } from '@pandacss/dev';
import { colors } from './src/views/theme/colors.ts';
import { hasCompactRows } from './src/views/theme/compactRows.ts';
import { controls, density, scales } from './src/views/theme/scales.ts';
import { shadows } from './src/views/theme/shadows.ts';
import { textStyles } from './src/views/theme/textStyles.ts';

/** What the elements themselves look like before any part is used. Layout and colour of parts live in the parts. */
const globalCss = defineGlobalStyles({
  ':root, [data-theme=light]': { colorScheme: 'light' },
  '[data-theme=dark], [data-theme=classic-dark]': { colorScheme: 'dark' },
  'html, body, #root': { height: 'full' },
  // A control that gets the focus scrolls out from below the question about consent.
  html: { scrollPaddingBottom: '[var(--consent-top, {spacing.0})]' },
  // Toasts are above the question about consent, and above the bars at the foot of a page, which tells their height.
  '[data-part=toaster]': {
    insetBlockEnd: {
      base: '[calc(var(--consent-top, {spacing.4}) + var(--foot-height, 0px) + {spacing.2})]',
      smDown: '[calc(var(--consent-top, {spacing.1}) + var(--foot-height, 0px) + {spacing.2})]',
    },
    insetInlineEnd: { base: '6', smDown: '3' },
    insetInlineStart: { smDown: '3' },
    width: { base: 'toast', smDown: 'auto' },
  },
  body: {
    textStyle: 'body',
    color: 'text',
    background: 'canvas',
    fontSynthesis: 'none',
    textRendering: 'optimizeLegibility',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
  },
  // A panel at the edge of the window leaves the page a smaller one: all of it, and what is fixed to the window too, stays
  // in what is left and scrolls there.
  'html[data-dock] body': { height: 'viewport', width: 'viewportWidth', contain: '[layout]', overflow: 'hidden' },
  'html[data-dock] #root': { contain: '[layout]', overflow: 'auto' },
  'input, progress': { accentColor: 'accentSolid' },
  '::selection': { background: 'selection' },
  '::placeholder': { color: 'muted', opacity: '1' },
  // One ring for everything that takes focus; a part only ever moves it, never restyles it.
  ':focus-visible': { outline: 'focus', outlineOffset: '0.5' },
  // Figures that stand below one another. Not whole tables: Inter sets hyphens wide with them, and names have hyphens.
  '[data-numeric], time, output, meter': { fontVariantNumeric: 'tabular-nums' },
  'code, kbd, pre, samp': { textStyle: 'mono' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, ::before, ::after': {
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
});

export default defineConfig({
  // Only the utilities of the base preset: every token is our own.
  presets: ['@pandacss/preset-base'],
  eject: true,
  preflight: true,
  include: ['./src/views/**/*.{ts,tsx}'],
  outdir: 'styled-system',
  // Every themed area resolves the tokens again, so that one theme can stand inside another.
  cssVarRoot: ':where(:root, [data-theme])',
  strictTokens: true,
  strictPropertyValues: true,
  globalCss,
  utilities: { extend: { textWrap: { className: 'tw', values: ['wrap', 'nowrap', 'balance', 'pretty'] } } },
  conditions: {
    extend: {
      dark: '[data-theme=dark] &',
      classicDark: '[data-theme=classic-dark] &',
      compact: [`@media ${hasCompactRows}`, '[data-density=compact] &'],
      hover: ['@media (hover: hover)', '&:hover:not(:disabled, [aria-disabled=true])'],
      invalid: '&:is([aria-invalid=true])',
      coarse: '@media (pointer: coarse)',
      // A column beside others, however wide the window is.
      narrow: '@container (max-width: 480px)',
      // A row of numbers in columns, which stand below its name where there is no room.
      tight: '@container (max-width: 860px)',
      // The top bar has the width of the window that a docked panel leaves: its steps are `mdDown` and `smDown`, less its padding.
      barMdDown: '@container (max-width: 751px)',
      barSmDown: '@container (max-width: 623px)',
    },
  },
  theme: {
    // Panda counts from the smallest screen up. The specification names the largest width of each step, so that its
    // "md, at or below 767" is `mdDown` here.
    breakpoints: { sm: '640px', md: '768px', lg: '1024px', xl: '1028px', '2xl': '1536px' },
    tokens: scales,
    semanticTokens: { colors, shadows, ...density, sizes: { ...density.sizes, control: controls } },
    textStyles,
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      fadeIn: { from: { opacity: '0' } },
      appear: { from: { visibility: 'hidden' } },
      riseIn: { from: { opacity: '0', transform: 'translateY(4px)' } },
      slideInLeft: { from: { transform: 'translateX(-100%)' } },
      slideInRight: { from: { transform: 'translateX(100%)' } },
      breathe: { '50%': { opacity: '0.5' } },
    },
  },
});
