import type { ReactNode } from 'react';
import { BrandBar } from './Boot.tsx';

/** The frame of what stands alone in the window, as a page that does not exist. */
export const Alone = ({ children }: { children: ReactNode }) => (
  <>
    <BrandBar />
    <main>{children}</main>
  </>
);
