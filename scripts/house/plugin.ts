/** The house rules that the linter does not know, as its plugin: `.oxlintrc.json` switches them on. */
import { dirname, relative, resolve, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';
import { hasTypedAddress, hasTypedPattern } from './addresses.ts';
import { refuseImport } from './layers.ts';
import { avoidedIn, avoidedInText } from './words.ts';

type Rule = Parameters<RuleTester['run']>[1];

const root = resolve(import.meta.dirname, '../..');
const fromRoot = (path: string): string => relative(root, path).split(sep).join('/');
const isRelative = (specifier: string): boolean => specifier.startsWith('.');

interface Declared {
  importKind?: string | null;
  exportKind?: string | null;
  specifiers?: readonly object[];
}

/** `import type …`, `export type …`, or every name marked as a type: erased at compile time. */
const isTypeOnly = ({ importKind, exportKind, specifiers }: Declared): boolean =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers !== undefined &&
    specifiers.length > 0 &&
    specifiers.every(
      (name) =>
        ('importKind' in name && name.importKind === 'type') || ('exportKind' in name && name.exportKind === 'type'),
    ));

/** Imports go down the layers, tests stay outside the product, and some packages may be imported only by some files. */
export const imports: Rule = {
  create(context) {
    const from = fromRoot(context.physicalFilename);
    const judge = (specifier: string, typeOnly: boolean, node: { range: [number, number] }) => {
      const to = isRelative(specifier) ? fromRoot(resolve(dirname(context.physicalFilename), specifier)) : null;
      const message = refuseImport({ from, to, specifier, typeOnly });
      if (message !== null) context.report({ message, node });
    };
    return {
      ImportDeclaration: (node) => judge(node.source.value, isTypeOnly(node), node.source),
      ExportAllDeclaration: (node) => judge(node.source.value, isTypeOnly(node), node.source),
      ExportNamedDeclaration: (node) => {
        if (node.source) judge(node.source.value, isTypeOnly(node), node.source);
      },
      ImportExpression: ({ source }) => {
        if (source.type === 'Literal' && typeof source.value === 'string') judge(source.value, false, source);
      },
      TSImportType: ({ source }) => judge(source.value, true, source),
    };
  },
};

