import { isSameJson } from '../../kit/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, readMember } from '../../kit/json.ts';
import type {
  CycleFile,
  FileConnector,
  FileMapping,
  FileSource,
  FileStep,
} from '../../model/cycle-file.ts';
import { toFileShape } from '../../model/cycle-file.ts';
import type { CycleFileChange } from '../../model/cycle-file-change.ts';
import { type CycleShape, findStep } from '../../model/cycle-shape.ts';
import { isLayoutKey } from '../../model/cycle-structure.ts';
import { tidyExpression } from '../../model/expression.ts';
import { pairSteps } from './pair-steps.ts';
import { omit } from './pick.ts';
import { readPair, readSymbol, writePair, writeSymbol } from './read-symbol.ts';

/** What differs between two cycle files in what they mean: the order of keys, steps and edges means nothing. */
export function compareCycleFiles(before: CycleFile, after: CycleFile): CycleFileChange[] {
  const { pairs, added, removed } = pairSteps(before, after);
  const names = new Map(pairs.map(([left, right]) => [left.label, right.label]));
  const rename = (label: string) => names.get(label) ?? label;
  const naming = { rename, shapes: [toFileShape(before), toFileShape(after)] as const };
  return [
    ...(before.name === after.name
      ? []
      : [{ kind: 'renamed' as const, before: before.name, after: after.name }]),
    ...compareSettings(null, renameAll(listSettings(before), rename), listSettings(after)),
    ...removed.map((step) => tellStep('step-removed', step)),
    ...added.map((step) => tellStep('step-added', step)),
    ...pairs.flatMap(([left, right]) => compareSteps(left, right, naming)),
    ...compareEdges(before, after, rename),
    ...compareVariables(before, after),
    ...compareBlobs(before, after),
  ];
}

function listSettings({ settings, description, tags }: CycleFile): JsonObject {
  const { VersionedCycle } = settings;
  return {
    ...omit(settings, ['VersionedCycle']),
    ...(isJsonObject(VersionedCycle) ? VersionedCycle : {}),
    Description: description ?? '',
    Tags: [...tags].sort(),
  };
}

function compareSettings(
  step: string | null,
  before: JsonObject,
  after: JsonObject,
): CycleFileChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [left, right] = [readMember(before, name) ?? null, readMember(after, name) ?? null];
    if (isSameJson(left, right) || isLayoutKey(name)) return [];
    return [{ kind: 'setting' as const, step, name, before: left, after: right }];
  });
}

// Texts that name a step, in the words of the later file.
function renameAll(object: JsonObject, rename: (label: string) => string): JsonObject {
  const renameIn = (value: Json): Json => {
    if (typeof value === 'string') {
      const pair = readPair(value);
      if (pair !== null) return writePair(rename(pair.step), pair.field);
      const label = readSymbol('step', value);
      return label === null ? value : writeSymbol('step', rename(label));
    }
    if (Array.isArray(value)) return value.map((item) => renameIn(item as Json));
    return isJsonObject(value) ? renameAll(value, rename) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, renameIn(value)]));
}

function tellStep(kind: 'step-added' | 'step-removed', step: FileStep): CycleFileChange {
  return { kind, step: step.label, says: sayWork(step) };
}

/** What does a step's work: `List contacts of Sample CRM@2.0`. */
function sayWork({ method, connector }: FileStep): string {
  if (connector === null) return method ?? 'no method';
  return `${method ?? 'no method'} of ${sayConnector(connector)}`;
}

function sayConnector({ slot, version }: FileConnector): string {
  return version === null ? slot : `${slot}@${version}`;
}

type Naming = {
  readonly rename: (label: string) => string;
  /** Of the earlier and the later file. */
  readonly shapes: readonly [CycleShape, CycleShape];
};

function compareSteps(before: FileStep, after: FileStep, naming: Naming): CycleFileChange[] {
  const step = after.label;
  const [left, right] = [sayWork(before), sayWork(after)];
  const settings = compareSettings(step, renameAll(before.settings, naming.rename), after.settings);
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
      was === undefined || is === undefined || isSameJson(was.settings, is.settings)
        ? []
        : compareSettings(after.label, was.settings, is.settings).map((change) =>
            change.kind === 'setting'
              ? { ...change, name: `${any.target}: ${change.name}` }
              : change,
          );
    if (isSameJson(earlier, later)) return more;
    return [{ kind: 'mapping' as const, ...at, before: earlier, after: later }, ...more];
  });
}

// A source in the words of the later file, with each step under its label.
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
  const tidied = tidyExpression(source.expression, shape);
  const renamed = tidyExpression(tidied, {
    ...shape,
    // Found by the earlier name, written with the later one.
    steps: steps.map((step, index) => ({ ...step, name: shape.steps[index]?.label ?? step.name })),
  });
  return { kind: 'expression', expression: renamed };
}

function compareEdges(
  before: CycleFile,
  after: CycleFile,
  rename: (label: string) => string,
): CycleFileChange[] {
  const keys = (file: CycleFile, name: (label: string) => string) =>
    new Map(
      file.edges.map(({ tail, head, settings }) => [
        JSON.stringify([name(tail), name(head), settings]),
        { tail: name(tail), head: name(head) },
      ]),
    );
  const [left, right] = [keys(before, rename), keys(after, (label) => label)];
  return [
    ...[...left].flatMap(([key, edge]) =>
      right.has(key) ? [] : [{ kind: 'edge-removed' as const, ...edge }],
    ),
    ...[...right].flatMap(([key, edge]) =>
      left.has(key) ? [] : [{ kind: 'edge-added' as const, ...edge }],
    ),
  ];
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
