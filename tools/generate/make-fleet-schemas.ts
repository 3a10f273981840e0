// The schemas of blueprints and fleets have the settings of accounts, so they are made from the
// schema of accounts.

import { makeInput, override, rollout, segment } from './fleet-parts.ts';
import { type Node, ref } from './schema-node.ts';

/** The schema of accounts, as far as the others are made of it. */
export type AccountSchema = Node & {
  readonly $defs: Readonly<Record<string, Node>>;
  readonly properties: {
    readonly spec: Node & { readonly properties: Readonly<Record<string, Node>> };
  };
};

const when = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description:
    'Condition of CEL over inputs, account.labels and vars. False: the account does not have this part.',
  examples: ['inputs.crm == "hubspot"'],
};

/** Keys of an account that no layer sets: they are of one account. */
const ownKeys = ['id', 'ids', 'blueprint'];

/** Makes the schema of a blueprint. */
export function makeBlueprintSchema(account: AccountSchema): Node {
  const patch = makePatch(account);
  return makeSchema(account, 'Blueprint', {
    description:
      'Connectors, cycles and settings that many accounts have, with inputs for what differs.',
    spec: {
      type: 'object',
      additionalProperties: false,
      description: 'Settings of accounts, as in an account, and the inputs that they use.',
      properties: {
        base: {
          ...ref('key'),
          description: 'Blueprint that this one adds to; it can have no base itself.',
        },
        inputs: {
          type: 'object',
          propertyNames: ref('inputName'),
          additionalProperties: ref('input'),
          description: `Values that differ between accounts. A placeholder \${inputs.NAME} has the value.`,
        },
        environments: {
          type: 'object',
          propertyNames: ref('key'),
          additionalProperties: ref('patch'),
          description: 'Settings and inputs of all its accounts in one environment.',
        },
        ...patch,
      },
    },
    defs: { input: makeInput() },
  });
}

/** Makes the schema of a fleet. */
export function makeFleetSchema(account: AccountSchema): Node {
  return makeSchema(account, 'Fleet', {
    description: 'Accounts that use one blueprint, one in each row of a table.',
    spec: {
      type: 'object',
      required: ['blueprint', 'tables'],
      additionalProperties: false,
      description: 'Tables of accounts, and what some of them have of their own.',
      properties: {
        blueprint: { ...ref('key'), description: 'Blueprint of all accounts of the fleet.' },
        tables: {
          type: 'array',
          minItems: 1,
          uniqueItems: true,
          items: { type: 'string', pattern: '\\.(csv|json|yaml|yml)$' },
          description: 'Paths of CSV, YAML or JSON files, from the folder of cyclectl.yaml.',
          examples: [['fleets/customers.csv']],
        },
        graceDays: {
          type: 'integer',
          minimum: 0,
          maximum: 3650,
          default: 30,
          description:
            'Days from the first apply that finds an account leaving until destroy --leaving includes it.',
        },
        segments: {
          type: 'object',
          propertyNames: ref('key'),
          additionalProperties: ref('segment'),
          description: 'Settings and inputs of the accounts that have some labels.',
        },
        overrides: {
          type: 'array',
          items: ref('override'),
          description: 'Settings and inputs of one account, or the revision that it is held on.',
        },
        rollout: ref('rollout'),
      },
    },
    defs: { segment: segment, override: override, rollout: rollout },
  });
}

function makeSchema(
  account: AccountSchema,
  kind: string,
  parts: {
    readonly description: string;
    readonly spec: Node;
    readonly defs: Readonly<Record<string, Node>>;
  },
): Node {
  const own = withSecretInputs(account.$defs) as AccountSchema['$defs'];
  const made = makePatchDefinitions({ ...account, $defs: own });
  const $defs = { ...own, ...made, ...parts.defs };
  const schema = {
    $schema: account.$schema,
    $id: `https://cyclectl.dev/schemas/v1/${kind.toLowerCase()}.schema.json`,
    title: kind,
    description: parts.description,
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    additionalProperties: false,
    properties: {
      apiVersion: { const: 'cyclectl/v1', description: 'Format of this file.' },
      kind: { const: kind, description: 'Kind of this file.' },
      metadata: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        description: 'Your name for it.',
        properties: { name: { ...ref('key'), description: `Name of the ${kind.toLowerCase()}.` } },
      },
      spec: parts.spec,
    },
  };
  return { ...schema, $defs: selectUsed(schema, $defs) };
}

