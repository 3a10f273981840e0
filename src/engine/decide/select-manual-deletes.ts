import type { ComparedAccount } from '../../model/diff/field-diff.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';

/** Moves the deletes that the service does not offer to those that need manual action. */
export function selectManualDeletes(found: ComparedAccount): ComparedAccount {
  const { capabilities, desired } = found;
  // A map that is gone from the manifest releases its objects, and asks for no delete.
  const manualDeletes = [
    ...(capabilities.cycles || desired.cycles.kind !== 'set'
      ? []
      : found.liveOnlyCycles.flatMap(readOwn)),
    ...(capabilities.connectors || desired.connectors.kind !== 'set'
      ? []
      : found.liveOnlyConnectors.flatMap(readOwn)),
  ];
  if (manualDeletes.length === 0) return found;
  const isManual = ({ record }: { readonly record: ObjectRecord | null }) =>
    manualDeletes.some((own) => own === record);
  return {
    ...found,
    liveOnlyCycles: found.liveOnlyCycles.filter((pair) => !isManual(pair)),
    liveOnlyConnectors: found.liveOnlyConnectors.filter((pair) => !isManual(pair)),
    manualDeletes,
  };
}

function readOwn({ record }: { readonly record: ObjectRecord | null }): readonly ObjectRecord[] {
  return record === null ? [] : [record];
}
