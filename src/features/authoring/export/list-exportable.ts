import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { isKey } from '../../../model/address.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, RemoteId } from '../../../model/live/live.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import {
  type Condition,
  formatCondition,
  isConditionMatch,
  isOutsideGit,
  type Selection,
} from '../../../model/manifest/selection.ts';
import type { ServiceReader, StoreReader } from '../../../model/ports.ts';
import { isUnmanagedIgnored } from '../../../model/report/untracked-accounts.ts';
import { type KeyCandidate, makeKeys } from '../describe/make-keys.ts';

/** Account of the service, with its key in Git or the key that it would get. */
export type ExportableAccount = {
  readonly key: string;
  readonly account: LiveAccount;
  /** Entry in a manifest; null without one. */
  readonly entry: AccountEntry | null;
  /** Why no manifest has it; null for one that has. */
  readonly outsideGit: 'orphaned' | 'unmanaged' | 'ignored' | null;
};

/** Accounts of the service to export. */
export type Exportable = {
  /** Sorted by key. */
  readonly accounts: readonly ExportableAccount[];
  /** Selected manifests whose accounts the service does not have. */
  readonly absent: readonly AccountEntry[];
  readonly skipped: number;
  /** Keys of all accounts, selected or not, with or without a manifest. */
  readonly keys: ReadonlySet<string>;
  /** Parts of the selection without a match. */
  readonly lost: readonly Diagnostic[];
};

type Asked = {
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  readonly environment: Pick<Environment, 'name' | 'unmanagedIgnored'>;
  readonly entries: readonly AccountEntry[];
  readonly selection: Selection;
  readonly width: number;
  /** Includes manifests whose accounts the service does not have. */
  readonly wantsAbsent: boolean;
};

/**
 * Lists the accounts of the service with their keys, and the selected ones. A new account has no
 * labels; `account=` matches its id or future key. A selection never changes keys.
 */
export async function listExportable(asked: Asked): Promise<Answer<Exportable>> {
  const listed = await asked.reader.listAccounts();
  if (!listed.ok) return listed;
  const managed = await listManaged(asked, listed.value);
  if (!managed.ok) return managed;
  const owners = await listOwners(asked, listed.value, managed.value);
  const isNew = ({ id }: LiveAccount) => !managed.value.has(id) && !owners.managed.has(id);
  const fresh: readonly KeyCandidate[] = listed.value
    .filter(isNew)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .map(({ id, name }) => ({ id, name, known: owners.keys.get(id) ?? null }));
  const remembered = await asked.store.listAccounts();
  const taken = [...asked.entries.map(({ key }) => key), ...remembered];
  const keys = makeKeys(fresh, { taken, otherwise: 'account' });
  const all = listed.value
    .map((account): ExportableAccount => {
      const entry = managed.value.get(account.id) ?? owners.managed.get(account.id) ?? null;
      const outsideGit = entry === null ? classifyOutside(asked, account, owners.keys) : null;
      return { account, entry, key: entry?.key ?? keys.get(account.id) ?? '', outsideGit };
    })
    .toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const found = new Set(all.map(({ entry }) => entry));
  const absent = asked.entries.filter(
    (entry) =>
      asked.wantsAbsent &&
      findIdInEnvironment(entry, asked.environment.name) !== null &&
      !found.has(entry),
  );
  const { alternatives } = asked.selection;
  const accounts = all.filter(
    (each) => alternatives.length === 0 || alternatives.some((some) => isChosen(some, each)),
  );
  return {
    ok: true,
    value: {
      accounts,
      absent: absent.filter(
        (entry) =>
          alternatives.length === 0 || alternatives.some((some) => isChosenByKey(some, entry)),
      ),
      skipped: all.length - accounts.length,
      keys: new Set([...taken, ...keys.values()]),
      lost: alternatives
        .filter((some) => !all.some((each) => isChosen(some, each)))
        .filter((some) => !absent.some((entry) => isChosenByKey(some, entry)))
        .map((some) => reportNoMatch(some, all)),
    },
  };
}

