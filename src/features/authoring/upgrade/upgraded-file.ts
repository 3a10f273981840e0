import type { PlannedWrite } from '../init/make-files-plan.ts';

/** File of a project with its change; `write` is null where it stays as it is. */
export type UpgradedFile = {
  /** Path from the project folder. */
  readonly path: string;
  readonly did: UpgradeResult;
  /** Parts that were added or replaced. */
  readonly added: readonly string[];
  /** Parts that only a person may add, because of what people changed. */
  readonly lacking: readonly string[];
  /** Change to a file that people changed; null for none. */
  readonly patch: UpgradePatch | null;
  readonly write: PlannedWrite | null;
};

export type UpgradeResult =
  | 'current'
  | 'written'
  | 'refreshed'
  | 'completed'
  /** People changed it, and this version has nothing new for it. */
  | 'changed'
  /** People changed it, or may have, and this version has changes for it. */
  | 'kept'
  /** People removed it. */
  | 'missing'
  /** A link, or no file of the kind that init writes. */
  | 'foreign'
  /** Not compared, because its names cannot be read from a world or a catalog. */
  | 'unread';

export type UpgradePatch = {
  readonly text: string;
  /** True if `git apply` takes it. */
  readonly isApplicable: boolean;
};

/** Makes the result of a file that stays as it is. */
export function makeUnchanged(path: string, did: UpgradeResult): UpgradedFile {
  return { path, did, added: [], lacking: [], patch: null, write: null };
}
