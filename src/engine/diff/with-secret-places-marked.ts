import { listOtherPaths } from '../../model/desired/step-label.ts';
import type {
  AccountObjectDiff,
  Compared,
  ComparedAccount,
  ConnectorDiff,
  CycleDiff,
} from '../../model/diff/field-diff.ts';
import { listSecretPlaces } from '../../model/secret/secret-places.ts';

type AnyCompared = Compared<AccountObjectDiff | ConnectorDiff | CycleDiff>;

/** Marks fields that once had a secret of ours, so that their text is never shown. */
export function withSecretPlacesMarked(diff: ComparedAccount): ComparedAccount {
  const mark = <T extends AnyCompared>(object: T): T => {
    const { address, kind, live } = object;
    const there = live === null ? null : { kind, id: live.id };
    const places = listSecretPlaces(diff.state, address, there);
    if (places.size === 0) return object;
    const fields = object.fields.map((field) =>
      [field.path, ...listOtherPaths(field.path)].some((path) => places.has(path))
        ? { ...field, redaction: 'may-be-secret' as const }
        : field,
    );
    return { ...object, fields };
  };
  return {
    ...diff,
    account: mark(diff.account),
    connectors: diff.connectors.map(mark),
    cycles: diff.cycles.map(mark),
  };
}
