import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, toFieldPath } from '../../../model/address.ts';
import { toLaunchPath } from '../../../model/desired/launch-path.ts';
import { findRule } from '../../../model/desired/scope/ownership.ts';
import { hasNoValue, toMappingSource } from '../../../model/desired/to-mapping-source.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import {
  type CycleShape,
  toTargetLabels,
  toTemplateShape,
} from '../../../model/live/cycle-shape.ts';
import type { LiveMapping, TemplateShape } from '../../../model/live/live.ts';
import type { Catalog } from '../../../model/live/reading.ts';
import type { BaselineValue } from '../../../model/observed/baseline.ts';
import { type BaselineContext, toBaselineValue } from '../../../model/observed/compare-members.ts';
import type { UnmanagedChange } from '../../../model/observed/unmanaged.ts';
import { isStructural, type Upgrade } from '../../diff/to-joined-changes.ts';

/**
 * Finds cycles with a changed structure that is now the one of their template's live release. Reads each
 * of those templates once per run; one that cannot be read is no upgrade.
 */
export async function readUpgrades(
  catalog: Catalog | null,
  { cycles, desired: { ownership } }: Pick<AccountDiff, 'cycles' | 'desired'>,
  {
    changes,
    context,
  }: { readonly changes: readonly UnmanagedChange[]; readonly context: BaselineContext },
): Promise<ReadonlyMap<Address, Upgrade>> {
  const upgrades = new Map<Address, Upgrade>();
  const path = toFieldPath('from', 'template');
  for (const cycle of cycles) {
    const { address, kind, live, desired } = cycle;
    const isChanged = changes.some((each) => each.address === address && isStructural(each));
    const item = catalog?.templates.find(({ id }) => id === live?.templateId);
    if (!isChanged || item === undefined) continue;
    const read = await catalog?.readTemplateShape(item.id);
    if (read?.ok !== true || desired.shape === null) continue;
    const template = toTemplateShape(read.value);
    if (!isSameStructure(desired.shape, template)) continue;
    const rule = findRule(ownership, { kind, address }, path);
    upgrades.set(address, {
      template: toBaselineValue(cycle, [path, { kind: 'plain', value: item.name }], context),
      initial: listInitial(read.value, template),
      variables: new Set(template.variables.map(({ displayName }) => displayName)),
      ...(rule?.ignored === undefined ? {} : { ignored: rule.ignored }),
    });
  }
  return upgrades;
}

function isSameStructure(live: CycleShape, template: CycleShape): boolean {
  const names = new Set(live.variables.map(({ displayName }) => displayName));
  return (
    isSameJson(toStructure(live), toStructure(template)) &&
    template.variables.every(({ displayName }) => names.has(displayName))
  );
}

function toStructure({ steps, edges = [] }: CycleShape) {
  const labels = new Map(steps.map(({ id, label }) => [id, label]));
  return {
    steps: steps.map(({ label, method }) => JSON.stringify([label, method])).sort(),
    edges: edges
      .map(({ tail, head }) => JSON.stringify([labels.get(tail), labels.get(head)]))
      .sort(),
  };
}

function listInitial(
  { mappings, variables }: TemplateShape,
  shape: CycleShape,
): ReadonlyMap<FieldPath, BaselineValue> {
  const slots = ['parameters', 'fields'] as const;
  const values = shape.steps.flatMap((step) =>
    slots.flatMap((slot) => {
      const own = new Map(
        mappings.get(step.id)?.[slot].map((mapping) => [mapping.targetId, mapping] as const),
      );
      const labels = toTargetLabels(step[slot]);
      return step[slot].flatMap(({ id, ...target }) => {
        const name = labels.get(id) ?? target.name;
        const mapping = own.get(id);
        const value = toValue(mapping, shape);
        const at = { step: step.label, slot, target: name };
        return [
          ...(value === null
            ? []
            : [[toFieldPath('steps', step.label, slot, name), value] as const]),
          ...(mapping?.isLaunchVisible === true ? [[toLaunchPath(at), true] as const] : []),
        ];
      });
    }),
  );
  const initial = variables.flatMap(({ displayName, value }) =>
    value === null ? [] : [[toFieldPath('variables', displayName), value] as const],
  );
  return new Map([...values, ...initial].map(([path, value]) => [path, { kind: 'plain', value }]));
}

function toValue(mapping: LiveMapping | undefined, shape: CycleShape) {
  const source = mapping === undefined ? null : toMappingSource(mapping, shape);
  return hasNoValue(source) ? null : source;
}
