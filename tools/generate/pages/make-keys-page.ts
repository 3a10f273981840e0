import { renderTable, toCode } from '../markdown.ts';

/** Part of a JSON Schema that the pages of keys use. */
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
  readonly deprecated?: boolean;
};

export type SchemaDocument = SchemaNode & { readonly $defs: Readonly<Record<string, SchemaNode>> };

type Section = { readonly path: string; readonly node: SchemaNode };

/**
 * Sections of a schema: its root, then each object at the path of its first use. Definitions in
 * `shared` have sections of their own, because many keys use them.
 */
export function renderKeys(
  schema: SchemaDocument,
  { title, shared }: { readonly title: string; readonly shared: readonly string[] },
): string {
  return new KeysPage(schema, title, shared)
    .renderSection({ path: title, node: schema })
    .join('\n');
}

class KeysPage {
  readonly #schema: SchemaDocument;
  readonly #title: string;
  readonly #shared: readonly string[];
  /** Paths of the sections of definitions and unnamed objects. */
  readonly #paths = new Map<string, string>();
  /** Sections found since the start of the last one. */
  #found: Section[] = [];

  constructor(schema: SchemaDocument, title: string, shared: readonly string[]) {
    this.#schema = schema;
    this.#title = title;
    this.#shared = shared;
  }

  renderSection({ path, node }: Section): readonly string[] {
    this.#found = [];
    const keys = Object.keys(node.properties ?? {});
    const table =
      keys.length === 0
        ? renderTable(
            ['Form', 'Meaning'],
            listForms(node).map((form) => this.#renderForm(form, path)),
          )
        : renderTable(
            ['Key', 'Value', 'Meaning'],
            keys.map((key) => this.#renderRow(node, path, key)),
          );
    const says = node.description === undefined ? '' : `${node.description}\n\n`;
    const own = `## ${path}\n\n${says}${table}\n`;
    return [own, ...[...this.#found].flatMap((section) => this.renderSection(section))];
  }

  #renderRow(node: SchemaNode, path: string, key: string): readonly string[] {
    const value = node.properties?.[key] ?? {};
    const whole = this.#resolve(value);
    const mark = node.required?.includes(key) === true ? ', required' : '';
    const standard =
      whole.default === undefined ? '' : ` Default: ${toCode(JSON.stringify(whole.default))}.`;
    const type = this.#describe(value, path === this.#title ? key : `${path}.${key}`);
    return [`${toCode(key)}${mark}`, type, `${whole.description ?? ''}${standard}`.trim()];
  }

  #renderForm(node: SchemaNode, path: string): readonly string[] {
    const form = this.#resolve(node);
    const keys = Object.entries(form.properties ?? {}).map(([key, value]) => {
      const mark = form.required?.includes(key) === true ? '' : '?';
      return `${toCode(`${key}${mark}`)}: ${this.#describe(value, `${path}.${key}`)}`;
    });
    const shown = keys.length === 0 ? this.#describe(node, path) : keys.join('<br>');
    return [shown, form.description ?? ''];
  }

  #describe(node: SchemaNode, path: string): string {
    const whole = this.#resolve(node);
    if (this.#hasSection(whole)) {
      const target = this.#openSection(node, path);
      return `[${target.replace(/^spec\./, '')}](#${toAnchor(target)})`;
    }
    if (whole.const !== undefined) return toCode(JSON.stringify(whole.const));
    if (whole.enum !== undefined) return whole.enum.map((item) => toCode(String(item))).join(', ');
    if (whole.items !== undefined) return `list of ${this.#describe(whole.items, `${path}[]`)}`;
    const forms = [...new Set(listForms(whole).map((form) => this.#describe(form, path)))];
    if (forms.length > 0) return forms.join(' or ');
    if (typeof whole.additionalProperties === 'object') {
      return `map to ${this.#describe(whole.additionalProperties, `${path}.KEY`)}`;
    }
    return describePlain(whole);
  }

  /** Path of an object's section, created at first use. */
  #openSection(node: SchemaNode, path: string): string {
    const name = readRef(node);
    const met = this.#paths.get(name ?? path);
    if (met !== undefined) return met;
    const own = name !== null && this.#shared.includes(name) ? name : path;
    this.#paths.set(name ?? path, own);
    this.#found.push({ path: own, node: this.#resolve(node) });
    return own;
  }

  #hasSection(whole: SchemaNode): boolean {
    const isMap = (node: SchemaNode) => this.#resolve(node).properties !== undefined;
    return whole.properties !== undefined || listForms(whole).filter(isMap).length > 1;
  }

  #resolve(node: SchemaNode): SchemaNode {
    const { $ref: _, ...own } = node;
    return { ...this.#schema.$defs[readRef(node) ?? ''], ...own };
  }
}

/**
 * Forms of a value, without those that are refused, and placeholders, which the head of the page
 * explains once.
 */
function listForms(node: SchemaNode): readonly SchemaNode[] {
  return (node.oneOf ?? []).filter(
    (form) => form.deprecated !== true && !/^placeholder/.test(readRef(form) ?? ''),
  );
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
