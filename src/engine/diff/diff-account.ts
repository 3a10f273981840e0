import type { ConnectorPair, CyclePair } from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import { isBound } from '../../model/diff/is-bound.ts';
import type { AccountDiff, AccountObjectDiff } from '../../model/diff/verdict.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';
import type { LiveAccount, LiveConnector, TemplateItem } from '../../model/live/live.ts';
import type { AccountMemory } from '../../model/memory/memory.ts';
import { diffConnectors } from './diff-connectors.ts';
import type { CycleEntry } from './diff-cycles.ts';
import { diffCycles } from './diff-cycles.ts';
import { leaveToConsole } from './exclude/leave-to-console.ts';
import { leaveToOwners } from './exclude/leave-to-owners.ts';
import { markKnownSecrets } from './exclude/mark-known-secrets.ts';
import { markSecretPlaces } from './exclude/mark-secret-places.ts';
import { narrowToRevert } from './exclude/narrow-to-revert.ts';
import { narrowToUndo } from './exclude/narrow-to-undo.ts';
import type { Judging } from './fields/diff-fields.ts';
import { diffFields, findForgotten } from './fields/diff-fields.ts';
import { toAccountFields } from './sides/to-account-fields.ts';

/** Both sides of one account, paired and named. */
export type AccountSides = {
  readonly desired: DesiredAccount;
  readonly memory: AccountMemory;
  readonly account: LiveAccount | null;
  readonly connectors: readonly ConnectorPair[];
  readonly cycles: readonly CycleEntry[];
  readonly cyclePairs: readonly CyclePair[];
  readonly predecessors: AccountDiff['predecessors'];
  readonly templates: readonly TemplateItem[];
  readonly liveConnectors: readonly LiveConnector[];
  readonly isAccountFirst: boolean;
  readonly capabilities: Capabilities;
};

/** Says of every managed field of an account whether it differs, and who moved; for an undo or a revert, of what it takes back. */
export function diffAccount(sides: AccountSides, judging: Judging): AccountDiff {
  const { desired } = sides;
  const memory = withLabelled(sides);
  const keys = new Map(
    sides.connectors.flatMap((pair) =>
      pair.kind === 'both' ? [[pair.live.id, pair.desired.desired.key] as const] : [],
    ),
  );
  const found = leaveToOwners({
    desired,
    capabilities: sides.capabilities,
    isAccountFirst: sides.isAccountFirst,
    memory,
    account: diffOwn(sides, judging),
    connectors: diffConnectors(sides.connectors, judging),
    cycles: diffCycles(
      sides.cycles,
      {
        memory,
        predecessors: sides.predecessors,
        templates: sides.templates,
        connectors: sides.liveConnectors,
        keyOf: (id) => keys.get(id) ?? null,
      },
      judging,
    ),
    leftConnectors: sides.connectors.filter((pair) => pair.kind === 'live-only'),
    leftCycles: sides.cyclePairs.filter((pair) => pair.kind === 'live-only'),
    predecessors: sides.predecessors,
    leftByHand: [],
  });
  const left = leaveToConsole(found);
  const marked = markKnownSecrets(markSecretPlaces(left), judging.print);
  return narrowToRevert(narrowToUndo(marked));
}

// What was applied to a cycle is known from here on by the labels that its steps have now.
function withLabelled({ memory, cycles }: AccountSides): AccountMemory {
  const labelled = cycles.flatMap(({ pair }) =>
    pair.kind === 'both' && pair.record !== null
      ? [[pair.record.address, pair.record] as const]
      : [],
  );
  return { ...memory, objects: new Map([...memory.objects, ...labelled]) };
}

function diffOwn(sides: AccountSides, judging: Judging): AccountObjectDiff {
  const { desired, memory, account } = sides;
  const remembered = memory.objects.get(desired.address) ?? null;
  const record = account === null ? null : remembered;
  const live = account === null ? null : toAccountFields(account);
  return {
    address: desired.address,
    kind: 'account',
    at: desired.at,
    desired,
    live: account,
    record,
    missing:
      account !== null
        ? null
        : remembered === null
          ? { kind: 'new' }
          : { kind: 'gone', record: remembered },
    verdicts: diffFields(
      'account',
      { desired: desired.fields, live, record, isBound: isBound(record, account) },
      judging,
    ),
    forgotten: findForgotten(desired.fields, record),
  };
}
