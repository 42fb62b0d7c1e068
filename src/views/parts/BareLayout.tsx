import type { ReactNode } from 'react';
import { BrandBar } from './AppSkeleton.tsx';

/** The frame of a page without navigation, such as the page for an unknown address. */
export const BareLayout = ({ children }: { children: ReactNode }) => (
  <>
    <BrandBar />
    <main>{children}</main>
  </>
);
