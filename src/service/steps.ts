import type { MappingSlot } from '../model/desired/mapping.ts';
import type { LiveMapping, LiveStep, NamedItem, OfferedSource } from '../model/live/live.ts';
import { hasWebhookMarker, toSplitFields } from '../model/live/steps/to-split-fields.ts';
import type { MappingSourceWrite } from '../model/live/writes.ts';
import type { ServiceReader, ServiceWriter } from '../model/ports.ts';
import {
  readField,
  readId,
  readList,
  readOptionalId,
  readOptionalScalar,
  readOptionalText,
  readPart,
  readText,
  type Wire,
} from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';
import { listWhole } from './http/list-pages.ts';
import { readItemRules, readSensitive } from './item-rules.ts';

/** Names of the two lists of a step, in paths and in items (SPEC 4.6; SERVICE A.6). */
const slots: Readonly<Record<MappingSlot, { readonly path: string; readonly item: string }>> = {
  parameters: { path: 'parameters', item: 'Parameter' },
  fields: { path: 'fieldmappings', item: 'Field' },
};

/** Reads steps and their mappings (SPEC 2.6; SERVICE A.5, A.6). */
export function makeStepReader(
  client: Client,
): Pick<ServiceReader, 'listSteps' | 'listSources' | 'listMappings' | 'listPlainMappings'> {
  const listMappings: ServiceReader['listMappings'] = (account, step, slot) =>
    listWhole(client, { path: toPath('steps', step, slots[slot].path), account }, (wire) =>
      readMapping(client.noteMembers('mapping', wire), slot),
    );
  return {
    listSteps: (account, cycle) =>
      listWhole(client, { path: toPath('cycles', cycle, 'steps'), account }, (wire) =>
        readStep(client.noteMembers('step', wire)),
      ),
    listSources: (account, step) =>
      listWhole(client, { path: toPath('steps', step, 'fieldsformapping'), account }, readSource),
    listMappings,
    listPlainMappings: listMappings,
  };
}

/** Writes steps and their mappings, all by plain field writes (SPEC 4.6; SERVICE A.6). */
export function makeStepWriter(client: Client): Pick<ServiceWriter, 'writeMapping' | 'bindStep'> {
  return {
    writeMapping: (at, write) =>
      client.write({
        method: 'PUT',
        path: toPath('steps', at.step, slots[at.slot].path, at.target),
        account: at.account,
        body: {
          [slots[at.slot].item]: { Id: toWireId(at.target) },
          ...('type' in write ? toSourceBody(write) : {}),
          ...(write.isLaunchVisible === undefined
            ? {}
            : { IsLaunchVisible: write.isLaunchVisible }),
        },
        repeat: 'safe',
      }),
    bindStep: (at, step, connector) =>
      client.write({
        method: 'PUT',
        path: toPath('cycles', at.cycle, 'steps', step),
        account: at.account,
        body: { AccountConnector: { Id: toWireId(connector) } },
        repeat: 'safe',
      }),
  };
}

function toSourceBody(source: MappingSourceWrite) {
  return {
    MappingType: source.type,
    Value: source.value,
    SourceStepId: source.sourceStepId,
    SourceFieldId: toWireId(source.sourceFieldId),
    TriggerValue: source.triggerValue,
    TriggerValueDisplayName: source.triggerLabel,
  };
}

/**
 * A field that an earlier step offers. Assumption: its step is an object with an Id, or the id
 * alone.
 */
function readSource(wire: Wire): OfferedSource {
  const { value } = readField(wire, 'Step');
  const isId = typeof value === 'string';
  const part = isId ? null : readPart(wire, 'Step');
  return {
    step: isId ? value.toLowerCase() : part && readId(part, 'Id'),
    id: readId(wire, 'Id'),
    name: readOptionalText(wire, 'Location') ?? readText(wire, 'Name'),
  };
}

function readStep(wire: Wire): LiveStep {
  const method = readPart(wire, 'Method');
  const installed = readPart(wire, 'AccountConnector');
  const connector = installed === null ? null : readPart(installed, 'Connector');
  const isWebhook = isWebhookStep(wire, method);
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    action: readOptionalScalar(wire, 'ActionType'),
    method: method === null ? null : readOptionalText(method, 'Name'),
    isWebhook,
    webhookUrl: readOptionalText(wire, 'WebhookUrl') || null,
    connectorId: installed === null ? null : readOptionalId(installed, 'Id'),
    connectorName: connector === null ? null : readOptionalText(connector, 'Name'),
    parameters: method === null ? [] : readList(method, 'Parameters').map(readParameter),
    ...toStepFields(isWebhook, {
      request: method === null ? [] : readList(method, 'RequestFields').map(readLocated),
      response: method === null ? [] : readList(method, 'ResponseFields').map(readLocated),
    }),
  };
}

/** Inputs and outputs of a step, live or exported; outputs have names alone. */
export function toStepFields(
  isWebhook: boolean,
  lists: { readonly request: readonly NamedItem[]; readonly response: readonly NamedItem[] },
): Pick<LiveStep, 'fields' | 'responses'> {
  const { fields, responses } = toSplitFields(isWebhook, lists, ({ name }) => name);
  return { fields, responses: responses.map(({ id, name }) => ({ id, name })) };
}

function readLocated(wire: Wire): NamedItem {
  return readNamed(wire, readText(wire, 'Location'));
}

/**
 * True for a step that is called from outside: type or action is the word Webhook (SERVICE B,
 * ActionType and MethodType). Numbers are ignored because no source defines them.
 */
export function isWebhookStep(step: Wire, method: Wire | null): boolean {
  const words = [readField(step, 'ActionType').value];
  if (method !== null) {
    words.push(readField(method, 'MethodType').value, readField(method, 'Type').value);
  }
  return hasWebhookMarker(words);
}

/** A parameter of a method, live or exported (SPEC 2.3). */
export function readParameter(wire: Wire): NamedItem {
  return readNamed(wire, readText(wire, 'TargetName'));
}

/** A parameter or field by the name that manifests use. */
export function readNamed(wire: Wire, name: string): NamedItem {
  return {
    id: readId(wire, 'Id'),
    name,
    isSensitive: readSensitive(wire),
    ...readItemRules(wire),
  };
}

function readMapping(wire: Wire, slot: MappingSlot): LiveMapping {
  return {
    targetId: readId(readField(wire, slots[slot].item), 'Id'),
    // A field that was never mapped is Ignore (SERVICE L [Q2][Q3]); older sources say null, which
    // counts as Ignore.
    type: readOptionalText(wire, 'MappingType') ?? (slot === 'fields' ? 'Ignore' : null),
    value: readOptionalScalar(wire, 'Value'),
    sourceStepId: readOptionalId(wire, 'SourceStepId'),
    sourceFieldId: readOptionalId(wire, 'SourceFieldId'),
    triggerValue: readOptionalScalar(wire, 'TriggerValue'),
    triggerLabel: readOptionalText(wire, 'TriggerValueDisplayName'),
    ...readLaunch(wire),
  };
}

/** The visibility of a mapping at launch, live or exported. */
export function readLaunch(wire: Wire): Pick<LiveMapping, 'isLaunchVisible'> {
  const { value } = readField(wire, 'IsLaunchVisible');
  return typeof value === 'boolean' ? { isLaunchVisible: value } : {};
}

/** Parameters, fields and installed connectors have integer ids (SERVICE C, int ids). */
function toWireId(id: string | null): string | number | null {
  if (id === null || !/^\d{1,15}$/.test(id)) return id;
  return Number(id);
}
