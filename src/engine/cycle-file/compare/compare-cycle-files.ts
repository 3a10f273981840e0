import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, readMember } from '../../../kit/json/json.ts';
import {
  type CycleFile,
  type FileConnector,
  type FileMapping,
  type FileSource,
  type FileStep,
  toFileShape,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { isLayoutKey, listSettings } from '../../../model/desired/cycle-file/cycle-structure.ts';
import { normaliseExpression } from '../../../model/desired/expression.ts';
import { type CycleShape, findStep } from '../../../model/live/cycle-shape.ts';
import { formatPair, formatSymbol, parsePair, parseSymbol } from '../export/parse-symbol.ts';
import { compareEdges, compareSettings } from './compare-edges.ts';

/** Equal steps of two files. */
type StepPairs = {
  readonly pairs: readonly (readonly [before: FileStep, after: FileStep])[];
  readonly added: readonly FileStep[];
  readonly removed: readonly FileStep[];
};

type Neighbours = ReadonlyMap<string, { readonly tails: string[]; readonly heads: string[] }>;

/** Compares the meaning of two cycle files, without the order of keys, steps and edges. */
export function compareCycleFiles(before: CycleFile, after: CycleFile): CycleFileChange[] {
  const { pairs, added, removed } = matchSteps(before, after);
  const names = new Map(pairs.map(([left, right]) => [left.label, right.label]));
  const rename = (label: string) => names.get(label) ?? label;
  const naming = { rename, shapes: [toFileShape(before), toFileShape(after)] as const };
  return [
    ...(before.name === after.name
      ? []
      : [{ kind: 'renamed' as const, before: before.name, after: after.name }]),
    ...compareWhole(before, after, rename),
    ...removed.map((step) => toStepChange('step-removed', step)),
    ...added.map((step) => toStepChange('step-added', step)),
    ...pairs.flatMap(([left, right]) => compareSteps(left, right, naming)),
    ...compareEdges(before, after, rename),
    ...compareVariables(before, after),
    ...compareBlobs(before, after),
  ];
}

// Only the file of a template records if it is published, so a cycle's file without it is no
// difference.
function compareWhole(
  before: CycleFile,
  after: CycleFile,
  rename: (label: string) => string,
): CycleFileChange[] {
  const [left, right] = [renameAll(listSettings(before), rename), listSettings(after)];
  return toSettings(null, left, right).filter(
    (change) => change.name !== 'Published' || (change.before !== null && change.after !== null),
  );
}

function toSettings(step: string | null, before: JsonObject, after: JsonObject) {
  return compareSettings(before, after).map((change) => {
    return { kind: 'setting' as const, step, ...change };
  });
}

// Renames steps in texts to those of the later file.
function renameAll(object: JsonObject, rename: (label: string) => string): JsonObject {
  const renameIn = (value: Json): Json => {
    if (typeof value === 'string') {
      const pair = parsePair(value);
      if (pair !== null) return formatPair(rename(pair.step), pair.field);
      const label = parseSymbol('step', value);
      return label === null ? value : formatSymbol('step', rename(label));
    }
    if (Array.isArray(value)) return value.map((item) => renameIn(item as Json));
    return isJsonObject(value) ? renameAll(value, rename) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, renameIn(value)]));
}

function toStepChange(kind: 'step-added' | 'step-removed', step: FileStep): CycleFileChange {
  return { kind, step: step.label, says: formatWork(step) };
}

/** Formats the method of a step: `List contacts of Sample CRM@2.0`. */
function formatWork({ method, connector }: FileStep): string {
  if (connector === null) return method ?? 'no method';
  return `${method ?? 'no method'} of ${formatConnector(connector)}`;
}

function formatConnector({ slot, version }: FileConnector): string {
  return version === null ? slot : `${slot}@${version}`;
}

type Naming = {
  readonly rename: (label: string) => string;
  /** Shapes of the earlier and the later file. */
  readonly shapes: readonly [CycleShape, CycleShape];
};

function compareSteps(before: FileStep, after: FileStep, naming: Naming): CycleFileChange[] {
  const step = after.label;
  const [left, right] = [formatWork(before), formatWork(after)];
  const settings = toSettings(step, renameAll(before.settings, naming.rename), after.settings);
  const isDrawnElsewhere = [...Object.keys(before.settings), ...Object.keys(after.settings)].some(
    (name) =>
      isLayoutKey(name) &&
      !isSameJson(
        readMember(before.settings, name) ?? null,
        readMember(after.settings, name) ?? null,
      ),
  );
  const isDescribedOtherwise = !(['parameters', 'fields', 'responses'] as const).every((list) =>
    isSameJson(before[list], after[list]),
  );
  return [
    ...(before.label === step
      ? []
      : [{ kind: 'step-renamed' as const, before: before.label, after: step }]),
    ...(left === right ? [] : [{ kind: 'step-moved' as const, step, before: left, after: right }]),
    ...settings,
    ...compareMappings(before, after, naming),
    ...(isDescribedOtherwise ? [{ kind: 'described' as const, step }] : []),
    ...(isDrawnElsewhere ? [{ kind: 'layout' as const, step }] : []),
  ];
}

