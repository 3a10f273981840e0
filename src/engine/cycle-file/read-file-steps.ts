import type { JsonObject } from '../../kit/json/json.ts';
import { labelRepeats } from '../../kit/text/label-repeats.ts';
import { shortenText } from '../../kit/text/shorten-text.ts';
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
import { hasWebhookWord, splitFields } from '../../model/live/split-fields.ts';
import { readConnectorSymbol, readPair, readSymbol, unescapeText } from './export/read-symbol.ts';
import type { FileLook, Spot } from './file-look.ts';
import { omit } from './pick.ts';

type ObjectSpot = Spot & { readonly value: JsonObject };

/** The steps of a cycle file. What they name is not judged yet. */
export function readFileSteps(look: FileLook, list: Spot): FileStep[] {
  const labels = new Set<string>();
  const counts = new Map<string, number>();
  const read = look.objects(list).map((step) => {
    const one = readStep(look, step);
    const { pointer } = look.member(step, 'Id');
    if (labels.has(one.label)) {
      const summary = `The step ${JSON.stringify(one.label)} stands twice`;
      look.report('cycle-file-shape', pointer, { summary });
    }
    labels.add(one.label);
    if (one.connector !== null) judgeSlot(look, one.connector, { step, counts });
    return { ...one, pointer };
  });
  if (labels.size === read.length) judgeOrdinals(look, read);
  return read.map(({ pointer: _, ...step }) => step);
}

// Steps of one name are counted in the order of execution, and only they.
function judgeOrdinals(
  look: FileLook,
  steps: readonly (FileStep & { readonly pointer: string })[],
): void {
  const known = new Set(labelRepeats(steps.map(({ name }) => name)));
  for (const { label, name, pointer } of steps) {
    if (known.has(label)) continue;
    look.report('cycle-file-shape', pointer, {
      summary: `There are not so many steps called ${JSON.stringify(shortenText(name, 80))}`,
      remedy: 'Steps of one name are #1, #2 and so on; one that stands alone has no number.',
    });
  }
}

function readStep(look: FileLook, step: ObjectSpot): FileStep {
  const at = (name: string) => look.member(step, name);
  const name = look.optionalText(at('Name')) ?? '';
  const label = readLabel(look, at('Id'), name);
  const method = readMethod(look, step);
  const part = at('Method');
  const parameters = readItems(look, look.member(part, 'Parameters'), 'parameter');
  const isWebhook = isWebhookStep(look, step);
  const readFormat = (format: string) =>
    readItems(look, look.member(look.member(part, format), 'Fields'), 'field');
  const { fields, responses } = splitFields(
    isWebhook,
    { request: readFormat('RequestFormat'), response: readFormat('ResponseFormat') },
    (item) => item.label,
  );
  return {
    label,
    name,
    method,
    isWebhook,
    connector: readConnector(look, step),
    parameters,
    fields,
    responses,
    mappings: [
      ...readMappings(look, at('CycleParameters'), { slot: 'parameters', items: parameters }),
      ...readMappings(look, at('CycleFieldMappings'), { slot: 'fields', items: fields }),
    ],
    settings: omit(step.value, told),
  };
}

const told = [
  'Id',
  'Name',
  'Method',
  'Method_Id',
  'AccountConnector',
  'AccountConnector_Id',
  'CycleParameters',
  'CycleFieldMappings',
] as const;

