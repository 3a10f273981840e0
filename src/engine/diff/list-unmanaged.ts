import type { FieldPath } from '../../model/address.ts';
import { findRule, isLasting } from '../../model/desired/scope/ownership.ts';
import type { AccountDiff, AnyDiff } from '../../model/diff/field-diff.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import type { BaselineValue } from '../../model/observed/baseline.ts';
import {
  type BaselineContext,
  compareMember,
  findBaselineValue,
  toBaselineValue,
} from '../../model/observed/compare-members.ts';
import { findEffect } from '../../model/observed/members.ts';
import { observeMembers } from '../../model/observed/observe-members.ts';
import type { UnmanagedChange, UnmanagedPolicy } from '../../model/observed/unmanaged.ts';

/**
 * Lists what others changed in the objects of an account without a field of Git: the members that
 * differ from their baseline. None of an object without a baseline.
 */
export function listUnmanaged(
  diff: AccountDiff,
  policy: UnmanagedPolicy,
  context: BaselineContext,
): readonly UnmanagedChange[] {
  return [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
    listOfObject(object, diff, { policy, context }),
  );
}

function listOfObject(
  object: AnyDiff,
  { desired: { ownership } }: AccountDiff,
  { policy, context }: { readonly policy: UnmanagedPolicy; readonly context: BaselineContext },
): readonly UnmanagedChange[] {
  const { address, kind, at, live, record, fields } = object;
  if (live === null || record?.baseline === undefined) return [];
  const members = observeMembers(object);
  if (members.size === 0) return [];
  const managed = new Set(fields.map(({ path }) => path));
  const paths = new Set([...members.keys(), ...(Object.keys(record.baseline) as FieldPath[])]);
  return [...paths].flatMap((path): UnmanagedChange[] => {
    if (managed.has(path)) return [];
    const [was, is] = [findBaselineValue(record, path), members.get(path)];
    if (isSignedIn(path, is)) return [];
    if (compareMember(object, path, { was, is, print: context.print }) !== 'different') return [];
    const rule = findRule(ownership, object, path);
    if (rule !== null && isLasting(rule) && rule.owner !== 'managed') return [];
    const effect = findEffect(kind, path);
    const response = findRule(policy.rules, object, path)?.response ?? policy[effect];
    if (response === 'ignore') return [];
    return [
      {
        address,
        kind,
        path,
        was: was ?? absent,
        is: toBaselineValue(object, [path, is ?? null], context),
        effect,
        response,
        at,
        ...(rule?.ignored === undefined ? {} : { ignored: rule.ignored }),
      },
    ];
  });
}

const absent: BaselineValue = { kind: 'plain', value: null };

// A connector waits to be signed in by someone; only the loss of that is a change.
function isSignedIn(path: FieldPath, is: PlainValue | undefined): boolean {
  return path === 'auth' && is === true;
}
