/** The application's name where the application's own bar will stand. */
export const BrandBar = () => (
  <header className="boot-bar">
    <svg className="boot-mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" aria-hidden>
      <circle cx="6" cy="16" r="4" fill="currentColor" />
      <circle cx="18" cy="16" r="4" />
      <path d="M6 8c2.5-4.5 8.5-4.5 11.5-1M17.8 2.8v4.4h-4.4" />
    </svg>
    Basechart
  </header>
);

/** The shell that index.html carries until the scripts have come, kept up until there is more to show. */
export const Boot = () => (
  <>
    <BrandBar />
    <div className="boot-wait" role="progressbar" aria-label="Loading Basechart" />
  </>
);