type Managed = ReadonlyMap<RemoteId, AccountEntry>;

// Reads accounts by id, because a manifest may have an external id that the service answers with
// another.
async function listManaged(
  { reader, entries, environment, width }: Asked,
  accounts: readonly LiveAccount[],
): Promise<Answer<Managed>> {
  const listed = new Set(accounts.map(({ id }) => id));
  const managed = new Map<RemoteId, AccountEntry>();
  const here = entries.flatMap((entry) => {
    const id = findIdInEnvironment(entry, environment.name);
    return id === null ? [] : [{ entry, id }];
  });
  for (const { entry, id } of here) if (listed.has(id)) managed.set(id, entry);
  const others = here.filter(({ id }) => !listed.has(id));
  const answers = runInOrder(others, width, async ({ entry, id }) => ({
    entry,
    answer: await reader.readAccount(id),
  }));
  for await (const { entry, answer } of answers) {
    if (!answer.ok) return answer;
    if (answer.value !== null) managed.set(answer.value.id, entry);
  }
  return { ok: true, value: managed };
}

/** Finds the keys in state of accounts that no manifest names by id. */
async function listOwners(
  { store, entries }: Asked,
  accounts: readonly LiveAccount[],
  managed: Managed,
): Promise<{ readonly managed: Managed; readonly keys: ReadonlyMap<RemoteId, string> }> {
  const bound = new Map<RemoteId, AccountEntry>();
  const keys = new Map<RemoteId, string>();
  if ((await store.listAccounts()).length === 0) return { managed: bound, keys };
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  for (const { id } of accounts) {
    if (managed.has(id)) continue;
    const owners = await store.listOwners(id);
    const rival = owners.map((key) => byKey.get(key)).find((entry) => entry !== undefined);
    if (rival !== undefined) bound.set(id, rival);
    const [owner] = owners;
    if (rival === undefined && owner !== undefined && isKey(owner)) keys.set(id, owner);
  }
  return { managed: bound, keys };
}

function classifyOutside(
  { environment }: Pick<Asked, 'environment'>,
  account: LiveAccount,
  keys: ReadonlyMap<RemoteId, string>,
): NonNullable<ExportableAccount['outsideGit']> {
  if (keys.has(account.id)) return 'orphaned';
  return isUnmanagedIgnored(account, environment.unmanagedIgnored) ? 'ignored' : 'unmanaged';
}

function isChosen(
  conditions: readonly Condition[],
  { key, account, entry, outsideGit }: ExportableAccount,
): boolean {
  const outside = conditions.filter(isOutsideGit);
  const others = conditions.filter((each) => !isOutsideGit(each));
  return (
    outside.every(({ kind, isNegated }) => (kind === outsideGit) !== isNegated) &&
    areMet(others, [key, account.id], entry?.labels ?? {})
  );
}

function isChosenByKey(conditions: readonly Condition[], { key, labels }: AccountEntry): boolean {
  return areMet(conditions, [key], labels);
}

function areMet(
  conditions: readonly Condition[],
  names: readonly string[],
  labels: AccountEntry['labels'],
): boolean {
  return conditions.every((condition) => {
    const isLike = names.some((name) => isConditionMatch({ key: name, labels }, condition));
    return isLike !== condition.isNegated;
  });
}

// Reports a selection without a match, because it would look like a successful export.
function reportNoMatch(
  conditions: readonly Condition[],
  accounts: readonly ExportableAccount[],
): Diagnostic {
  const wanted = conditions
    .map((each) => (isOutsideGit(each) ? formatCondition(each) : each.pattern))
    .join(',');
  const keys = accounts.map(({ key }) => key);
  return reportError('selection-empty', {
    summary: `--select ${wanted} matches no account of the service`,
    remedy: formatNearest(wanted, keys) ?? 'The service has no accounts.',
  });
}
