/** Mutations of ordinary code: conditions, numbers, statements, queries, attributes and texts of elements. */
import type { ESTree } from 'vite';
import type { Mutation } from './mutation.ts';
import { keyOf, removeFrom, sourceOf, stringOf, unwrap, walk, type Edit, type Node, type Source } from './syntax.ts';

/** A node with its context. */
interface Site {
  node: Node;
  /** Starts with the parent. */
  ancestors: readonly Node[];
  source: Source;
}

interface Change {
  /** The part that changes, if not the whole node. */
  at?: Pick<Node, 'start' | 'end'>;
  after: string;
  label?: string;
  /** The edit, if `after` is only a description of it. */
  edit?: Edit;
}

type Operator = (site: Site) => readonly Change[];

const comparisons: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};
const calculations: Readonly<Record<string, string>> = { '-': '+', '*': '/', '/': '*' };

const text = ({ source }: Site, node: Pick<Node, 'start' | 'end'>): string => sourceOf(source, node);

const exchangeOperator =
  (exchanges: Readonly<Record<string, string>>): Operator =>
  (site) => {
    const { node } = site;
    if (node.type !== 'BinaryExpression') return [];
    const other = exchanges[node.operator];
    return other === undefined ? [] : [{ after: `${text(site, node.left)} ${other} ${text(site, node.right)}` }];
  };

/** No other operator negates this condition already. */
const isPlainCondition = (test: Node): boolean => {
  const { type } = unwrap(test);
  return type !== 'BinaryExpression' && type !== 'UnaryExpression';
};

const negateCondition: Operator = (site) => {
  const { node } = site;
  const test = node.type === 'IfStatement' || node.type === 'ConditionalExpression' ? node.test : null;
  return test === null || !isPlainCondition(test) ? [] : [{ at: test, after: `!(${text(site, test)})` }];
};

/** `shown && <Banner />` */
const negateShown: Operator = (site) => {
  const { node } = site;
  if (node.type !== 'LogicalExpression' || node.operator !== '&&' || !unwrap(node.right).type.startsWith('JSX'))
    return [];
  return isPlainCondition(node.left) ? [{ at: node.left, after: `!(${text(site, node.left)})` }] : [];
};

const exchangeLogic: Operator = (site) => {
  const { node } = site;
  if (node.type !== 'LogicalExpression') return [];
  if (node.operator === '??') return [{ after: text(site, node.left) }];
  const other = node.operator === '&&' ? '||' : '&&';
  return [{ after: `(${text(site, node.left)}) ${other} (${text(site, node.right)})` }];
};

const dropNegation: Operator = (site) => {
  const { node } = site;
  return node.type === 'UnaryExpression' && node.operator === '!' ? [{ after: text(site, node.argument) }] : [];
};

const flipBoolean: Operator = ({ node, ancestors: [parent] }) => {
  if (node.type !== 'Literal' || typeof node.value !== 'boolean') return [];
  return parent && keyOf(parent) === 'reenter' ? [] : [{ after: String(!node.value) }];
};

/** The result of a guard or of a function that returns a boolean, if no other operator negates it already. */
const negateAnswer: Operator = (site) => {
  const {
    node,
    ancestors: [parent, grandparent, owner],
  } = site;
  if (node.type !== 'ArrowFunctionExpression' || node.body.type === 'BlockStatement') return [];
  const answers = node.returnType?.typeAnnotation.type === 'TSBooleanKeyword';
  const isGuard =
    parent?.type === 'Property' &&
    grandparent?.type === 'ObjectExpression' &&
    owner !== undefined &&
    keyOf(owner) === 'guards';
  if (!answers && !isGuard) return [];
  const body = unwrap(node.body);
  if (!isPlainCondition(body) || body.type === 'LogicalExpression') return [];
  return [{ at: node.body, after: `!(${text(site, node.body)})` }];
};

const changeNumber: Operator = ({ node, ancestors: [parent] }) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
  if (parent?.type === 'Property' && parent.key === node) return [];
  return [{ after: String(node.value < 1000 ? node.value + 1 : node.value * 2) }];
};

/** Log output is not under test. */
const isLog = (call: ESTree.CallExpression): boolean => {
  const { callee } = call;
  if (callee.type !== 'MemberExpression') return false;
  const owner = callee.object.type === 'MemberExpression' ? callee.object.property : callee.object;
  return owner.type === 'Identifier' && /^(log|logger|console)$/.test(owner.name);
};

/** Calls and assignments. */
const removeStatement: Operator = ({ node }) => {
  if (node.type !== 'ExpressionStatement') return [];
  let { expression }: { expression: Node } = node;
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') expression = expression.argument;
  if (expression.type === 'AwaitExpression') expression = expression.argument;
  const does =
    expression.type === 'AssignmentExpression' ||
    (expression.type === 'CallExpression' && expression.callee.type !== 'Super' && !isLog(expression));
  return does ? [{ after: '', edit: { start: node.start, end: node.end, text: ';' } }] : [];
};

