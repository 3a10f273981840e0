import { findRendered, type RenderedAccount } from '../../../engine/observe/find-document.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import { listSettingChanges, type SettingChange } from './list-setting-changes.ts';

/** Accounts of a project at one time. */
export type ProjectSide = {
  readonly files: Files;
  readonly environments: KnownEnvironments;
  readonly accounts: ReadonlyMap<string, AccountEntry>;
};

/** A difference, and the environments that have it; null for all of the account. */
export type EnvironmentChange = SettingChange & { readonly environments: readonly string[] | null };

/** An account that differs between two times, or is written elsewhere. */
export type AccountDifference = {
  readonly account: string;
  readonly kind: 'new' | 'gone' | 'changed' | 'moved';
  /** The file of its manifest or the table of its row, before and now. */
  readonly before: string | null;
  readonly after: string | null;
  readonly changes: readonly EnvironmentChange[];
};

/** Lists those accounts that come to other manifests in some environments, by name. */
export async function compareRendered(
  [before, after]: readonly [before: ProjectSide, after: ProjectSide],
  keys: ReadonlySet<string>,
  environments: readonly string[],
): Promise<readonly AccountDifference[]> {
  const found: AccountDifference[] = [];
  for (const account of [...keys].sort(compareTexts)) {
    const [was, is] = [before.accounts.get(account), after.accounts.get(account)];
    const listed: (readonly [string, readonly SettingChange[]])[] = [];
    for (const environment of environments) {
      const old = await render(before, was, environment);
      const own = await render(after, is, environment);
      if (old !== null || own !== null) {
        listed.push([environment, listSettingChanges(old, own)]);
      }
    }
    const changes = mergeEnvironments(listed);
    const isMoved = was !== undefined && is !== undefined && isRow(was) !== isRow(is);
    if (changes.length === 0 && !isMoved) continue;
    const kind = classifyAccount(was, is, changes.length === 0);
    found.push({ account, kind, before: was?.file ?? null, after: is?.file ?? null, changes });
  }
  return found;
}

function isRow({ layering }: AccountEntry): boolean {
  return layering !== undefined && layering.fleet !== null;
}

function classifyAccount(
  was: AccountEntry | undefined,
  is: AccountEntry | undefined,
  isEqual: boolean,
): AccountDifference['kind'] {
  if (isEqual) return 'moved';
  return was === undefined ? 'new' : is === undefined ? 'gone' : 'changed';
}

async function render(
  { files, environments }: ProjectSide,
  entry: AccountEntry | undefined,
  environment: string,
): Promise<RenderedAccount | null> {
  if (entry === undefined || !environments.has(environment)) return null;
  if (findIdInEnvironment(entry, environment) === null) return null;
  const rendered = await findRendered({ files, environment, environments }, entry);
  if (rendered !== null) return rendered;
  throw new OperationalError(`${entry.file} changed while cyclectl was running`, {
    remedy: 'Run the command again.',
  });
}

/** Merges equal differences of several environments. */
function mergeEnvironments(
  listed: readonly (readonly [environment: string, changes: readonly SettingChange[]])[],
): readonly EnvironmentChange[] {
  const merged = new Map<string, { change: SettingChange; environments: string[] }>();
  for (const [environment, changes] of listed) {
    for (const change of changes) {
      const key = JSON.stringify(change);
      const known = merged.get(key) ?? { change, environments: [] };
      known.environments.push(environment);
      merged.set(key, known);
    }
  }
  return [...merged.values()].map(({ change, environments }) => ({
    ...change,
    environments: environments.length === listed.length ? null : environments,
  }));
}