function readLabel(look: FileLook, spot: Spot, name: string): string {
  const form = `"step:${name}"`;
  const fits = (label: string) => label === name || /^(?:#\d+)+$/.test(label.slice(name.length));
  return (
    look.form(spot, form, (value) => {
      const label = readSymbol('step', value);
      return label?.startsWith(name) === true && fits(label) ? label : null;
    }) ?? name
  );
}

function readMethod(look: FileLook, step: ObjectSpot): string | null {
  const id = look.member(step, 'Method_Id');
  const method = look.member(step, 'Method');
  if (id.value === undefined || id.value === null) return null;
  const form = '"method:" and the name under Method';
  const name = look.optionalText(look.member(method, 'Name'));
  return look.form(id, form, (value) => {
    const found = readSymbol('method', value);
    return found === name ? found : null;
  });
}

// The words are those of a live read too (SERVICE B); numbers are not believed.
function isWebhookStep(look: FileLook, step: ObjectSpot): boolean {
  const method = look.member(step, 'Method');
  return hasWebhookWord([
    look.member(step, 'ActionType').value,
    look.member(method, 'MethodType').value,
  ]);
}

function readConnector(look: FileLook, step: ObjectSpot): FileConnector | null {
  const id = look.member(step, 'AccountConnector_Id');
  if (id.value === undefined || id.value === null) return null;
  const part = look.member(look.member(step, 'AccountConnector'), 'Connector');
  const name = look.optionalText(look.member(part, 'Name'));
  const version = look.optionalText(look.member(part, 'Version'));
  const form = '"connector:NAME@VERSION" with the name and version under AccountConnector';
  return look.form(id, form, (value) => {
    const found = readConnectorSymbol(value);
    return found?.name === name && (found?.version ?? '') === (version ?? '') ? found : null;
  });
}

// Slots are counted in the order of the steps, which manifests rely on.
function judgeSlot(
  look: FileLook,
  connector: FileConnector,
  { step, counts }: { readonly step: ObjectSpot; readonly counts: Map<string, number> },
): void {
  const { name, slot } = connector;
  const ordinal = slot === name ? 1 : Number(slot.slice(name.length + 1));
  const next = (counts.get(name) ?? 0) + 1;
  if (ordinal === next) counts.set(name, next);
  if (ordinal <= next && slot !== `${name}#1`) return;
  look.report('cycle-file-shape', look.member(step, 'AccountConnector_Id').pointer, {
    summary: `Connectors of one name are counted in the order of the steps: the next one is #${next}`,
  });
}

function readItems(look: FileLook, list: Spot, kind: 'field' | 'parameter'): FileItem[] {
  const labels = new Set<string>();
  return look.objects(list).map((item) => {
    const spot = look.member(item, 'Id');
    const label = look.form(spot, `"${kind}:NAME"`, (value) => readSymbol(kind, value)) ?? '';
    if (labels.has(label)) {
      const summary = `The ${kind} ${JSON.stringify(label)} stands twice`;
      look.report('cycle-file-shape', spot.pointer, { summary });
    }
    labels.add(label);
    return {
      label,
      isSensitive: look.member(item, 'IsSensitive').value === true,
      isOptional: look.member(item, 'IsOptional').value === true,
    };
  });
}

function readMappings(
  look: FileLook,
  list: Spot,
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
    const target = look.form(spot, `"${kind}:NAME"`, (value) => readSymbol(kind, value)) ?? '';
    if (target !== '' && !known.has(target)) {
      const what = `${kind} of this step`;
      look.reportName(spot.pointer, { what, name: target, known: [...known] });
    }
    if (targets.has(target)) {
      const summary = `The ${kind} ${JSON.stringify(target)} is mapped twice`;
      look.report('cycle-file-shape', spot.pointer, { summary });
    }
    targets.add(target);
    const source = readSource(look, mapping);
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
      settings: omit(mapping.value, [
        'ParameterId',
        'Field',
        'Value',
        'CycleEntityMappingType',
        'TriggerValueDisplayName',
      ]),
    };
  });
}

function readSource(look: FileLook, mapping: ObjectSpot): FileSource {
  const spot = look.member(mapping, 'Value');
  if (look.isSecret(spot)) return { kind: 'secret' };
  const code = look.optionalNumber(look.member(mapping, 'CycleEntityMappingType'));
  // A mapping that somebody began and gave no value: empty text in its place would be one.
  const isBegun = code !== mappingCodes.ignore && (spot.value === null || spot.value === undefined);
  if (isBegun) return toOther(mapping);
  const text = look.scalar(spot) ?? '';
  switch (code) {
    case mappingCodes.step: {
      const pair = look.form(spot, '"step:NAME,field:LOCATION"', readPair);
      return { kind: 'step', step: pair?.step ?? '', field: pair?.field ?? '' };
    }
    case mappingCodes.value: {
      const value = unescapeText(text);
      return isExpression(value)
        ? { kind: 'expression', expression: value }
        : { kind: 'value', value };
    }
    case mappingCodes.ignore:
      return { kind: 'ignore' };
    case mappingCodes.option:
      return { kind: 'option', option: unescapeText(text) };
    case mappingCodes.variable:
      return { kind: 'variable', variable: unescapeText(text) };
    case mappingCodes.lookup: {
      const label = look.optionalText(look.member(mapping, 'TriggerValueDisplayName'));
      return { kind: 'lookup', value: unescapeText(text), ...(label === null ? {} : { label }) };
    }
    default:
      return toOther(mapping);
  }
}

// Whether people see it when they launch is a setting of the mapping, of whichever kind that is.
function toOther({ value }: ObjectSpot): FileSource {
  return { kind: 'other', written: omit(value, ['IsLaunchVisible']) };
}
