import { listTargets } from '../../../src/emulator/world/file/look-up.ts';
import type {
  World,
  WorldConnector,
  WorldField,
  WorldMapping,
  WorldMethod,
  WorldParameter,
  WorldRelease,
  WorldStep,
  WorldTemplate,
} from '../../../src/emulator/world/file/world.ts';
import type { Draw } from './draw.ts';

const parameterMenu: readonly WorldParameter[] = [
  { name: 'since', required: true },
  { name: 'list', values: ['Customers', 'Leads'] },
  { name: 'token', sensitive: true },
  { name: 'listId', lookup: 'Lists' },
  { name: 'with space' },
];
const fieldMenu: readonly (string | WorldField)[] = [
  'Email.Address',
  '[rows].[cells].value',
  { location: 'Id', required: true },
  { location: 'Status', values: ['subscribed', 'pending'] },
  '[orders].total',
  'a/b %2F',
  'Größe',
];
const responseMenu: readonly string[] = ['Id', 'Contact.Email', '[lines].product.sku', 'a/b'];
const stepNames: readonly string[] = ['List', 'Save', 'Step #2: save', 'Find / filter', 'List#2'];
const variableMenu: readonly string[] = ['region', 'batch size', 'Größe'];

/**
 * Catalog with four kinds of connectors, and up to three templates of two to five steps with
 * repeated names, shared slots, nested Locations, variables, webhooks and secrets.
 */
export function drawWorld(draw: Draw): World {
  const connectors = [
    drawConnector(draw, 'Sample CRM', [{ name: 'API key', type: 'ApiKey' }]),
    drawConnector(draw, 'Sample Files', [
      { name: 'User name and password', type: 'Basic', default: true },
      ...(draw.chance(40) ? [{ name: 'API key', type: 'ApiKey' as const }] : []),
    ]),
    drawConnector(draw, 'Sample Mailer', [{ name: 'Sign in', type: 'OAuth2' }]),
    drawConnector(draw, 'Our App', null),
  ];
  const count = draw.int(1, 3);
  const templates = Array.from({ length: count }, (_, index) =>
    drawTemplate(draw, connectors, `Template ${index + 1}`),
  );
  return { seed: draw.int(1, 9999), connectors, templates };
}

/** The release that an install without a version takes. */
export function latestOf(connector: WorldConnector): WorldRelease {
  const release = connector.releases.at(-1);
  if (release === undefined) throw new Error(`${connector.name} has no release`);
  return release;
}

function drawConnector(
  draw: Draw,
  name: string,
  authentication: WorldConnector['authentication'] | null,
): WorldConnector {
  const methods = [
    drawMethod(draw, 'List', false),
    drawMethod(draw, 'Save', true),
    ...(name === 'Our App' ? [drawWebhook(draw)] : []),
  ];
  const properties = draw.some(
    [
      { name: 'region', values: ['eu', 'us'] },
      { name: 'port' },
      { name: 'ClientSecret', sensitive: true },
      { name: 'root / folder' },
    ],
    60,
  );
  const versions = name === 'Sample CRM' && draw.chance(60) ? ['1.0', '2.0', '10.0'] : ['1.4'];
  return {
    name,
    ...(authentication === null ? { native: true } : { authentication: authentication ?? [] }),
    releases: versions.map((version) => ({ version, properties, methods })),
  };
}

function drawMethod(draw: Draw, name: string, isWriter: boolean): WorldMethod {
  return {
    name,
    parameters: draw.some(parameterMenu, 45),
    ...(isWriter ? { fields: draw.some(fieldMenu, 55) } : {}),
    responseFields: ['Name', ...draw.some(responseMenu, 60)],
  };
}

function drawWebhook(draw: Draw): WorldMethod {
  return {
    name: 'Received',
    type: 'Webhook',
    fields: ['Name', ...draw.some(responseMenu, 60)],
  };
}

function drawTemplate(
  draw: Draw,
  connectors: readonly WorldConnector[],
  name: string,
): WorldTemplate {
  const variables = Object.fromEntries(
    draw.some(variableMenu, 50).map((variable) => [variable, draw.pick(['eu', '100', 'true'])]),
  );
  const steps: WorldStep[] = [];
  const methods: WorldMethod[] = [];
  const isWebhook = draw.chance(25);
  for (let index = draw.int(2, 5); index > 0; index -= 1) {
    const isFirst = steps.length === 0;
    const connector = isFirst && isWebhook ? connectors[3] : draw.pick(connectors);
    if (connector === undefined) throw new Error('The world has too few connectors');
    const wanted = isFirst && isWebhook ? 'Received' : draw.pick(['Save', 'List']);
    const method = latestOf(connector).methods?.find((each) => each.name === wanted);
    if (method === undefined) throw new Error(`${connector.name} has no method ${wanted}`);
    const hasOne = steps.some((step) => step.connector === connector.name);
    const slot = hasOne && draw.chance(40) ? `${connector.name}#2` : connector.name;
    steps.push({
      name: draw.pick(stepNames),
      connector: slot,
      method: wanted,
      ...drawDefaults(draw, { method, steps, methods, variables: Object.keys(variables) }),
    });
    methods.push(method);
  }
  return {
    name,
    tags: draw.some(['mail', 'files'], 50),
    variables,
    steps,
    ...(draw.chance(15) ? { freshInstallation: true } : {}),
    ...(draw.chance(15) ? { minimalInstallAnswer: true } : {}),
  };
}

// A required value has one from the template, so that its cycles can start.
function drawDefaults(
  draw: Draw,
  at: {
    readonly method: WorldMethod;
    readonly steps: readonly WorldStep[];
    readonly methods: readonly WorldMethod[];
    readonly variables: readonly string[];
  },
): Pick<WorldStep, 'parameters' | 'fields'> {
  const mapping = (): WorldMapping => drawDefault(draw, at);
  const parameters = (at.method.parameters ?? []).filter(
    (each) => each.required === true || draw.chance(35),
  );
  const fields = listTargets(at.method).filter(
    (each) => (typeof each !== 'string' && each.required === true) || draw.chance(35),
  );
  const locate = (each: string | WorldField): string =>
    typeof each === 'string' ? each : each.location;
  return {
    parameters: Object.fromEntries(parameters.map((each) => [each.name, mapping()])),
    fields: Object.fromEntries(fields.map((each) => [locate(each), mapping()])),
  };
}

function drawDefault(
  draw: Draw,
  at: {
    readonly steps: readonly WorldStep[];
    readonly methods: readonly WorldMethod[];
    readonly variables: readonly string[];
  },
): WorldMapping {
  const [variable] = at.variables;
  const source = at.steps[0];
  const isAlone = at.steps.filter((step) => step.name === source?.name).length === 1;
  const kind = draw.int(0, 3);
  if (kind === 1 && variable !== undefined) return { variable };
  if (kind === 2 && source !== undefined && isAlone) return { step: source.name, field: 'Name' };
  if (kind === 3) return { option: 'Leads' };
  return 'as the template says';
}
