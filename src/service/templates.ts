import { parseStepSource } from '../model/live/exported-cycle.ts';
import type {
  LiveMapping,
  LiveStep,
  LiveVariable,
  NamedItem,
  StepMappings,
  TemplateItem,
  TemplateShape,
} from '../model/live/live.ts';
import type { ServiceReader, ServiceWriter } from '../model/ports.ts';
import {
  readId,
  readList,
  readOptionalFlag,
  readOptionalId,
  readOptionalScalar,
  readOptionalText,
  readPart,
  readText,
  readTexts,
  type Wire,
} from '../wire/shape.ts';
import { readVersion } from './catalog.ts';
import { readCycle } from './cycles.ts';
import { isStaticValue, withInitialValues } from './exports/exported-values.ts';
import { type Client, toPath } from './http/client.ts';
import { listPages } from './http/list-pages.ts';
import { isWebhookStep, readLaunch, readNamed, readParameter, toStepFields } from './steps.ts';

/** Reads templates (SERVICE A.4, E.2). They belong to the partner, so no account header is sent. */
export function makeTemplateReader(
  client: Client,
): Pick<ServiceReader, 'listTemplates' | 'exportTemplate'> {
  return {
    listTemplates: () => listPages(client, { path: '/templates', account: null }, readTemplateItem),
    exportTemplate: (id) =>
      client.ask(
        { method: 'GET', path: toPath('templates', id, 'export'), account: null, repeat: 'safe' },
        readTemplateShape,
      ),
  };
}

/**
 * Never repeated, because each install creates another cycle (SERVICE C, non-idempotent creates).
 */
export function makeTemplateWriter(client: Client): Pick<ServiceWriter, 'installTemplate'> {
  return {
    installTemplate: (account, template) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('templates', template, 'install'),
          account,
          body: {},
          repeat: 'never',
        },
        readCycle,
      ),
  };
}

function readTemplateItem(wire: Wire): TemplateItem {
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    tags: readTexts(wire, 'Tags'),
    connectors: readList(wire, 'Connectors').flatMap((connector) => {
      const name = readOptionalText(connector, 'Name');
      return name === null ? [] : [{ name, version: readVersion(connector) }];
    }),
  };
}

/** Reads an export, which names some keys differently from live reads (SERVICE E.2 [P]). */
function readTemplateShape(wire: Wire): TemplateShape {
  const steps = readList(wire, 'Steps');
  const variables = readList(wire, 'Variables').map(readExportedVariable);
  const names = new Set(variables.map(({ displayName }) => displayName));
  const edges = readList(wire, 'Edges').map((edge) => ({
    tail: readId(edge, 'TailStep_Id'),
    head: readId(edge, 'HeadStep_Id'),
  }));
  const heads = new Set(edges.map(({ head }) => head));
  return {
    steps: steps.map((step) => {
      const exported = readExportedStep(step);
      return withInitialValues(exported, step, { isFirst: !heads.has(exported.id) });
    }),
    edges,
    variables,
    flags: {
      logRequests: readOptionalFlag(wire, 'LogStepDataRequests'),
      shareable: readOptionalFlag(wire, 'Shareable'),
    },
    mappings: new Map(steps.map((step) => [readId(step, 'Id'), readStepMappings(step, names)])),
  };
}

function readExportedVariable(wire: Wire): LiveVariable {
  const name = readText(wire, 'Name');
  return { systemName: name, displayName: name, value: readOptionalScalar(wire, 'Value') };
}

/** A step of an export; the ids in it are those of the export. */
export function readExportedStep(wire: Wire): LiveStep {
  const method = readPart(wire, 'Method');
  const installed = readPart(wire, 'AccountConnector');
  const connector = installed === null ? null : readPart(installed, 'Connector');
  const requestFormat = method === null ? null : readPart(method, 'RequestFormat');
  const responseFormat = method === null ? null : readPart(method, 'ResponseFormat');
  const isWebhook = isWebhookStep(wire, method);
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    action: readOptionalScalar(wire, 'ActionType'),
    method: method === null ? null : readOptionalText(method, 'Name'),
    isWebhook,
    // Only a step of a cycle has an address (SERVICE F [C]).
    webhookUrl: null,
    connectorId: readOptionalId(wire, 'AccountConnector_Id'),
    connectorName: connector === null ? null : readText(connector, 'Name'),
    parameters: method === null ? [] : readList(method, 'Parameters').map(readParameter),
    ...toStepFields(isWebhook, {
      request: readFields(requestFormat),
      response: readFields(responseFormat),
    }),
  };
}

function readFields(format: Wire | null): readonly NamedItem[] {
  const fields = format === null ? [] : readList(format, 'Fields');
  return fields.map((field) => readNamed(field, readPlace(field)));
}

/** Location of a field, which exports call ConnectorField and live reads Location; accepts both. */
function readPlace(field: Wire): string {
  return readOptionalText(field, 'Location') ?? readText(field, 'ConnectorField');
}

/**
 * Mappings of a template step (SERVICE E.2 [P]). `variables` are the template's own names. A
 * mapping without a target is left out, so that it never counts as the template's.
 */
function readStepMappings(step: Wire, variables: ReadonlySet<string>): StepMappings {
  return {
    parameters: readList(step, 'CycleParameters').flatMap((wire) =>
      readMapping(wire, readOptionalId(wire, 'ParameterId'), variables),
    ),
    fields: readList(step, 'CycleFieldMappings').flatMap((wire) => {
      const field = readPart(wire, 'Field');
      return readMapping(wire, field === null ? null : readOptionalId(field, 'Id'), variables);
    }),
  };
}

/**
 * Reads the kind from the value, because only the number of a static value is trusted (see
 * `assumptions.ts`). A kind read wrongly differs from that of the cycles, so export writes it out.
 */
function readMapping(
  wire: Wire,
  targetId: string | null,
  variables: ReadonlySet<string>,
): LiveMapping[] {
  if (targetId === null) return [];
  const value = readOptionalScalar(wire, 'Value');
  const label = readOptionalText(wire, 'TriggerValueDisplayName');
  const none = { sourceStepId: null, sourceFieldId: null, triggerValue: null, triggerLabel: null };
  const mapping = { targetId, value: null, ...none, ...readLaunch(wire) };
  if (isStaticValue(wire)) return [{ ...mapping, type: 'StaticValue', value }];
  const source = parseStepSource(value);
  if (source !== null) {
    const { step: sourceStepId, field: sourceFieldId } = source;
    return [{ ...mapping, type: 'PreviousStep', sourceStepId, sourceFieldId }];
  }
  if (label !== null) {
    return [{ ...mapping, type: 'Lookup', triggerValue: value, triggerLabel: label }];
  }
  if (value === null) return [{ ...mapping, type: 'Ignore' }];
  return [{ ...mapping, type: variables.has(value) ? 'Variable' : 'ValueList', value }];
}
