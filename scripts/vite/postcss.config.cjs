// Panda writes the rules of every style it finds in src/views into the layers that src/views/theme/styles.css declares.
module.exports = { plugins: { '@pandacss/dev/postcss': {} } };
