/** The type scale: page title 24, section 16, body 14, lists and tabs of a workbench 13, meta 12, data in mono. */
export const textStyles = {
  body: { value: { fontFamily: '{fonts.sans}', fontSize: '14px', lineHeight: '20px', fontWeight: '400' } },
  prose: { value: { fontFamily: '{fonts.sans}', fontSize: '14px', lineHeight: '22px', fontWeight: '400' } },
  small: { value: { fontFamily: '{fonts.sans}', fontSize: '12px', lineHeight: '16px', fontWeight: '400' } },
  tiny: { value: { fontFamily: '{fonts.sans}', fontSize: '11px', lineHeight: '16px', fontWeight: '500' } },
  dense: { value: { fontFamily: '{fonts.sans}', fontSize: '13px', lineHeight: '20px', fontWeight: '400' } },
  label: { value: { fontFamily: '{fonts.sans}', fontSize: '14px', lineHeight: '20px', fontWeight: '500' } },
  section: {
    value: {
      fontFamily: '{fonts.sans}',
      fontSize: '16px',
      lineHeight: '24px',
      fontWeight: '600',
      letterSpacing: '-0.01em',
    },
  },
  title: {
    value: {
      fontFamily: '{fonts.sans}',
      fontSize: '24px',
      lineHeight: '32px',
      fontWeight: '600',
      letterSpacing: '-0.02em',
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
