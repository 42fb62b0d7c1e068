/** Headings differ from text by weight first, then by size. */
export const textStyles = {
  body: { value: { fontFamily: '{fonts.sans}', fontSize: '13px', lineHeight: '20px', fontWeight: '400' } },
  prose: { value: { fontFamily: '{fonts.sans}', fontSize: '14px', lineHeight: '22px', fontWeight: '400' } },
  small: { value: { fontFamily: '{fonts.sans}', fontSize: '12px', lineHeight: '16px', fontWeight: '400' } },
  tiny: { value: { fontFamily: '{fonts.sans}', fontSize: '11px', lineHeight: '16px', fontWeight: '500' } },
  label: { value: { fontFamily: '{fonts.sans}', fontSize: '13px', lineHeight: '20px', fontWeight: '500' } },
  section: { value: { fontFamily: '{fonts.sans}', fontSize: '14px', lineHeight: '20px', fontWeight: '600' } },
  title: {
    value: {
      fontFamily: '{fonts.sans}',
      fontSize: '18px',
      lineHeight: '24px',
      fontWeight: '600',
      letterSpacing: '-0.01em',
    },
  },
  mono: {
    value: {
      fontFamily: '{fonts.mono}',
      fontSize: '12px',
      lineHeight: '20px',
      fontWeight: '400',
      fontVariantLigatures: 'none',
    },
  },
};
