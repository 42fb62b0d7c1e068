import { Mark } from '../ui/Mark.tsx';

/** The application's name, where the application's own bar will be. */
export const BrandBar = () => (
  <header className="boot-bar">
    <Mark />
    Basechart
  </header>
);

/** The shell that index.html shows until the scripts have loaded, kept until there is more to show. */
export const AppSkeleton = () => (
  <>
    <BrandBar />
    <div className="boot-wait" role="progressbar" aria-label="Loading Basechart" />
  </>
);