/** Functions of several statements return at once. */
const emptyBody: Operator = ({ node }) => {
  if (
    node.type !== 'FunctionDeclaration' &&
    node.type !== 'FunctionExpression' &&
    node.type !== 'ArrowFunctionExpression'
  )
    return [];
  const { body } = node;
  if (body?.type !== 'BlockStatement' || body.body.length < 2) return [];
  return [{ at: body, after: '{ return; }', label: '', edit: { start: body.start + 1, end: body.end - 1, text: '' } }];
};

/** `.where(…)` of the query builder. */
const dropWhere: Operator = (site) => {
  const { node } = site;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const { object, property } = node.callee;
  if (property.type !== 'Identifier' || !/^(where|andWhere|whereRef)$/.test(property.name)) return [];
  return [{ at: { start: object.end, end: node.end }, after: '' }];
};

/** Lines of SQL that start with `and`. */
const dropSqlCondition: Operator = (site) => {
  const { node } = site;
  if (node.type !== 'TemplateLiteral') return [];
  const offset = node.start;
  return [...text(site, node).matchAll(/^[ \t]*and\b[^\n`]*/gm)]
    .filter(([line]) => line.split('${').length === line.split('}').length)
    .map(({ 0: line, index }) => ({ at: { start: offset + index, end: offset + index + line.length }, after: '' }));
};

const dropAssigned: Operator = (site) => {
  const { node, ancestors } = site;
  if (node.type !== 'ObjectExpression' || node.properties.length < 2) return [];
  const call = ancestors.find(
    ({ type }) => type !== 'ArrowFunctionExpression' && !type.startsWith('TS') && type !== 'ParenthesizedExpression',
  );
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'assign') return [];
  return node.properties.map((property, index) => ({
    at: property,
    after: '',
    edit: removeFrom(node.properties, index, site.source.text),
  }));
};

/** Attributes that affect behaviour or assistive technology. Appearance is not under test. */
const behaviour =
  /^(disabled|hidden|required|readOnly|inert|open|checked|selected|value|role|type|name|href|to|tabIndex|autoFocus|autoComplete|inputMode|maxLength|aria-.*|on[A-Z].*)$/;

const attributeName = (node: ESTree.JSXAttribute): string => (node.name.type === 'JSXIdentifier' ? node.name.name : '');

const dropAttribute: Operator = ({ node }) =>
  node.type === 'JSXAttribute' && behaviour.test(attributeName(node)) ? [{ after: '' }] : [];

const spoken = /^(label|title|placeholder|alt|aria-label|description)$/;

/** Text that the user reads or that a screen reader announces. */
const changeText: Operator = ({ node }) => {
  if (node.type === 'JSXText' && /[a-z]{2}/i.test(node.value)) return [{ after: 'mutated' }];
  if (node.type !== 'JSXAttribute' || !spoken.test(attributeName(node)) || node.value === null) return [];
  return stringOf(node.value) === null ? [] : [{ at: node.value, after: '"mutated"' }];
};

const operators = {
  'exchange comparison': exchangeOperator(comparisons),
  'exchange calculation': exchangeOperator(calculations),
  'negate condition': negateCondition,
  'negate what is shown': negateShown,
  'exchange logic': exchangeLogic,
  'drop negation': dropNegation,
  'flip boolean': flipBoolean,
  'negate answer': negateAnswer,
  'change number': changeNumber,
  'remove statement': removeStatement,
  'empty body': emptyBody,
  'drop where': dropWhere,
  'drop SQL condition': dropSqlCondition,
  'drop assigned value': dropAssigned,
  'drop attribute': dropAttribute,
  'change text': changeText,
} satisfies Record<string, Operator>;

export type CodeOperator = keyof typeof operators;

/** The name that a node contributes to the path of its descendants. */
function nameOf(node: Node): string | null {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.name ?? null;
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? node.id.name : null;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier' ? node.key.name : null;
    case 'Property':
      return keyOf(node);
    case 'JSXElement':
      return node.openingElement.name.type === 'JSXIdentifier' ? node.openingElement.name.name : null;
    case 'CallExpression': {
      const route = stringOf(node.arguments[0]);
      return route?.startsWith('/') ? route : null;
    }
    default:
      return null;
  }
}

/** Names from the outside in. Only the innermost element counts, because wrappers change with the layout. */
function whereOf({ node, ancestors }: Site): string {
  const all = [node, ...ancestors];
  const innermost = all.find(({ type }) => type === 'JSXElement');
  return (
    all
      .filter((each) => each.type !== 'JSXElement' || each === innermost)
      .map(nameOf)
      .filter((name) => name !== null)
      .toReversed()
      .join('.') || '(top)'
  );
}

/** All mutations that the operators find in a file. */
export function codeMutations(source: Source, names: readonly CodeOperator[]): Mutation[] {
  const found: Mutation[] = [];
  walk(source.program, (node, ancestors) => {
    const site: Site = { node, ancestors, source };
    for (const operator of names) {
      for (const { at = node, after, label, edit } of operators[operator](site)) {
        found.push({
          operator,
          after,
          ...(label !== undefined && { label }),
          where: whereOf(site),
          before: sourceOf(source, at),
          start: at.start,
          edits: [edit ?? { start: at.start, end: at.end, text: after }],
        });
      }
    }
  });
  return found.toSorted((a, b) => a.start - b.start);
}
