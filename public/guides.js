// Buttons at the examples. The pages are complete without them.
const copyLabel = 'Copy';
// What an address may hold.
const runnableLength = 6000;

const button = (label) => Object.assign(document.createElement('button'), { type: 'button', textContent: label });

for (const figure of document.querySelectorAll('figure.code')) {
  const bar = figure.querySelector('figcaption');
  const code = figure.querySelector('code').textContent;
  const copy = button(copyLabel);
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Could not copy';
    }
    setTimeout(() => (copy.textContent = copyLabel), 1500);
  });
  // The dashboard asks who the visitor is, and opens the text as a new query of a project.
  if (bar.querySelector('span')?.textContent === 'SQL' && code.length <= runnableLength) {
    const run = Object.assign(document.createElement('a'), {
      textContent: 'Run in SQL editor',
      href: `/examples/sql?${new URLSearchParams({ sql: code })}`,
    });
    bar.append(run);
  }
  bar.append(copy);
}

// The section that is being read, in the list of headings.
const links = new Map(
  [...document.querySelectorAll('.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
if (links.size > 0) {
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);
  const update = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const { scrollHeight } = document.documentElement;
    const scrolls = scrollHeight > innerHeight + 1;
    // The last sections of a page cannot scroll up to where the others are read.
    const isEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1;
    const below = headings.slice(passed.length);
    // As the address has it: what a reader types after # may have no decoded form.
    const chosen = (isEnd ? below : headings).find(({ id }) => links.get(id).hash === location.hash);
    const last = isEnd ? (chosen ?? below.at(-1)) : undefined;
    const current = scrolls ? (last ?? passed.at(-1) ?? headings[0]) : (chosen ?? headings[0]);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', update, { passive: true });
  addEventListener('hashchange', update);
  update();
}

// Paper is white.
addEventListener('beforeprint', () => {
  const { theme } = document.documentElement.dataset;
  document.documentElement.dataset.theme = 'light';
  addEventListener('afterprint', () => (document.documentElement.dataset.theme = theme), { once: true });
});

// The search while the reader types, over the page. Until its code is there, and where it does not come, the form of the
// page searches.
const field = document.querySelector('[role=search] input');
const dialog = Object.assign(document.createElement('dialog'), { className: 'search', ariaLabel: 'Search the docs' });
const panel = dialog.appendChild(document.createElement('div'));
document.body.append(dialog);

let loading;
const load = () => {
  loading ??= import('/guides-search.js').catch(() => (loading = undefined));
  return loading;
};
const close = () => dialog.close();

async function openSearch() {
  field.focus();
  const code = await load();
  if (code === undefined || dialog.open) return;
  dialog.showModal();
  const search = code.openSearch(field.value, panel, close);
  dialog.addEventListener(
    'close',
    () => {
      field.value = search.query();
      search.stop();
    },
    { once: true },
  );
}

for (const approach of ['focus', 'pointerenter']) field.addEventListener(approach, load);
field.addEventListener('click', openSearch);
field.addEventListener('input', (event) => {
  if (!event.isComposing) void openSearch();
});
field.addEventListener('compositionend', openSearch);
dialog.addEventListener('click', ({ target }) => {
  // Around it, or on a result, which may be a section of this page.
  if (target === dialog || target.closest('a')) close();
});

// The same keys as in many guides.
addEventListener('keydown', (event) => {
  const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTyped = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  if (!isCommand && (!isSlash || isTyped)) return;
  event.preventDefault();
  void openSearch();
});
