import { renderTable, toCode } from './markdown.ts';

/** What of a JSON Schema the pages of keys read. */
export type SchemaNode = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
};

export type SchemaDocument = SchemaNode & { readonly $defs: Readonly<Record<string, SchemaNode>> };

type Section = { readonly path: string; readonly node: SchemaNode };

/**
 * The sections of a schema: its root, and each object that a key or an entry holds, at the path where it is met first.
 * `shared` has definitions that go by a name of their own, because they stand in many places.
 */
export function renderKeys(
  schema: SchemaDocument,
  { title, shared }: { readonly title: string; readonly shared: readonly string[] },
): string {
  const { $defs } = schema;
  const paths = new Map<string, string>();
  let found: Section[] = [];

  const resolve = (node: SchemaNode): SchemaNode => {
    const { $ref: _, ...own } = node;
    return { ...$defs[readRef(node) ?? ''], ...own };
  };
  const listForms = (node: SchemaNode) =>
    (node.oneOf ?? []).filter((form) => !/^placeholder/.test(readRef(form) ?? ''));
  const isMap = (node: SchemaNode) => resolve(node).properties !== undefined;
  const hasSection = (node: SchemaNode) => {
    const whole = resolve(node);
    return whole.properties !== undefined || listForms(whole).filter(isMap).length > 1;
  };

  /** The path of the section of an object, which is made where it is met first. */
  const openSection = (node: SchemaNode, path: string): string => {
    const name = readRef(node);
    const own = name !== null && shared.includes(name) ? name : path;
    const key = name ?? path;
    if (!paths.has(key)) {
      paths.set(key, own);
      found.push({ path: own, node: resolve(node) });
    }
    return paths.get(key) ?? own;
  };

  const describe = (node: SchemaNode, path: string): string => {
    const whole = resolve(node);
    if (hasSection(node)) {
      const target = openSection(node, path);
      return `[${target.replace(/^spec\./, '')}](#${toAnchor(target)})`;
    }
    if (whole.const !== undefined) return toCode(JSON.stringify(whole.const));
    if (whole.enum !== undefined) return whole.enum.map((item) => toCode(String(item))).join(', ');
    if (whole.items !== undefined) return `list of ${describe(whole.items, `${path}[]`)}`;
    const forms = [...new Set(listForms(whole).map((form) => describe(form, path)))];
    if (forms.length > 0) return forms.join(' or ');
    if (typeof whole.additionalProperties === 'object') {
      return `map to ${describe(whole.additionalProperties, `${path}.KEY`)}`;
    }
    return describePlain(whole);
  };

  const renderForm = (node: SchemaNode, path: string): readonly string[] => {
    const form = resolve(node);
    const keys = Object.entries(form.properties ?? {}).map(([key, value]) => {
      const mark = form.required?.includes(key) === true ? '' : '?';
      return `${toCode(`${key}${mark}`)}: ${describe(value, `${path}.${key}`)}`;
    });
    return [keys.length === 0 ? describe(node, path) : keys.join('<br>'), form.description ?? ''];
  };

  const renderRow = (node: SchemaNode, path: string, key: string): readonly string[] => {
    const value = node.properties?.[key] ?? {};
    const whole = resolve(value);
    const mark = node.required?.includes(key) === true ? ', required' : '';
    const standard =
      whole.default === undefined ? '' : ` Default: ${toCode(JSON.stringify(whole.default))}.`;
    const type = describe(value, path === title ? key : `${path}.${key}`);
    return [`${toCode(key)}${mark}`, type, `${whole.description ?? ''}${standard}`.trim()];
  };

  const renderSection = ({ path, node }: Section): readonly string[] => {
    found = [];
    const table =
      node.properties === undefined
        ? renderTable(
            ['Form', 'Meaning'],
            listForms(node).map((form) => renderForm(form, path)),
          )
        : renderTable(
            ['Key', 'Value', 'Meaning'],
            Object.keys(node.properties).map((key) => renderRow(node, path, key)),
          );
    const says = node.description === undefined ? '' : `${node.description}\n\n`;
    const own = `## ${path}\n\n${says}${table}\n`;
    return [own, ...[...found].flatMap(renderSection)];
  };
  return renderSection({ path: title, node: schema }).join('\n');
}

function readRef({ $ref }: SchemaNode): string | null {
  return $ref?.replace('#/$defs/', '') ?? null;
}

function toAnchor(path: string): string {
  return path.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, '');
}

function describePlain(node: SchemaNode): string {
  const types = [node.type ?? 'anything'].flat().map((type) => plainTypes[type] ?? type);
  const from = node.minimum ?? node.exclusiveMinimum;
  const bounds = [
    from === undefined ? '' : `${node.minimum === undefined ? 'above' : 'at least'} ${from}`,
    node.maximum === undefined ? '' : `at most ${node.maximum}`,
    node.maxLength === undefined ? '' : `at most ${node.maxLength} characters`,
    node.format === undefined ? '' : (formats[node.format] ?? node.format),
  ].filter((bound) => bound !== '');
  return [types.join(' or '), ...bounds].join(', ');
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: '`true` or `false`',
  null: '`null`',
  object: 'map',
  array: 'list',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a time',
  date: 'a date',
  uri: 'a URL',
  uuid: 'a UUID',
};
