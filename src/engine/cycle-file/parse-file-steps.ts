import type { JsonObject } from '../../kit/json/json.ts';
import { toUniqueLabels } from '../../kit/text/to-unique-labels.ts';
import { toShortText } from '../../kit/text/visible-text.ts';
import {
  type FileConnector,
  type FileItem,
  type FileMapping,
  type FileSource,
  type FileStep,
  mappingCodes,
} from '../../model/desired/cycle-file/cycle-file.ts';
import { isExpression } from '../../model/desired/expression.ts';
import type { MappingSlot } from '../../model/desired/mapping.ts';
import { hasWebhookMarker, toSplitFields } from '../../model/live/steps/to-split-fields.ts';
import type { CycleFileReader, JsonLocation } from './cycle-file-reader.ts';
import {
  parseConnectorSymbol,
  parsePair,
  parseSymbol,
  toUnescapedSymbol,
} from './export/parse-symbol.ts';
import { selectOtherKeys } from './order-keys.ts';

type ObjectSpot = JsonLocation & { readonly value: JsonObject };

/** Parses the steps of a cycle file, without a check of their names. */
export function parseFileSteps(look: CycleFileReader, list: JsonLocation): FileStep[] {
  const labels = new Set<string>();
  const counts = new Map<string, number>();
  const read = look.objects(list).map((step) => {
    const one = parseStep(look, step);
    const { pointer } = look.member(step, 'Id');
    if (labels.has(one.label)) {
      const summary = `The step ${JSON.stringify(one.label)} is twice in the file`;
      look.report('cycle-file-shape', pointer, { summary });
    }
    labels.add(one.label);
    if (one.connector !== null) checkSlot(look, one.connector, { step, counts });
    return { ...one, pointer };
  });
  if (labels.size === read.length) checkOrdinals(look, read);
  return read.map(({ pointer: _, ...step }) => step);
}

// Only steps of one name have a number, in execution order.
function checkOrdinals(
  look: CycleFileReader,
  steps: readonly (FileStep & { readonly pointer: string })[],
): void {
  const known = new Set(toUniqueLabels(steps.map(({ name }) => name)));
  for (const { label, name, pointer } of steps) {
    if (known.has(label)) continue;
    look.report('cycle-file-shape', pointer, {
      summary: `The file has fewer steps with the name ${JSON.stringify(toShortText(name, 80))}`,
      remedy: 'Number steps of one name #1, #2 and so on; a single step has no number.',
    });
  }
}

function parseStep(look: CycleFileReader, step: ObjectSpot): FileStep {
  const at = (name: string) => look.member(step, name);
  const name = look.optionalText(at('Name')) ?? '';
  const label = parseLabel(look, at('Id'), name);
  const method = parseMethod(look, step);
  const part = at('Method');
  const parameters = parseItems(look, look.member(part, 'Parameters'), 'parameter');
  const isWebhook = isWebhookStep(look, step);
  const readFormat = (format: string) =>
    parseItems(look, look.member(look.member(part, format), 'Fields'), 'field');
  const { fields, responses } = toSplitFields(
    isWebhook,
    { request: readFormat('RequestFormat'), response: readFormat('ResponseFormat') },
    (item) => item.label,
  );
  return {
    label,
    name,
    method,
    isWebhook,
    connector: parseConnector(look, step),
    parameters,
    fields,
    responses,
    mappings: [
      ...parseMappings(look, at('CycleParameters'), { slot: 'parameters', items: parameters }),
      ...parseMappings(look, at('CycleFieldMappings'), { slot: 'fields', items: fields }),
    ],
    settings: selectOtherKeys(step.value, ownKeys),
  };
}

const ownKeys = [
  'Id',
  'Name',
  'Method',
  'Method_Id',
  'AccountConnector',
  'AccountConnector_Id',
  'CycleParameters',
  'CycleFieldMappings',
] as const;

