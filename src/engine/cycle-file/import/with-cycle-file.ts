import { type FieldPath, toFieldAddress, toFieldPath } from '../../../model/address.ts';
import {
  type FileMapping,
  type LoadedCycleFile,
  toFileShape,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type {
  DesiredCycle,
  DesiredMappingEntry,
  DesiredVisibility,
} from '../../../model/desired/desired.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listUserTags } from '../../../model/diff/identity.ts';
import type { DesiredField } from '../../../model/fields/field-value.ts';
import { type CycleShape, findStep } from '../../../model/live/cycle-shape.ts';

/**
 * Adds mappings, their visibility, variables, description and tags of its file to a cycle; the manifest overrides
 * them. A secret of the file must be in the manifest.
 */
export function withCycleFile(cycle: DesiredCycle, loaded: LoadedCycleFile): DesiredCycle {
  if (cycle.origin.kind !== 'file') throw new Error(`${cycle.address} is not made from a file`);
  const shape = toFileShape(loaded.file);
  const given = new Set(
    cycle.mappings.map(({ step, slot, target }) => toMappingPath(shape, { step, slot, target })),
  );
  const ofFile = loaded.file.steps.flatMap((step) =>
    step.mappings.map((mapping) => ({ mapping, step: step.label })),
  );
  const open = ofFile.filter(
    ({ mapping: { slot, target }, step }) =>
      !given.has(toMappingPath(shape, { step, slot, target })),
  );
  const fields = new Map([
    ...listFields(loaded).map((field) => [field.path, field] as const),
    ...cycle.fields,
  ]);
  const secrets = [
    ...open
      .filter(({ mapping }) => mapping.source.kind === 'secret')
      .map(({ mapping: { slot, target }, step }) => toMappingPath(shape, { step, slot, target })),
    ...loaded.file.variables
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => toFieldPath('variables', name))
      .filter((path) => !cycle.fields.has(path)),
  ];
  const missingSecrets = secrets.map((path) => reportSecret(cycle, path, loaded));
  return {
    ...cycle,
    origin: { ...cycle.origin, loaded },
    fields,
    mappings: [
      ...cycle.mappings,
      ...open.flatMap(({ mapping, step }) => toEntry(mapping, step, loaded)),
    ],
    visibilities: [...cycle.visibilities, ...listVisibilities(cycle, shape, loaded)],
    ...(missingSecrets.length === 0 ? {} : { missingSecrets }),
  };
}

/** Returns the canonical path of a mapping, for any name of its step. */
export function toMappingPath(
  shape: CycleShape,
  at: { readonly step: string; readonly slot: MappingSlot; readonly target: string },
): FieldPath {
  const found = findStep(shape, at.step);
  const label = found.kind === 'one' ? found.item.label : at.step;
  return toFieldPath('steps', label, at.slot, at.target);
}

// IsLaunchVisible is no structure: a replacement would give up the history of the cycle.
function listVisibilities(
  { visibilities }: DesiredCycle,
  shape: CycleShape,
  { file, spanOf }: LoadedCycleFile,
): DesiredVisibility[] {
  const given = new Set(visibilities.map((each) => toMappingPath(shape, each)));
  return file.steps.flatMap(({ label: step, mappings }) =>
    mappings.flatMap(({ slot, target, settings, pointer }): DesiredVisibility[] => {
      const { IsLaunchVisible: isVisible } = settings;
      if (typeof isVisible !== 'boolean') return [];
      if (given.has(toMappingPath(shape, { step, slot, target }))) return [];
      const at = spanOf(`${pointer}/IsLaunchVisible`);
      return [{ step, slot, target, isVisible, at, stepAt: at }];
    }),
  );
}

function toEntry(
  { source, slot, target, pointer }: FileMapping,
  step: string,
  loaded: LoadedCycleFile,
): DesiredMappingEntry[] {
  if (source.kind === 'secret' || source.kind === 'other') return [];
  const at = loaded.spanOf(`${pointer}/Value`);
  return [{ step, slot, target, source, at, stepAt: at }];
}

function listFields({ file, spanOf }: LoadedCycleFile): DesiredField[] {
  const plain = (names: readonly string[], value: string | string[], pointer: string) => ({
    path: toFieldPath(...names),
    value: { kind: 'plain' as const, value },
    at: spanOf(pointer),
  });
  const tags = listUserTags(file.tags);
  return [
    ...file.variables.flatMap(({ name, value }, index) =>
      value === null ? [] : [plain(['variables', name], value, `/Variables/${index}/Value`)],
    ),
    ...(file.description === null || file.description === ''
      ? []
      : [plain(['description'], file.description, '/Description')]),
    ...(tags.length === 0
      ? []
      : [plain(['tags'], [...new Set(tags)].sort(), '/VersionedCycle/Tags')]),
  ];
}

function reportSecret(
  { address, at }: DesiredCycle,
  path: FieldPath,
  { path: file }: LoadedCycleFile,
): Refusal {
  return reportError('cycle-file-secret', {
    summary: `Neither ${file} nor the manifest has a value for the secret ${path}`,
    at,
    address: toFieldAddress(address, path),
    remedy: 'Write it in the cycle as a reference, such as {env: NAME_OF_A_VARIABLE}.',
  });
}
