import { type Address, type FieldPath, toFieldPath } from '../../model/address.ts';
import type { ConnectorPair, CyclePair } from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Deposed } from '../../model/desired/scope/deposed.ts';
import {
  type AccountObjectDiff,
  type Compared,
  type ComparedAccount,
  isBound,
} from '../../model/diff/field-diff.ts';
import type { LiveFields, LiveValue } from '../../model/fields/field-value.ts';
import { fieldTable } from '../../model/fields/fields.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';
import type {
  ConnectorRelease,
  LiveAccount,
  LiveConnector,
  TemplateItem,
} from '../../model/live/live.ts';
import { listSensitiveTexts } from '../../model/secret/sensitive-texts.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import { diffConnectors } from './diff-connectors.ts';
import { type CycleEntry, diffCycles } from './diff-cycles.ts';
import { type DiffOptions, diffFields, listForgotten } from './fields/diff-fields.ts';
import { withSecretsMarked } from './with-secrets-marked.ts';

/** Desired and live side of one account, paired and with names. */
export type AccountSides = {
  readonly desired: DesiredAccount;
  readonly state: AccountState;
  readonly account: LiveAccount | null;
  readonly connectors: readonly ConnectorPair[];
  readonly cycles: readonly CycleEntry[];
  readonly cyclePairs: readonly CyclePair[];
  /** By the address of their replacement. */
  readonly deposed: ReadonlyMap<Address, readonly Deposed[]>;
  readonly templates: readonly TemplateItem[];
  readonly liveConnectors: readonly LiveConnector[];
  readonly releases: readonly ConnectorRelease[];
  readonly isAccountFirst: boolean;
  readonly capabilities: Capabilities;
};

/** Compares every managed field of an account and finds who changed it. */
export function diffAccount(sides: AccountSides, options: DiffOptions): ComparedAccount {
  const { desired } = sides;
  const state = withLabelled(sides);
  const keys = new Map(
    sides.connectors.flatMap((pair) =>
      pair.kind === 'both' ? [[pair.live.id, pair.desired.desired.key] as const] : [],
    ),
  );
  const found: ComparedAccount = {
    desired,
    capabilities: sides.capabilities,
    isAccountFirst: sides.isAccountFirst,
    state,
    account: diffOwn(sides, options),
    connectors: diffConnectors(sides.connectors, options),
    cycles: diffCycles(
      sides.cycles,
      {
        state,
        deposed: sides.deposed,
        templates: sides.templates,
        connectors: sides.liveConnectors,
        keyOf: (id) => keys.get(id) ?? null,
      },
      options,
    ),
    liveOnlyConnectors: sides.connectors.filter((pair) => pair.kind === 'live-only'),
    sensitiveTexts: listSensitiveTexts(sides.liveConnectors, sides.releases),
    liveOnlyCycles: sides.cyclePairs.filter((pair) => pair.kind === 'live-only'),
    manualDeletes: [],
  };
  return withSecretsMarked(found, options.fingerprint);
}

// Applied fields of a cycle move to the current labels of its steps.
function withLabelled({ state, cycles }: AccountSides): AccountState {
  const labelled = cycles.flatMap(({ pair }) =>
    pair.kind === 'both' && pair.record !== null
      ? [[pair.record.address, pair.record] as const]
      : [],
  );
  return { ...state, objects: new Map([...state.objects, ...labelled]) };
}

function diffOwn(sides: AccountSides, options: DiffOptions): Compared<AccountObjectDiff> {
  const { desired, state, account } = sides;
  const remembered = state.objects.get(desired.address) ?? null;
  const record = account === null ? null : remembered;
  const live = account === null ? null : toAccountFields(account);
  return {
    address: desired.address,
    kind: 'account',
    at: desired.at,
    desired,
    live: account,
    record,
    missing: account !== null ? null : remembered === null ? 'new' : 'gone',
    fields: diffFields(
      'account',
      { desired: desired.fields, live, record, isBound: isBound(record, account) },
      options,
    ),
    forgotten: listForgotten(desired.fields, record),
  };
}

/** Managed fields of a live account; none for hidden fields. */
function toAccountFields(live: LiveAccount): LiveFields {
  const values = new Map<FieldPath, LiveValue>();
  if (live.isRecalled === true) return values;
  for (const row of fieldTable) {
    if (row.kind !== 'account' || row.property === null) continue;
    const value = live[row.property as Exclude<keyof LiveAccount, 'isRecalled'>];
    values.set(toFieldPath(...row.path.split('/')), { kind: 'plain', value });
  }
  return values;
}
