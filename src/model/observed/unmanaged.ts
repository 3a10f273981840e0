import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, type ObjectKind, toFieldAddress } from '../address.ts';
import type { Ignored } from '../desired/scope/ignored.ts';
import type { ShownValue } from '../plan/change.ts';
import type { SourceSpan } from '../source-span.ts';
import type { BaselineValue } from './baseline.ts';
import type { Effect } from './members.ts';

/** Answers of a project to an unmanaged change: it fails drift, is reported, or is not said. */
export const responses = ['fail', 'report', 'ignore'] as const;
export type Response = (typeof responses)[number];

/** The answers of a project by effect, and its rules by path; the more exact first. */
export type UnmanagedPolicy = Readonly<Record<Effect, Response>> & {
  readonly rules: readonly { readonly pattern: readonly string[]; readonly response: Response }[];
};

/** A change of what a cycle does fails drift, and a label is reported. */
export const defaultPolicy: UnmanagedPolicy = { runs: 'fail', label: 'report', rules: [] };

/** A member of an object of ours that no manifest manages, and that differs from its baseline. */
export type UnmanagedChange = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly path: FieldPath;
  readonly was: BaselineValue;
  /** Null: a property that is gone. */
  readonly is: BaselineValue;
  readonly effect: Effect;
  readonly response: Exclude<Response, 'ignore'>;
  /** Where the manifest names the object. */
  readonly at: SourceSpan;
  /** A person ignores it until a date; absent otherwise. */
  readonly ignored?: Ignored;
  /** Changes that came with it and are answered as one with it. */
  readonly parts?: readonly MemberChange[];
  /** The cycle was upgraded in the console to the live release of its template, which is `is`. */
  readonly isUpgrade?: true;
  /** Steps of it that have another name alone. */
  readonly renamed?: readonly RenamedStep[];
};

/** Counts the changes that drift lists; those that a person ignores are not among them. */
export function countListed(changes: readonly UnmanagedChange[] = []): number {
  return changes.filter(({ ignored }) => ignored === undefined).length;
}

/** Returns whether an address is that of an upgrade in the console. */
export function isUpgradeAt(
  { unmanaged = [] }: { readonly unmanaged?: readonly UnmanagedChange[] },
  address: Address,
): boolean {
  return unmanaged.some(
    (change) =>
      change.isUpgrade === true && toFieldAddress(change.address, change.path) === address,
  );
}

/** A member with another value than in the baseline. */
export type MemberChange = Pick<UnmanagedChange, 'path' | 'was' | 'is'>;

/** Lists the members that a change is about. */
export function listMemberChanges({
  path,
  was,
  is,
  parts = [],
  isUpgrade,
}: Pick<UnmanagedChange, 'path' | 'was' | 'is' | 'parts' | 'isUpgrade'>): readonly MemberChange[] {
  return isUpgrade === true ? parts : [{ path, was, is }, ...parts];
}

/** Hexadecimal digits of the digest of a change. */
const digits = 12;

/** Identifies an unmanaged change by all of its values, as an entry under `ignore` names it. */
export function toChangeDigest(change: UnmanagedChange): string {
  const values = listMemberChanges(change).map(({ path, is }) => [
    path,
    is.kind === 'plain' ? is.value : is.read,
  ]);
  return toHash(formatCanonicalJson([change.path, values])).slice(0, digits);
}

/** The change without an ignore that a person wrote for another one at the same address. */
export function withOwnIgnore(change: UnmanagedChange): UnmanagedChange {
  const { ignored, ...open } = change;
  const isOfAnother = ignored?.changes?.includes(toChangeDigest(change)) === false;
  return isOfAnother ? open : change;
}

/** A member as people may see it. */
export function toShownMember(value: BaselineValue): ShownValue {
  if (value.kind === 'secret') return { kind: 'secret', from: null };
  return { kind: 'plain', value: value.name ?? value.value };
}

/** A step that has another name, and is otherwise as it was. */
export type RenamedStep = { readonly was: string; readonly is: string };

/** A change that came with another one in the same object, as people may see it. */
export type DriftPart = {
  readonly path: FieldPath;
  readonly before: ShownValue;
  readonly now: ShownValue;
};

/** A part of a change as people may see it. */
export function toDriftPart({ path, was, is }: MemberChange): DriftPart {
  return { path, before: toShownMember(was), now: toShownMember(is) };
}

/** Unmanaged change that becomes the baseline, with both values as a baseline keeps them. */
export type AcceptedChange = Pick<
  UnmanagedChange,
  'address' | 'path' | 'was' | 'is' | 'parts' | 'isUpgrade' | 'renamed'
>;
