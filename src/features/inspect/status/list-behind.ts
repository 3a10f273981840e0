import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import {
  type ConnectorRelease,
  findLatestRelease,
  findNewerRelease,
  type LiveCycle,
  type RemoteId,
} from '../../../model/live/live.ts';
import type { BehindConnector, ReadStatus } from '../../../model/report/status.ts';
import type { AccountState } from '../../../model/state/account-state.ts';

/** Lists the releases of the catalog, once for all accounts. */
export type ReleaseLister = (
  through: RemoteId | null,
) => Promise<Answer<readonly ConnectorRelease[]>>;

/** Lists connectors behind the latest release; asks no catalog if no cycle shows a release. */
export async function listBehind(
  { listReleases }: { readonly listReleases: ReleaseLister },
  account: {
    readonly id: RemoteId | null;
    readonly state: AccountState;
    readonly cycles: readonly LiveCycle[];
  },
): Promise<Pick<ReadStatus, 'behind' | 'behindUnread'>> {
  const used = new Map(
    account.cycles.flatMap(({ connectors }) =>
      connectors.flatMap(({ id, release }) =>
        release === undefined ? [] : [[id, release] as const],
      ),
    ),
  );
  if (used.size === 0) return { behind: [] };
  const listed = await listReleases(account.id);
  if (!listed.ok) return { behind: [], behindUnread: formatFailure(listed.failure) };
  const bound = new Map(
    [...account.state.objects.values()].map((each) => [each.remoteId, each.address]),
  );
  return {
    behind: [...used].flatMap(([id, release]): BehindConnector[] => {
      const named = listed.value.filter(({ name }) => name === release.name);
      const behind = findNewerRelease(release, findLatestRelease(named));
      return behind === null ? [] : [{ address: bound.get(id) ?? null, id, ...behind }];
    }),
  };
}
