import type { ReactNode } from 'react';
import { BrandBar } from './AppSkeleton.tsx';

/** The frame of what stands alone in the window, as a page that does not exist. */
export const BareLayout = ({ children }: { children: ReactNode }) => (
  <>
    <BrandBar />
    <main>{children}</main>
  </>
);