function compareMappings(before: FileStep, after: FileStep, naming: Naming): CycleFileChange[] {
  const key = ({ slot, target }: FileMapping) => JSON.stringify([slot, target]);
  const left = new Map(before.mappings.map((mapping) => [key(mapping), mapping]));
  const right = new Map(after.mappings.map((mapping) => [key(mapping), mapping]));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((each) => {
    const [was, is] = [left.get(each), right.get(each)];
    const any = is ?? was;
    if (any === undefined) return [];
    const { rename, shapes } = naming;
    const [earlier, later] = [
      was === undefined ? null : toComparable(was.source, shapes[0], rename),
      is === undefined ? null : toComparable(is.source, shapes[1], (label) => label),
    ];
    const at = { step: after.label, slot: any.slot, target: any.target };
    const more =
      was === undefined || is === undefined
        ? []
        : compareSettings(was.settings, is.settings).map((change) => {
            return { kind: 'mapping-setting' as const, ...at, ...change };
          });
    if (isSameJson(earlier, later)) return more;
    return [{ kind: 'mapping' as const, ...at, before: earlier, after: later }, ...more];
  });
}

// Renames steps in a source to those of the later file.
function toComparable(
  source: FileSource,
  shape: CycleShape,
  rename: (label: string) => string,
): FileSource {
  if (source.kind === 'step') {
    const found = findStep(shape, source.step);
    return { ...source, step: rename(found.kind === 'one' ? found.item.label : source.step) };
  }
  if (source.kind !== 'expression') return source;
  const steps = shape.steps.map((step) => ({ ...step, label: rename(step.label) }));
  const tidied = normaliseExpression(source.expression, shape);
  const renamed = normaliseExpression(tidied, {
    ...shape,
    // Found by the earlier name, written with the later one.
    steps: steps.map((step, index) => ({ ...step, name: shape.steps[index]?.label ?? step.name })),
  });
  return { kind: 'expression', expression: renamed };
}

function compareVariables(before: CycleFile, after: CycleFile): CycleFileChange[] {
  const index = (file: CycleFile) =>
    new Map(file.variables.map(({ name, value, isSecret }) => [name, { value, isSecret }]));
  const [left, right] = [index(before), index(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((name) => {
    const [was, is] = [left.get(name) ?? null, right.get(name) ?? null];
    if (isSameJson(was as Json, is as Json)) return [];
    return [{ kind: 'variable' as const, name, before: was, after: is }];
  });
}

function compareBlobs(before: CycleFile, after: CycleFile): CycleFileChange[] {
  const known = new Set(before.blobs);
  const count = after.blobs.filter((digest) => !known.has(digest)).length;
  const gone = before.blobs.filter((digest) => !after.blobs.includes(digest)).length;
  return count + gone === 0 ? [] : [{ kind: 'opaque', count: Math.max(count, gone) }];
}

/**
 * Pairs steps by label. A removed and an added step are one renamed step if they call the same
 * method between the same steps.
 */
function matchSteps(before: CycleFile, after: CycleFile): StepPairs {
  const byLabel = new Map(after.steps.map((step) => [step.label, step]));
  const pairs: [FileStep, FileStep][] = [];
  const gone: FileStep[] = [];
  for (const step of before.steps) {
    const same = byLabel.get(step.label);
    if (same === undefined) gone.push(step);
    else pairs.push([step, same]);
  }
  const [flowBefore, flowAfter] = [listNeighbours(before), listNeighbours(after)];
  const known = new Set(before.steps.map(({ label }) => label));
  let added = after.steps.filter(({ label }) => !known.has(label));
  const names = new Map(pairs.map(([left, right]) => [left.label, right.label]));
  const paired = new Set(names.values());
  const removed: FileStep[] = [];
  // In execution order, so that a renamed neighbour is already paired.
  for (const step of gone) {
    const location = formatFlow(flowBefore, step.label, (label) => names.get(label) ?? null);
    const same = added.filter(
      (other) =>
        isSameWork(step, other) &&
        formatFlow(flowAfter, other.label, (label) =>
          known.has(label) || paired.has(label) ? label : null,
        ) === location,
    );
    const [only] = same;
    if (only === undefined || same.length > 1) {
      removed.push(step);
      continue;
    }
    pairs.push([step, only]);
    names.set(step.label, only.label);
    paired.add(only.label);
    added = added.filter((other) => other !== only);
  }
  return { pairs, added, removed };
}

function isSameWork(left: FileStep, right: FileStep): boolean {
  return (
    left.method === right.method &&
    left.connector?.name === right.connector?.name &&
    left.connector?.version === right.connector?.version
  );
}

function listNeighbours({ steps, edges }: CycleFile): Neighbours {
  const around = new Map(
    steps.map(({ label }) => [label, { tails: [] as string[], heads: [] as string[] }]),
  );
  for (const { tail, head } of edges) {
    around.get(head)?.tails.push(tail);
    around.get(tail)?.heads.push(head);
  }
  return around;
}

/**
 * Names the steps around a step that both files have; a neighbour without a pair counts as any
 * step.
 */
function formatFlow(
  flow: Neighbours,
  label: string,
  name: (label: string) => string | null,
): string {
  const around = (labels: readonly string[] = []) => labels.map((each) => name(each) ?? '').sort();
  const { tails, heads } = flow.get(label) ?? {};
  return JSON.stringify([around(tails), around(heads)]);
}
