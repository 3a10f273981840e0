import { checkDriftAddresses, toDriftAddress } from '../../../engine/diff/check-drift-addresses.ts';
import { listDrift } from '../../../engine/diff/list-drift.ts';
import { type Address, isRequested, isWithin } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { makeBaselineContext } from '../../../model/observed/make-baseline-context.ts';
import type { AcceptedChange } from '../../../model/observed/unmanaged.ts';
import { listMemberChanges, type UnmanagedChange } from '../../../model/observed/unmanaged.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import { redactKnownSecrets } from '../../../model/secret/redact-secrets.ts';
import { isLasting } from '../../../model/secret/secret.ts';
import type { AcceptRequest } from './acceptance.ts';

/** Changes of an account that can be accepted, or the reasons against it. */
export type Acceptable =
  | {
      readonly kind: 'found';
      readonly changes: readonly AcceptedChange[];
      /** Number of managed fields that drifted at the addresses; their drift stays. */
      readonly managed: number;
    }
  /** The request is wrong, so that nothing of any account is accepted. */
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing of this account can be accepted. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Selects the unmanaged changes of an account at the requested addresses, ignored ones too; for a
 * group, all that a report shows. Never drift of a managed field, because its value is in Git.
 */
export function selectAcceptable(
  diff: AccountDiff,
  { addresses, group, reason }: AcceptRequest,
  print: Fingerprinter,
): Acceptable {
  if (group !== null) return selectShown(diff, reason, print);
  const changes = (diff.unmanaged ?? []).filter((change) =>
    isRequested(addresses, toDriftAddress(change)),
  );
  const managed = listDrift(diff).filter(
    (item) => item.kind !== 'unmanaged' && isRequested(addresses, toDriftAddress(item)),
  );
  const wrong = [
    ...checkDriftAddresses(diff, addresses, (address) =>
      changes.some((each) => isWithin(address, toDriftAddress(each)))
        ? []
        : [reportManaged(address)],
    ),
    ...(changes.length === 0 ? [] : checkReason(diff, reason, print)),
  ];
  if (wrong.length > 0) return { kind: 'wrong', diagnostics: wrong };
  const refused = [...checkMoved(diff, changes), ...changes.flatMap(checkKey)];
  if (refused.length > 0) return { kind: 'refused', diagnostics: refused };
  return { kind: 'found', changes: changes.map(toAcceptedChange), managed: managed.length };
}

// The members of the group are known when all accounts are read; each is checked again before its accept.
function selectShown(diff: AccountDiff, reason: string, print: Fingerprinter): Acceptable {
  const changes = (diff.unmanaged ?? [])
    .filter(({ ignored }) => ignored === undefined)
    .map(toAcceptedChange);
  const wrong = changes.length === 0 ? [] : checkReason(diff, reason, print);
  if (wrong.length > 0) return { kind: 'wrong', diagnostics: wrong };
  return { kind: 'found', changes, managed: 0 };
}

function toAcceptedChange(change: UnmanagedChange): AcceptedChange {
  const { address, path, was, is, parts, isUpgrade, renamed } = change;
  return {
    ...{ address, path, was, is },
    ...(parts === undefined ? {} : { parts }),
    ...(isUpgrade === undefined ? {} : { isUpgrade }),
    ...(renamed === undefined ? {} : { renamed }),
  };
}

function reportManaged(address: Address): Diagnostic {
  return reportError('accept-refused', {
    summary: `${address} cannot be accepted: Git manages all that drifted there`,
    address,
    remedy:
      "Restore Git's value with --revert, write the live value into the manifest with --adopt, or leave it until a date with --ignore.",
  });
}

// The history keeps the reason in clear.
function checkReason(diff: AccountDiff, reason: string, print: Fingerprinter): Diagnostic[] {
  const { hidden } = makeBaselineContext(diff, print);
  if (!hidden.has(reason) && redactKnownSecrets(reason) === reason) return [];
  return [
    reportError('accept-refused', {
      summary: 'The reason contains a secret, or a text that looks like one',
      address: diff.desired.address,
      remedy: 'Write another reason, because the history stores it in clear.',
    }),
  ];
}

/**
 * Refuses objects that Git renamed since the last apply, because their records are at the old
 * addresses.
 */
export function checkMoved(
  { desired: { key, address }, state: { movedFrom, renamed } }: AccountDiff,
  changes: readonly Pick<AcceptedChange, 'address'>[],
): Diagnostic[] {
  if (changes.length === 0) return [];
  const moved = changes.find((change) => renamed?.has(change.address) === true);
  if (movedFrom === undefined && moved === undefined) return [];
  const summary =
    movedFrom === undefined
      ? `${moved?.address} has another key in Git than in state`
      : `${key} was ${movedFrom} in Git, and its state entry has not moved yet`;
  const remedy = 'Run cyclectl apply first to move the entry.';
  return [reportError('accept-refused', { summary, address, remedy })];
}

function checkKey(change: AcceptedChange): Diagnostic[] {
  const isLost = listMemberChanges(change).some(
    ({ is }) => is.kind === 'secret' && !isLasting(is.read),
  );
  if (!isLost) return [];
  const address = toDriftAddress(change);
  return [
    reportError('accept-refused', {
      summary: `${address} cannot be accepted: it is stored as a fingerprint, and the key of this run does not last`,
      address,
      remedy: 'Set CYCLECTL_SECRET_KEY, and run the command again.',
    }),
  ];
}
