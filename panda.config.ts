import { defineConfig } from '@pandacss/dev';

export default defineConfig({
  preflight: true,
  include: ['./src/views/**/*.{ts,tsx}'],
  outdir: 'styled-system',
  jsxFramework: 'react',
  strictTokens: true,
});
