import { toConnectorAddress, toCycleAddress } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';

/**
 * Refuses to adopt, change or delete what may belong to a refused entry: a live object that an
 * ambiguous entry may be, and the object of its earlier key.
 */
export function checkClaimed(diff: AccountDiff): Refusal[] {
  return [...diff.connectors, ...diff.cycles].flatMap((claimant) => [
    ...listCandidates(claimant, diff).map(({ address, name, id }): Refusal => {
      return reportError('ambiguous', {
        summary: `"${name}" (${id}) may be ${claimant.address}, which is ambiguous`,
        at: claimant.at,
        address,
        remedy: `Fix ${claimant.address} first.`,
      });
    }),
    ...listEarlier(claimant, diff).map(({ address }): Refusal => {
      return reportError('renamed-onto', {
        summary: `${address} is not deleted while ${claimant.address} is renamed from it`,
        at: claimant.at,
        address,
        remedy: `Fix ${claimant.address} first.`,
      });
    }),
  ]);
}

type Claimant = ConnectorDiff | CycleDiff;

function listCandidates({ kind, candidates = [], address }: Claimant, diff: AccountDiff) {
  if (candidates.length === 0) return [];
  const [wanted, left] =
    kind === 'connector'
      ? [diff.connectors, diff.liveOnlyConnectors]
      : [diff.cycles, diff.liveOnlyCycles];
  const bound = [
    ...wanted.map((each) => ({ address: each.address, live: each.live })),
    ...left.flatMap(({ record, live }) =>
      record === null ? [] : [{ address: record.address, live }],
    ),
  ];
  return bound.flatMap(({ address: other, live }) =>
    other !== address && live !== null && candidates.includes(live.id)
      ? [{ address: other, name: live.name, id: live.id }]
      : [],
  );
}

// Both keys are bound; the earlier one has no entry, so it would be deleted.
function listEarlier({ desired, kind }: Claimant, diff: AccountDiff) {
  if (!desired.refusals.some(({ code }) => code === 'renamed-onto')) return [];
  const { renamedFrom } = 'bound' in desired ? desired.bound.desired : desired.desired;
  if (renamedFrom === undefined) return [];
  const toAddress = kind === 'connector' ? toConnectorAddress : toCycleAddress;
  const earlier = toAddress(diff.desired.key, renamedFrom.key);
  const left = [...diff.liveOnlyConnectors, ...diff.liveOnlyCycles, ...diff.manualDeletes];
  return left
    .flatMap((each) => ('record' in each ? (each.record ?? []) : each))
    .filter(({ address }) => address === earlier || toReplacement(address) === earlier);
}
