// Runs before the first paint, so that the wrong theme is never seen. From then on the theme chart decides (src/machines/theme).
(() => {
  const themes = ['light', 'dark', 'classic-dark'];
  let chosen = null;
  try {
    chosen = localStorage.getItem('basechart-theme');
  } catch {
    // Storage is refused: the system's theme it is.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = themes.includes(chosen) ? chosen : system;
})();