/** A name is imported from the file that defines it. */
export const noBarrels: Rule = {
  create(context) {
    const path = fromRoot(context.physicalFilename);
    if (!/^(src|server)\//.test(path)) return {};
    const message = 'No barrels: import a name from the file that gives it.';
    return {
      Program: (node) => {
        if (/\/index\.tsx?$/.test(path))
          context.report({ message: 'No barrels: name a file after the one thing it gives.', node });
      },
      ExportAllDeclaration: (node) => context.report({ message, node }),
      ExportNamedDeclaration: (node) => {
        if (node.source && isRelative(node.source.value)) context.report({ message, node });
      },
    };
  },
};

const rawColour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(/i;
const rawPixels = /(?<![\w.])\d+(?:\.\d+)?px\b/;

/** Colors and lengths are tokens; only the design system's own files contain their values. */
export const noRawStyle: Rule = {
  create(context) {
    if (!/^src\/views\/(?!ui\/|theme\/)/.test(fromRoot(context.physicalFilename))) return {};
    const judge = (text: string, node: { range: [number, number] }) => {
      if (rawColour.test(text)) context.report({ message: 'No raw colour in a view: use a semantic token.', node });
      else if (rawPixels.test(text))
        context.report({ message: 'No raw pixel value in a view: use a size token.', node });
    };
    return {
      Literal: (node) => {
        if (typeof node.value === 'string') judge(node.value, node);
      },
      TemplateElement: (node) => judge(node.value.raw, node),
    };
  },
};

/** Addresses come from the pages table, so that a renamed path breaks the build wherever it is used. */
export const noTypedAddress: Rule = {
  create(context) {
    const path = fromRoot(context.physicalFilename);
    const report = (node: { range: [number, number] }) =>
      context.report({ message: 'No address typed by hand: `href(page)` gives it from the pages table.', node });
    return {
      Literal: (node) => {
        const isTyped =
          'regex' in node
            ? hasTypedPattern(path, node.regex.pattern)
            : typeof node.value === 'string' && hasTypedAddress(path, node.value);
        if (isTyped) report(node);
      },
      TemplateLiteral: (node) => {
        if (hasTypedAddress(path, node.quasis.map(({ value }) => value.raw).join('{}'))) report(node);
      },
    };
  },
};

const commentColumns = 120;
/** Directives and addresses cannot be broken. */
const unbreakable = /^\s*\{?(?:\/\/|\*|\/\*\*?)?\s*(?:oxlint-disable|@ts-|https?:\/\/\S+$)/;

/**
 * Comments of the product use plain words and fit in the window. So do its texts: on screens, in the descriptions of
 * charts, and in what the server answers and logs.
 */
export const plainWords: Rule = {
  create(context) {
    const path = fromRoot(context.physicalFilename);
    if (!/^(?:src|server)\//.test(path)) return {};
    const { lines } = context.sourceCode;
    const judge = (text: string, node: { range: [number, number] }) => {
      // A single word may be a name, such as a key or a role.
      const message = /\s/.test(text.trim()) ? avoidedInText(text) : null;
      if (message !== null) context.report({ message, node });
    };
    return {
      Program: () => {
        for (const node of context.sourceCode.getAllComments()) {
          const message = avoidedIn(node.value.replaceAll(/\n\s*\*/g, ' '));
          if (message !== null) context.report({ message, node });
          const { start, end } = node.loc;
          const written = lines.slice(start.line - 1, end.line);
          if (written.some((line) => line.length > commentColumns && !unbreakable.test(line)))
            context.report({ message: `A comment has at most ${commentColumns} columns: wrap it.`, node });
        }
      },
      Literal: (node) => {
        if (typeof node.value === 'string') judge(node.value, node);
      },
      TemplateElement: (node) => judge(node.value.raw, node),
      JSXText: (node) => judge(node.value, node),
    };
  },
};

const ownTips = 'No tooltip of the browser: use `data-tip`, `data-cut` or `Tooltip`.';

/** Tooltips are the product's own: those of the browser are slow, have its look, and come by no key. */
export const ownTooltips: Rule = {
  create(context) {
    if (!fromRoot(context.physicalFilename).startsWith('src/')) return {};
    const report = (node: { range: [number, number] }) => context.report({ message: ownTips, node });
    return {
      JSXAttribute: (node) => {
        const element = node.parent.type === 'JSXOpeningElement' ? node.parent.name : null;
        // A frame is named by it.
        const isHtml = element?.type === 'JSXIdentifier' && /^[a-z]/.test(element.name) && element.name !== 'iframe';
        if (isHtml && node.name.name === 'title') report(node);
      },
      AssignmentExpression: ({ left }) => {
        if (
          left.type === 'MemberExpression' &&
          left.property.type === 'Identifier' &&
          left.property.name === 'title' &&
          !(left.object.type === 'Identifier' && left.object.name === 'document')
        )
          report(left);
      },
      CallExpression: ({ callee, arguments: [first, ...others] }) => {
        const name =
          callee.type === 'MemberExpression' ? callee.property : callee.type === 'Identifier' ? callee : null;
        if (name?.type !== 'Identifier' || first?.type !== 'Literal') return;
        if (name.name === 'setAttribute' && first.value === 'title') report(first);
        if (name.name !== 'createElement') return;
        for (const argument of others)
          for (const property of argument.type === 'ObjectExpression' ? argument.properties : [])
            if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'title')
              report(property);
      },
    };
  },
};

/** An exception to a rule states its reason on the same line. */
export const reasonedExceptions: Rule = {
  create: (context) => ({
    Program: () => {
      for (const node of context.sourceCode.getAllComments())
        if (
          /^\s*(?:oxlint|eslint)-disable|^\s*@ts-(?:expect-error|ignore)/.test(node.value) &&
          !/ -- \S/.test(node.value)
        )
          context.report({ message: 'An exception states its reason: `-- reason` on the same line.', node });
    },
  }),
};

export default {
  meta: { name: 'house' },
  rules: {
    imports,
    'no-barrels': noBarrels,
    'no-raw-style': noRawStyle,
    'no-typed-address': noTypedAddress,
    'own-tooltips': ownTooltips,
    'plain-words': plainWords,
    'reasoned-exceptions': reasonedExceptions,
  },
};