function makePatchDefinitions(account: AccountSchema): Readonly<Record<string, Node>> {
  const { installedConnector, cycle, step, catalogueConnector } = account.$defs;
  const entries = (name: string) => ({ oneOf: [{ type: 'null' }, ref(name)] });
  return {
    inputName: {
      type: 'string',
      pattern: '^[a-zA-Z][a-zA-Z0-9]*$',
      description: 'Letters and digits.',
    },
    patch: {
      type: 'object',
      additionalProperties: false,
      description: 'Settings of an account, and values of inputs.',
      properties: {
        inputs: {
          type: 'object',
          propertyNames: ref('inputName'),
          description: 'Values of inputs by name.',
        },
        ...makePatch(account),
      },
    },
    connectorPatch: toOptional(installedConnector, {
      when,
      connector: { ...ref('catalogueConnectorPatch') },
    }),
    envSecret: withPlaceholder(account.$defs.envSecret, 'env'),
    secretInput: { oneOf: [secret, ref('placeholder')] },
    catalogueConnectorPatch: toOptional(catalogueConnector, {}),
    cyclePatch: toOptional(cycle, {
      when,
      steps: {
        ...readProperty(cycle, 'steps'),
        additionalProperties: ref('stepPatch'),
      },
    }),
    stepPatch: toOptional(step, { when }),
    connectorEntry: entries('connectorPatch'),
    cycleEntry: entries('cyclePatch'),
  };
}

/** Settings of an account that a layer can have. */
function makePatch(account: AccountSchema): Readonly<Record<string, Node>> {
  const { properties } = account.properties.spec;
  const kept = Object.entries(properties).filter(([name]) => !ownKeys.includes(name));
  return {
    ...Object.fromEntries(kept),
    connectors: {
      ...properties.connectors,
      additionalProperties: ref('connectorEntry'),
      description: 'Installed connectors by your key; null: the account does not have it.',
    },
    cycles: {
      ...properties.cycles,
      additionalProperties: ref('cycleEntry'),
      description: 'Cycles by your key; null: the account does not have it.',
    },
  };
}

// A layer has any part of an object; the result of all layers is validated as an account.
function toOptional(node: Node | undefined, properties: Readonly<Record<string, Node>>): Node {
  const { required: _, 'x-required': __, ...rest } = node ?? {};
  return { ...rest, properties: { ...(rest.properties as Node), ...properties } };
}

// An input of type secret has the reference. In a union with texts a placeholder is one of those.
function withSecretInputs(node: unknown, isInUnion = false): unknown {
  if (Array.isArray(node)) return node.map((part) => withSecretInputs(part, true));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, part]) => [name, withSecretInputs(part)]);
  const own = Object.fromEntries(entries) as Node;
  return !isInUnion && own.$ref === secret.$ref ? { ...own, ...ref('secretInput') } : own;
}

const secret = ref('secret');

// A reference of many accounts has their names in it.
function withPlaceholder(node: Node | undefined, name: string): Node {
  const { description, ...form } = readProperty(node, name);
  const property = { description, oneOf: [form, ref('placeholder')] };
  return { ...node, properties: { ...(node?.properties as Node), [name]: property } };
}

function readProperty(node: Node | undefined, name: string): Node {
  return ((node?.properties ?? {}) as Readonly<Record<string, Node>>)[name] ?? {};
}

/** Definitions that a schema refers to, directly or not. */
function selectUsed(
  schema: Node,
  all: Readonly<Record<string, Node>>,
): Readonly<Record<string, Node>> {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(all[name]);
    }
  };
  visit(schema);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}
