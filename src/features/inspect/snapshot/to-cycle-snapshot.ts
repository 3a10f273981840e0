import { toUniqueLabels } from '../../../kit/text/to-unique-labels.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { MappingSlot, MappingSource } from '../../../model/desired/mapping.ts';
import { isUnmapped, toMappingSource } from '../../../model/desired/to-mapping-source.ts';
import { listUserTags } from '../../../model/diff/identity.ts';
import { cycleSettings } from '../../../model/fields/cycle-fields.ts';
import { toShownText } from '../../../model/fields/field-value.ts';
import type { CycleShape, NamedStep } from '../../../model/live/cycle-shape.ts';
import type { LiveMapping, LiveStep } from '../../../model/live/live.ts';
import type { WholeCycle } from '../../../model/live/reading.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import type { CycleSnapshot, SnapshotValue } from './snapshot.ts';

/** Decides if a text at a path may be a secret; `name` is the name of the place. */
type IsHidden = (path: {
  readonly path: FieldPath;
  readonly name: string;
  readonly text: string;
}) => boolean;

type SnapshotContext = {
  /** Key of the account. */
  readonly account: string;
  readonly isHidden: IsHidden;
  readonly fingerprint: Fingerprinter;
};

type Field = readonly [path: FieldPath, value: SnapshotValue];

/**
 * Makes the snapshot of a cycle, by names. Sensitive and possibly secret texts become fingerprints.
 */
export function toCycleSnapshot(
  { live, reading, template }: WholeCycle,
  taking: SnapshotContext,
): CycleSnapshot {
  const { shape } = reading;
  const tags = listUserTags(live.tags).toSorted();
  const fields: readonly Field[] = [
    toField(
      { path: toFieldPath('description'), name: 'description', text: live.description },
      taking,
    ),
    [toFieldPath('tags'), { kind: 'plain', value: tags }],
    ...toSettings(live),
    ...toVariables(shape, taking),
    ...shape.steps.flatMap((step) =>
      (['parameters', 'fields'] as const).flatMap((slot) =>
        toMappings({ shape, step, slot, mappings: reading[slot].get(step.id) ?? [] }, taking),
      ),
    ),
  ];
  return {
    account: taking.account,
    id: live.id,
    name: live.name,
    template: template?.name ?? null,
    steps: shape.steps.map((step) => ({ step: step.label, does: formatWork(step) })),
    fields: Object.fromEntries(fields),
  };
}

// Skips what the service does not show.
function toSettings(live: WholeCycle['live']): Field[] {
  return cycleSettings.flatMap((name): Field[] => {
    const value = live[name];
    return value === null ? [] : [[toFieldPath(name), { kind: 'plain', value }]];
  });
}

function toVariables({ variables }: CycleShape, taking: SnapshotContext): Field[] {
  const labels = toUniqueLabels(variables.map(({ displayName }) => displayName));
  return variables.map(({ displayName: name, value: text }, index) =>
    toField({ path: toFieldPath('variables', labels[index] ?? name), name, text }, taking),
  );
}

function toField(
  fieldPath: { readonly path: FieldPath; readonly name: string; readonly text: string | null },
  { isHidden, fingerprint }: SnapshotContext,
): Field {
  const { path, name, text } = fieldPath;
  return text !== null && isHidden({ path, name, text })
    ? [path, { kind: 'secret', print: fingerprint(text) }]
    : [path, { kind: 'plain', value: text }];
}

// Skips unset and ignored fields, and mappings to hidden targets.
function toMappings(
  slotOf: {
    readonly shape: CycleShape;
    readonly step: NamedStep;
    readonly slot: MappingSlot;
    readonly mappings: readonly LiveMapping[];
  },
  { isHidden, fingerprint }: SnapshotContext,
): Field[] {
  const { shape, step, slot, mappings } = slotOf;
  const labels = toUniqueLabels(step[slot].map(({ name }) => name));
  return mappings.flatMap((mapping): Field[] => {
    const source = toMappingSource(mapping, shape);
    const at = step[slot].findIndex(({ id }) => id === mapping.targetId);
    const target = step[slot][at];
    if (source === null || isUnmapped(source, slot) || target === undefined) return [];
    const { name, isSensitive } = target;
    const path = toFieldPath('steps', step.label, slot, labels[at] ?? name);
    const text = toTypedText(source);
    const isSecret = text !== null && (isSensitive || isHidden({ path, name, text }));
    return [
      [
        path,
        isSecret ? { kind: 'secret', print: fingerprint(text) } : { kind: 'plain', value: source },
      ],
    ];
  });
}

function formatWork({ connectorName, method }: LiveStep): string {
  return [connectorName, method].filter((each) => each !== null).join(', ');
}

// Returns the text that a person may have typed; null for names alone.
function toTypedText(source: MappingSource): string | null {
  if (source.kind === 'option') return source.option;
  if (source.kind === 'lookup') return [source.value, source.label ?? ''].join(' ').trim();
  return toShownText(source);
}
