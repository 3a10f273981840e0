import { type Address, fieldAddress } from '../../../model/address.ts';
import { isAsked } from '../../../model/desired/scope/revert.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldState,
} from '../../../model/diff/verdict.ts';
import type { DriftFound } from '../../../model/plan/plan.ts';
import { listDrift } from '../list-drift.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * The drift of an account at some addresses, and the findings with nothing moved by others but that: where Git moved
 * too, it alone has.
 */
export function keepAsked(
  diff: AccountDiff,
  addresses: readonly Address[],
): { readonly drift: readonly DriftFound[]; readonly diff: AccountDiff } {
  const drift = listDrift(diff).filter((item) => isAsked(addresses, addressOf(item)));
  const kept = new Set(drift.map(addressOf));
  return {
    drift,
    diff: {
      ...diff,
      account: keep(diff.account, kept),
      connectors: diff.connectors.map((each) => keep(each, kept)),
      cycles: diff.cycles.map((each) => keep(each, kept)),
    },
  };
}

/** What has moved: a field, or an object that is gone. */
function addressOf({ address, path }: Pick<DriftFound, 'address' | 'path'>): Address {
  return path === null ? address : fieldAddress(address, path);
}

const moved: ReadonlySet<FieldState> = new Set(['live', 'both', 'unknown']);

function keep<T extends AnyDiff>(object: T, kept: ReadonlySet<Address>): T {
  const { address, missing } = object;
  return {
    ...object,
    missing: missing?.kind === 'gone' && !kept.has(address) ? null : missing,
    verdicts: object.verdicts.map((verdict) =>
      moved.has(verdict.state) && !kept.has(fieldAddress(address, verdict.path))
        ? { ...verdict, state: verdict.state === 'live' ? 'same' : 'manifest' }
        : verdict,
    ),
  };
}
