// Panda writes the rules of every style it finds in src/views into the layers that src/views/theme/styles.css declares.
// A build does the same by scripts/vite/panda.ts.
module.exports = { plugins: { '@pandacss/dev/postcss': {} } };