function parseLabel(look: CycleFileReader, spot: JsonLocation, name: string): string {
  const form = `"step:${name}"`;
  const fits = (label: string) => label === name || /^(?:#\d+)+$/.test(label.slice(name.length));
  return (
    look.form(spot, form, (value) => {
      const label = parseSymbol('step', value);
      return label?.startsWith(name) === true && fits(label) ? label : null;
    }) ?? name
  );
}

function parseMethod(look: CycleFileReader, step: ObjectSpot): string | null {
  const id = look.member(step, 'Method_Id');
  const method = look.member(step, 'Method');
  if (id.value === undefined || id.value === null) return null;
  const form = '"method:" and the name under Method';
  const name = look.optionalText(look.member(method, 'Name'));
  return look.form(id, form, (value) => {
    const found = parseSymbol('method', value);
    return found === name ? found : null;
  });
}

// The markers are those of a live read (SERVICE B); codes are not trusted.
function isWebhookStep(look: CycleFileReader, step: ObjectSpot): boolean {
  const method = look.member(step, 'Method');
  return hasWebhookMarker([
    look.member(step, 'ActionType').value,
    look.member(method, 'MethodType').value,
  ]);
}

function parseConnector(look: CycleFileReader, step: ObjectSpot): FileConnector | null {
  const id = look.member(step, 'AccountConnector_Id');
  if (id.value === undefined || id.value === null) return null;
  const part = look.member(look.member(step, 'AccountConnector'), 'Connector');
  const name = look.optionalText(look.member(part, 'Name'));
  const version = look.optionalText(look.member(part, 'Version'));
  const form = '"connector:NAME@VERSION" with the name and version under AccountConnector';
  return look.form(id, form, (value) => {
    const found = parseConnectorSymbol(value);
    return found?.name === name && (found?.version ?? '') === (version ?? '') ? found : null;
  });
}

// Slots are counted in the order of the steps, because manifests rely on it.
function checkSlot(
  look: CycleFileReader,
  connector: FileConnector,
  { step, counts }: { readonly step: ObjectSpot; readonly counts: Map<string, number> },
): void {
  const { name, slot } = connector;
  const ordinal = slot === name ? 1 : Number(slot.slice(name.length + 1));
  const next = (counts.get(name) ?? 0) + 1;
  if (ordinal === next) counts.set(name, next);
  if (ordinal <= next && slot !== `${name}#1`) return;
  look.report('cycle-file-shape', look.member(step, 'AccountConnector_Id').pointer, {
    summary: `Connectors of one name are numbered in the order of the steps: the next one is #${next}`,
  });
}

function parseItems(
  look: CycleFileReader,
  list: JsonLocation,
  kind: 'field' | 'parameter',
): FileItem[] {
  const labels = new Set<string>();
  return look.objects(list).map((item) => {
    const spot = look.member(item, 'Id');
    const label = look.form(spot, `"${kind}:NAME"`, (value) => parseSymbol(kind, value)) ?? '';
    if (labels.has(label)) {
      const summary = `The ${kind} ${JSON.stringify(label)} is twice in this step`;
      look.report('cycle-file-shape', spot.pointer, { summary });
    }
    labels.add(label);
    return {
      label,
      isSensitive: look.member(item, 'IsSensitive').value === true,
    };
  });
}

function parseMappings(
  look: CycleFileReader,
  list: JsonLocation,
  { slot, items }: { readonly slot: MappingSlot; readonly items: readonly FileItem[] },
): FileMapping[] {
  const kind = slot === 'parameters' ? 'parameter' : 'field';
  const known = new Set(items.map(({ label }) => label));
  const sensitive = new Set(items.flatMap(({ label, isSensitive }) => (isSensitive ? label : [])));
  const targets = new Set<string>();
  return look.objects(list).map((mapping) => {
    const spot =
      slot === 'parameters'
        ? look.member(mapping, 'ParameterId')
        : look.member(look.member(mapping, 'Field'), 'Id');
    const target = look.form(spot, `"${kind}:NAME"`, (value) => parseSymbol(kind, value)) ?? '';
    if (target !== '' && !known.has(target)) {
      const what = `${kind} of this step`;
      look.reportName(spot.pointer, { what, name: target, known: [...known] });
    }
    if (targets.has(target)) {
      const summary = `The ${kind} ${JSON.stringify(target)} is mapped twice`;
      look.report('cycle-file-shape', spot.pointer, { summary });
    }
    targets.add(target);
    const source = parseSource(look, mapping);
    if (sensitive.has(target) && (source.kind === 'value' || source.kind === 'expression')) {
      look.reportSecret(
        look.member(mapping, 'Value').pointer,
        `The ${kind} ${JSON.stringify(target)}`,
      );
    }
    return {
      slot,
      target,
      source,
      pointer: mapping.pointer,
      settings: selectOtherKeys(mapping.value, [
        'ParameterId',
        'Field',
        'Value',
        'CycleEntityMappingType',
        'TriggerValueDisplayName',
      ]),
    };
  });
}

function parseSource(look: CycleFileReader, mapping: ObjectSpot): FileSource {
  const spot = look.member(mapping, 'Value');
  if (look.isSecret(spot)) return { kind: 'secret' };
  const code = look.optionalNumber(look.member(mapping, 'CycleEntityMappingType'));
  // A mapping without a value must not become one with empty text.
  const isEmpty = code !== mappingCodes.ignore && (spot.value === null || spot.value === undefined);
  if (isEmpty) return toOther(mapping);
  const text = look.scalar(spot) ?? '';
  switch (code) {
    case mappingCodes.step: {
      const pair = look.form(spot, '"step:NAME,field:LOCATION"', parsePair);
      return { kind: 'step', step: pair?.step ?? '', field: pair?.field ?? '' };
    }
    case mappingCodes.value: {
      const value = toUnescapedSymbol(text);
      return isExpression(value)
        ? { kind: 'expression', expression: value }
        : { kind: 'value', value };
    }
    case mappingCodes.ignore:
      return { kind: 'ignore' };
    case mappingCodes.option:
      return { kind: 'option', option: toUnescapedSymbol(text) };
    case mappingCodes.variable:
      return { kind: 'variable', variable: toUnescapedSymbol(text) };
    case mappingCodes.lookup: {
      const label = look.optionalText(look.member(mapping, 'TriggerValueDisplayName'));
      return {
        kind: 'lookup',
        value: toUnescapedSymbol(text),
        ...(label === null ? {} : { label }),
      };
    }
    default:
      return toOther(mapping);
  }
}

// Visibility at launch is a setting of every kind of mapping.
function toOther({ value }: ObjectSpot): FileSource {
  return { kind: 'other', written: selectOtherKeys(value, ['IsLaunchVisible']) };
}
