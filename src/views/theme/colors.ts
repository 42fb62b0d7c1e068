/**
 * The semantic colors, each with a value per theme. Components use these names only.
 * `test/views/theme/contrast.test.ts` keeps every pair of text and background that components may use at WCAG AA in all
 * three themes.
 */
const themed = (light: string, dark: string, classicDark: string) => ({
  value: { base: light, _dark: dark, _classicDark: classicDark },
});

export const colors = {
  // Backgrounds, from the page up to floating layers.
  canvas: themed('#f6f7f9', '#090b0f', '#181818'),
  surface: themed('#ffffff', '#14181f', '#232323'),
  raised: themed('#ffffff', '#1d232d', '#2d2d2d'),
  /** Insets that hold code, data or an empty track. */
  sunken: themed('#f0f2f5', '#0b0e13', '#1a1a1a'),
  hover: themed('#eceff3', '#252c38', '#393939'),
  selected: themed('#e9edff', '#1b2240', '#2c3250'),
  selection: themed('#c9d4ff', '#2f3f86', '#3b4a8c'),
  scrim: themed('#0b0d1166', '#000000a6', '#000000a6'),

  // Lines: a hairline separates areas; a border marks a control and therefore has a contrast of 3:1.
  hairline: themed('#e2e5eb', '#2a303b', '#3b3b3b'),
  /** The outline of buttons, whose labels already identify them. */
  edge: themed('#ccd1da', '#3b4453', '#505050'),
  border: themed('#868d9a', '#6b7587', '#868686'),

  text: themed('#15181e', '#e8ebf0', '#ededed'),
  muted: themed('#596171', '#98a2b3', '#adadad'),
  /** Text of disabled controls, which WCAG exempts. */
  disabled: themed('#9aa1ad', '#5b6473', '#757575'),

  accent: themed('#3a50d6', '#93a7ff', '#a3b4ff'),
  accentSolid: themed('#3f56dc', '#4d64e6', '#5068e2'),
  accentSolidHover: themed('#3348c4', '#4056d4', '#445bd2'),
  accentSubtle: themed('#edf0ff', '#171d38', '#2a3050'),
  onAccent: themed('#ffffff', '#ffffff', '#ffffff'),
  focus: themed('#3f56dc', '#8299ff', '#93a7ff'),

  danger: themed('#c0242d', '#ff8087', '#ff8f94'),
  dangerSolid: themed('#c62a33', '#c93b43', '#c93b43'),
  dangerSolidHover: themed('#a91f28', '#b43039', '#b43039'),
  dangerSubtle: themed('#fdeeee', '#2b1216', '#3d2326'),
  onDanger: themed('#ffffff', '#ffffff', '#ffffff'),

  warning: themed('#8a5300', '#f0b252', '#f2bb66'),
  warningSolid: themed('#f0b040', '#e0a03a', '#e0a03a'),
  warningSolidHover: themed('#e5a02a', '#ecb04e', '#ecb04e'),
  warningSubtle: themed('#fdf3e0', '#27190a', '#3a2d18'),
  onWarning: themed('#2b1a00', '#2b1a00', '#2b1a00'),

  success: themed('#18734a', '#56cf94', '#68d6a0'),
  successSolid: themed('#1b7c50', '#1f8256', '#1f8256'),
  successSolidHover: themed('#166843', '#1a7a4f', '#1a7a4f'),
  successSubtle: themed('#e6f6ee', '#0b2118', '#1d3529'),
  onSuccess: themed('#ffffff', '#ffffff', '#ffffff'),

  // Code, on `surface` and `sunken`.
  syntaxKeyword: themed('#6a35c9', '#bda3ff', '#c4adff'),
  syntaxString: themed('#18734a', '#7fd6a8', '#8fdbb2'),
  syntaxNumber: themed('#a34708', '#f2a86b', '#f4b37e'),
  syntaxName: themed('#15181e', '#e8ebf0', '#ededed'),
  syntaxType: themed('#0d6c86', '#74c9e4', '#84d0e8'),
  syntaxComment: themed('#626a79', '#8a94a5', '#a0a0a0'),
  syntaxOperator: themed('#596171', '#98a2b3', '#adadad'),
};
