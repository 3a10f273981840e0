import type { StatePorts } from '../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { OpenSession } from '../../app/run/open-session.ts';
import type { DriftLook } from '../../engine/run/run-drift.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { DriftLog } from '../../model/state/drift-log.ts';
import type { Snapshot } from './follow/follower.ts';

/** A snapshot of the manifests, and the ports by which its accounts are looked at. */
export type OpenedStation = {
  readonly snapshot: Snapshot;
  readonly request: ProjectRequest;
  /** Accounts that the replica serves. */
  readonly entries: ReadonlyMap<string, AccountEntry>;
  readonly ports: StatePorts;
  readonly session: OpenSession;
  readonly notes: DriftLog;
  /** Accounts that are looked at concurrently. */
  readonly width: number;
  /** Looks at an account: catalogs are shared for a minute, and cycles are read by their exports where these are proven, but for a suspect. */
  readonly look: (entry: AccountEntry, isSuspect: boolean) => Promise<DriftLook>;
};
