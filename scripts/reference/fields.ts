import type * as v from 'valibot';

/** A schema with what its kind adds; valibot's own types are too narrow to walk through any of them. */
interface AnySchema {
  type: string;
  kind: string;
  expression?: string;
  pipe?: readonly Step[];
  entries?: Readonly<Record<string, AnySchema>>;
  wrapped?: AnySchema;
  item?: AnySchema;
  items?: readonly AnySchema[];
  options?: readonly unknown[];
  literal?: unknown;
  key?: AnySchema;
  value?: AnySchema;
}

interface Step {
  kind: string;
  type: string;
  requirement?: unknown;
  description?: string;
}

const optionalTypes = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);
const nullableTypes = new Set(['nullable', 'nullish']);

const limits: Readonly<Record<string, (requirement: unknown) => string>> = {
  max_length: (limit) => `at most ${String(limit)} characters`,
  min_length: (limit) => (limit === 1 ? 'not empty' : `at least ${String(limit)} characters`),
  max_value: (limit) => `at most ${String(limit)}`,
  min_value: (limit) => `at least ${String(limit)}`,
  uuid: () => 'UUID',
  integer: () => 'whole number',
};

const kinds: ReadonlySet<string> = new Set(['UUID', 'whole number']);

/** A schema's kind in words, with the limits that a caller can read. */
function typeOf(schema: AnySchema): string {
  if (optionalTypes.has(schema.type) || nullableTypes.has(schema.type)) {
    const inner = schema.wrapped ? typeOf(schema.wrapped) : 'value';
    return nullableTypes.has(schema.type) ? `${inner} or null` : inner;
  }
  switch (schema.type) {
    case 'array': {
      const of = schema.item === undefined ? '' : ` of ${typeOf(schema.item)}`;
      return `list${of}`;
    }
    case 'picklist':
    case 'enum':
      return (schema.options ?? [])
        .map((option) => `\`${String(option).replaceAll('\t', String.raw`\t`)}\``)
        .join(', ');
    case 'literal':
      return `\`${String(schema.literal)}\``;
    case 'union':
    case 'variant':
      return [...new Set((schema.options ?? []).map((option) => typeOf(option as AnySchema)))].join(' or ');
    case 'record':
      return 'object by name';
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return 'object';
    case 'string':
    case 'number':
    case 'boolean': {
      const words = (schema.pipe ?? []).flatMap(({ type, requirement }) => limits[type]?.(requirement) ?? []);
      const name = schema.type === 'string' ? 'text' : schema.type;
      // A UUID is text, and a whole number is a number.
      return (words.some((word) => kinds.has(word)) ? words : [name, ...words]).join(', ');
    }
    default:
      return schema.pipe?.find(({ type }) => type === 'description')?.description ?? 'any value';
  }
}

export interface Field {
  name: string;
  type: string;
  isRequired: boolean;
}

/** Objects inside objects are listed this deep; what is deeper is an "object". */
const depthLimit = 3;

function unwrapped(schema: AnySchema): AnySchema {
  return schema.wrapped === undefined ? schema : unwrapped(schema.wrapped);
}

/** The fields of several forms of an object: one is required if each form requires it. */
function merged(forms: readonly (readonly Field[])[]): Field[] {
  const byName = Map.groupBy(forms.flat(), ({ name }) => name);
  return [...byName].map(([name, found]) => ({
    name,
    type: [...new Set(found.map(({ type }) => type))].join(' or '),
    isRequired: found.length === forms.length && found.every(({ isRequired }) => isRequired),
  }));
}

function walk(schema: AnySchema, prefix: string, depth: number): Field[] {
  const inner = unwrapped(schema);
  if (inner.type === 'array' && inner.item !== undefined) return walk(inner.item, `${prefix}[]`, depth);
  if (inner.type === 'variant' || inner.type === 'union')
    return merged((inner.options ?? []).map((option) => walk(option as AnySchema, prefix, depth)));
  if (inner.entries === undefined || depth >= depthLimit) return [];
  return Object.entries(inner.entries).flatMap(([key, entry]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [{ name, type: typeOf(entry), isRequired: !optionalTypes.has(entry.type) }, ...walk(entry, name, depth + 1)];
  });
}

/** The fields of what a schema accepts, each with its path; empty for what is no object or list of objects. */
export const fieldsOf = (schema: v.GenericSchema): Field[] => walk(schema as unknown as AnySchema, '', 0);
