import { parseObjectAddress, toFieldPath } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listFreedConnectors, listUnmetRunning } from '../../../model/diff/unmet.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import { describeStop } from './classify-impact.ts';
import { listPossibleRenames, type Removed } from './list-possible-renames.ts';
import { listUnmanagedCycles } from './list-unmanaged-cycles.ts';

/**
 * Lists the objects of ours that Git no longer wants: deletes, and the stops of cycles that a
 * condition leaves out.
 */
export function listRemovals(diff: AccountDiff): Change[] {
  const connectors = diff.desired.connectors.kind === 'set' ? listFreedConnectors(diff) : [];
  const cycles = diff.desired.cycles.kind === 'set' ? listUnmanagedCycles(diff) : [];
  const { unmet } = diff.desired;
  return [
    ...listUnmetRunning(diff).map((cycle) => toStop(cycle, unmet)),
    ...cycles.flatMap((pair) =>
      toDelete(pair, {
        kind: 'cycle',
        unmet,
        reasons: [...describeStop(pair.live), ...suggestRename(pair, diff)],
      }),
    ),
    ...connectors.flatMap((pair) =>
      toDelete(pair, { kind: 'connector', unmet, reasons: suggestRename(pair, diff) }),
    ),
  ];
}

// A deleted object and a new one of its kind may be one object under another key.
function suggestRename(pair: Removed, diff: AccountDiff): string[] {
  const [made, ...others] = listPossibleRenames(pair, diff);
  const was = pair.record === null ? null : parseObjectAddress(pair.record.address);
  const is = made === undefined ? null : parseObjectAddress(made);
  if (others.length > 0 || was === null || is === null) return [];
  return [
    `${was.key} is deleted and ${is.key} is created: if they are the same, write renamedFrom: ${was.key} in ${is.key}`,
  ];
}

/** Names why an object is ours. An adopted object is deleted with its entry, like a created one. */
function formatTie({ isFound }: ObjectRecord): string {
  return isFound === true ? 'adopted by cyclectl' : 'created by cyclectl';
}

type UnmetPlaces = AccountDiff['desired']['unmet'];

function toStop(
  { address, live }: ReturnType<typeof listUnmetRunning>[number],
  unmet: UnmetPlaces,
): Change {
  const at = unmet?.get(address) ?? null;
  return {
    verb: 'update',
    address,
    kind: 'cycle',
    name: live.name,
    at,
    fields: [
      {
        path: toFieldPath('state'),
        before: { kind: 'plain', value: 'active' },
        after: { kind: 'plain', value: 'paused' },
        secret: false,
        moved: 'manifest',
        at,
      },
    ],
    impact: 'interrupts',
    reasons: [
      `its condition${formatPlace(at)} no longer holds: it is stopped, and a later apply deletes it`,
    ],
  };
}

function formatPlace(at: SourceSpan | null): string {
  return at === null ? '' : ` in ${at.file}:${at.line}`;
}

function toDelete(
  pair: Removed,
  {
    kind,
    unmet,
    reasons,
  }: {
    readonly kind: 'connector' | 'cycle';
    readonly unmet: UnmetPlaces;
    readonly reasons: readonly string[];
  },
): Change[] {
  const { live, record } = pair;
  if (record === null) return [];
  const at = unmet?.get(record.address) ?? null;
  const why =
    at === null
      ? 'its entry is gone from the manifest'
      : `its condition${formatPlace(at)} no longer holds`;
  return [
    {
      verb: 'delete',
      address: record.address,
      kind,
      name: live.name,
      at,
      remoteId: live.id,
      impact: 'destroys',
      reasons: [`${formatTie(record)}, and ${why}`, ...reasons],
    },
  ];
}
