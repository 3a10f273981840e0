import { isSameJson } from '../../kit/json/canonical-json.ts';
import type {
  AccountObjectDiff,
  Compared,
  ComparedField,
  ConnectorDiff,
  CycleDiff,
} from '../diff/field-diff.ts';

type AnyCompared = Compared<AccountObjectDiff | ConnectorDiff | CycleDiff>;

/**
 * Returns whether a field is a variable that a cycle of ours no longer has, or a mapping to one. We
 * never create one (FORMAT): it comes with the template.
 */
export function isGoneVariable({ live, desired }: AnyCompared, field: ComparedField): boolean {
  const miss = 'unresolved' in desired ? desired.unresolved.get(field.path) : undefined;
  if (live === null || miss?.lost.thing !== 'variable' || miss.lost.isSeveral) return false;
  const { applied, desired: wanted } = field;
  // A mapping to another variable than the one that was there is a wrong name in Git.
  return miss.isSource === true
    ? applied?.kind === 'plain' &&
        wanted.value.kind === 'plain' &&
        isSameJson(applied.value, wanted.value.value)
    : applied !== null;
}
