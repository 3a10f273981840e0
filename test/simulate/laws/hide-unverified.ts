import type { FieldPath } from '../../../src/model/address.ts';
import { parsePath } from '../../../src/model/address.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import { type DumpedCycle, type DumpedStep, labelDumped } from '../../worlds/console/dumped.ts';

/** Places of cycles, by the id of the cycle. */
export type Places = ReadonlyMap<string, readonly (readonly string[])[]>;

/**
 * Removes found secrets that cannot be verified from all moments of a cycle, which count as wanted
 * until someone changes them; and what is left to others, who changed it.
 */
export function openHiding(
  states: Iterable<AccountState>,
  { id, keyId, left }: { readonly id: string; readonly keyId: string; readonly left: Places },
): (cycle: DumpedCycle) => DumpedCycle {
  const records = [...states].flatMap(({ objects }) => [...objects.values()]);
  const applied = records.find(
    ({ kind, remoteId }) => kind === 'cycle' && remoteId === id,
  )?.applied;
  const places = Object.entries(applied ?? {})
    .filter(([, value]) => value.kind === 'secret' && !isVerifiable(value.written, keyId))
    .map(([path]) => parsePath(path as FieldPath));
  const all = [...places, ...(left.get(id) ?? [])];
  return (cycle) => (all.length === 0 ? cycle : hide(cycle, all));
}

/** True if a fingerprint can be compared with one that is made with a key. */
export function isVerifiable(written: string | null, keyId: string): boolean {
  return written?.startsWith(`${keyId}:`) === true;
}

function hide(cycle: DumpedCycle, places: readonly (readonly string[])[]): DumpedCycle {
  const hidden = new Set(places.map((place) => place.join('\n')));
  const labels = new Map([...labelDumped(cycle)].map(([label, { id }]) => [id, label]));
  const hours = (name: 'success' | 'errored') =>
    hidden.has(`retention\n${name}Hours`) ? null : cycle[`${name}RetentionHours`];
  return {
    ...cycle,
    description: hidden.has('description') ? null : cycle.description,
    tags: hidden.has('tags') ? [] : cycle.tags,
    stepErrorAction: hidden.has('errorAction') ? '' : cycle.stepErrorAction,
    collectionSplitType: hidden.has('collectionSplit') ? '' : cycle.collectionSplitType,
    logStepDataRequests: !hidden.has('logRequests') && cycle.logStepDataRequests,
    shareable: !hidden.has('shareable') && cycle.shareable,
    successRetentionHours: hours('success'),
    erroredRetentionHours: hours('errored'),
    variables: cycle.variables.map((variable) =>
      hidden.has(`variables\n${variable.displayName}`) ? { ...variable, value: null } : variable,
    ),
    steps: cycle.steps.map((step) => hideMappings(step, labels.get(step.id) ?? '', hidden)),
  };
}

function hideMappings(step: DumpedStep, label: string, hidden: ReadonlySet<string>): DumpedStep {
  const list = (...place: readonly string[]) =>
    (['parameters', 'fields'] as const).flatMap((slot) =>
      step.method[slot]
        .filter(({ key }) => hidden.has(['steps', label, ...place, slot, key].join('\n')))
        .map(({ id }) => String(id)),
    );
  const [ids, visible] = [list(), list('launchVisible')];
  const mappings = Object.entries(step.mappings)
    .filter(([id]) => !ids.includes(id))
    .map(([id, mapping]) => [
      id,
      visible.includes(id) ? { ...mapping, isLaunchVisible: false } : mapping,
    ]);
  return { ...step, mappings: Object.fromEntries(mappings) };
}
