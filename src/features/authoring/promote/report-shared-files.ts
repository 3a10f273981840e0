import { findDocument } from '../../../engine/observe/find-document.ts';
import { type Address, toCycleAddress } from '../../../model/address.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import { formatAccounts } from '../adopt-drift/shared-changes.ts';
import type { PromotableCycle } from './list-promotable-cycles.ts';
import type { PromoteRun } from './promotion.ts';
import type { ResolvedFiles } from './resolve-cycle-files.ts';

type Searched = Pick<PromoteRun, 'context' | 'all'>;

/** Reports every other user of a changed cycle file, selected or not. */
export async function reportSharedFiles(
  run: Searched,
  { texts, cycles }: ResolvedFiles,
): Promise<readonly Diagnostic[]> {
  const makers = listChanged(cycles);
  return (await listUsers(run, new Set(texts.keys())))
    .filter(({ address }) => !makers.has(address))
    .map(({ path, address, entry: { at } }) => {
      const summary = `It uses ${path} too, and changes with the next apply`;
      return reportWarning('cycle-file-shared', { summary, address, at });
    });
}

/**
 * Lists changed cycles of rows by account, where another account of the environment has the cycle file
 * without the change: a change of one customer is no change of all.
 */
export async function listUnsharedCycles(
  run: Searched,
  cycles: readonly PromotableCycle[],
): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const { environment } = run.context;
  const rows = new Set(
    run.all.filter(({ layering }) => layering?.fleet != null).map(({ key }) => key),
  );
  const changed = cycles.filter(({ account, changes }) => changes.length > 0 && rows.has(account));
  const makers = listChanged(cycles);
  const others = (await listUsers(run, new Set(changed.map(({ path }) => path)))).filter(
    ({ address, entry }) =>
      !makers.has(address) && findIdInEnvironment(entry, environment) !== null,
  );
  const byPath = Map.groupBy(others, ({ path }) => path);
  const found = changed.flatMap(({ account, desired, path }) => {
    const names = [...new Set((byPath.get(path) ?? []).map(({ entry }) => entry.key))];
    if (names.length === 0) return [];
    const diagnostic = reportError('cycle-file-conflict', {
      summary: `It changed, and ${formatAccounts(names)} did not, with the same ${path}; the account was not promoted`,
      address: desired.address,
      at: desired.origin.at,
      remedy: `For all of them, export the cycle over ${path}. For ${account} alone, export it to another file, and name that file in its override.`,
    });
    return [{ account, diagnostic }];
  });
  return new Map(
    [...Map.groupBy(found, ({ account }) => account)].map(([account, own]) => [
      account,
      own.map(({ diagnostic }) => diagnostic),
    ]),
  );
}

function listChanged(cycles: readonly PromotableCycle[]): ReadonlySet<Address> {
  const changed = cycles.filter(({ changes }) => changes.length > 0);
  return new Set(changed.map(({ desired }) => desired.address));
}

type FileUser = {
  readonly path: string;
  readonly address: Address;
  readonly entry: AccountEntry;
};

async function listUsers(
  { context, all }: Searched,
  paths: ReadonlySet<string>,
): Promise<readonly FileUser[]> {
  const users: FileUser[] = [];
  if (paths.size === 0) return users;
  for (const entry of all) {
    const { document } = await findDocument(context, entry);
    for (const [key, { from }] of Object.entries(document?.written.spec.cycles ?? {})) {
      if (!('file' in from) || !paths.has(from.file)) continue;
      users.push({ path: from.file, address: toCycleAddress(entry.key, key), entry });
    }
  }
  return users;
}
