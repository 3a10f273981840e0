import { formatCycleDiff } from '../../../engine/cycle-file/compare/format-cycle-diff.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { withOverlay } from '../../../engine/observe/with-overlay.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import {
  type Address,
  parsePath,
  toAccountAddress,
  toCycleAddress,
} from '../../../model/address.ts';
import { type Diagnostic, hasErrors, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import { findTargetIds, type TargetAccounts, type TargetId } from './find-target-ids.ts';
import { listPromotableCycles, type PromotableCycles } from './list-promotable-cycles.ts';
import { type ManifestFile, type PromotedFile, promoteFile } from './promote-file.ts';
import type { PromotedItem, Promotion } from './promotion.ts';
import { listFileEdits, type ResolvedFiles, resolveCycleFiles } from './resolve-cycle-files.ts';

export type PromoteRun = {
  /** Context of the source environment. */
  readonly context: RunContext;
  /** Selected accounts of the source. */
  readonly entries: readonly AccountEntry[];
  /** All accounts of manifests. */
  readonly all: readonly AccountEntry[];
  readonly environmentMapping: EnvironmentMapping;
  /** Reads the target for accounts without an id there; null if it cannot be read. */
  readonly readTarget: () => Promise<TargetAccounts | null>;
  /** Most files in flight. */
  readonly width: number;
};

/**
 * Promotes changes of one environment to edits of shared files. Verifies each file: valid in all
 * environments, and without changes in a plan of the source. Skips files that fail. Writes nothing.
 */
export async function promote(run: PromoteRun): Promise<Promotion> {
  const { context, entries, environmentMapping, width } = run;
  const ids = await findIds(run);
  const both = entries.filter(
    (entry) => findIdInEnvironment(entry, environmentMapping.to) !== null || ids.has(entry.key),
  );
  const lone = entries.filter((entry) => !both.includes(entry));
  const found = new Map<AccountEntry, PromotableCycles>();
  const looks = runInOrder(both, width, async (entry) => ({
    entry,
    found: await listPromotableCycles(context, entry, environmentMapping),
  }));
  for await (const each of looks) found.set(each.entry, each.found);
  const files = groupByFile(both);
  const left = new Map<string, readonly Diagnostic[]>();
  for (const [{ file }, { isRead }] of found) if (!isRead) left.set(file, []);
  for (;;) {
    const open = files.filter(({ file }) => !left.has(file));
    const own = open.flatMap(({ entries: among }) => among.flatMap((one) => found.get(one) ?? []));
    const attempt = await promoteAll(run, { open, found: own, ids });
    const failed = [...attempt.promoted].filter(([, { kind }]) => kind === 'left');
    for (const [file, { diagnostics }] of failed) left.set(file, diagnostics);
    if (failed.length > 0) continue;
    const faults = await checkProject(run, attempt);
    if (faults.length === 0 || attempt.settled.texts.size === 0) {
      return toPromotion(run, attempt, {
        lone,
        accounts: both.length,
        reported: [
          ...[...found.values()].flatMap((each) => each.diagnostics),
          ...[...left.values()].flat(),
          ...faults,
        ],
      });
    }
    // Keeps a cycle file only if all of its changes are promoted, because other users of it share
    // them.
    for (const { entries: own, file } of open) {
      const hasPart = attempt.settled.cycles.some(({ account }) =>
        own.some(({ key }) => key === account),
      );
      if (hasPart) left.set(file, faults);
    }
  }
}

async function findIds({
  context,
  entries,
  all,
  environmentMapping: mapping,
  readTarget,
}: PromoteRun): Promise<ReadonlyMap<string, TargetId>> {
  const lone = entries.filter((entry) => findIdInEnvironment(entry, mapping.to) === null);
  const target = lone.length === 0 ? null : await readTarget();
  return target === null ? new Map() : findTargetIds(lone, { context, all, mapping, target });
}

function groupByFile(entries: readonly AccountEntry[]): readonly ManifestFile[] {
  const groups = new Map<string, AccountEntry[]>();
  for (const entry of entries) groups.set(entry.file, [...(groups.get(entry.file) ?? []), entry]);
  return [...groups].map(([file, own]) => ({ file, entries: own }));
}

type PromotionAttempt = {
  readonly settled: ResolvedFiles;
  readonly promoted: ReadonlyMap<string, PromotedFile>;
  /** Ids in the target, by the key of the account. */
  readonly ids: ReadonlyMap<string, TargetId>;
};

async function promoteAll(
  { context, environmentMapping: mapping, width }: PromoteRun,
  {
    open,
    found,
    ids,
  }: Pick<PromotionAttempt, 'ids'> & {
    readonly open: readonly ManifestFile[];
    /** Cycles of the accounts of these files. */
    readonly found: readonly PromotableCycles[];
  },
): Promise<PromotionAttempt> {
  const settled = resolveCycleFiles(found.flatMap(({ cycles }) => cycles));
  const carried = [...settled.cycles, ...found.flatMap(({ same = [] }) => same)];
  const promoted = new Map<string, PromotedFile>();
  const files = runInOrder(open, width, async (each) => ({
    file: each.file,
    result: await promoteFile(context, each, { settled, carried, mapping, ids }),
  }));
  for await (const { file, result } of files) promoted.set(file, result);
  return { settled, promoted, ids };
}

function toManifests({ promoted }: PromotionAttempt): ReadonlyMap<string, string> {
  return new Map(
    [...promoted].flatMap(([file, each]) =>
      each.kind === 'carried' ? [[file, each.text] as const] : [],
    ),
  );
}

async function checkProject(
  { context }: PromoteRun,
  attempt: PromotionAttempt,
): Promise<readonly Diagnostic[]> {
  const texts = new Map([...attempt.settled.texts, ...toManifests(attempt)]);
  if (texts.size === 0) return [];
  const { index } = await indexManifests(withOverlay(context.files, texts));
  // Drops spans, because they point into unwritten files.
  return index.diagnostics.flatMap(({ at: _, severity, ...each }) =>
    severity === 'error' ? [{ severity, ...each }] : [],
  );
}

async function toPromotion(
  run: PromoteRun,
  attempt: PromotionAttempt,
  rest: {
    readonly lone: readonly AccountEntry[];
    readonly accounts: number;
    readonly reported: readonly Diagnostic[];
  },
): Promise<Promotion> {
  const { settled, promoted } = attempt;
  const shared = await reportShared(run, settled);
  const diagnostics = [
    ...rest.reported,
    ...settled.diagnostics,
    ...withoutRefused(
      [...promoted.values()].flatMap((each) => each.diagnostics),
      rest.reported,
    ),
    ...shared,
    ...rest.lone.map((entry) => reportUnpaired(entry, run.environmentMapping)),
  ];
  return {
    files: await listFileEdits(run.context.files, {
      cycles: settled.texts,
      manifests: toManifests(attempt),
    }),
    carried: listPromoted(attempt),
    diagnostics,
    accounts: rest.accounts,
    incomplete: countIncomplete(diagnostics),
    ...countUnmanaged([...promoted.values()]),
  };
}

function countUnmanaged(files: readonly PromotedFile[]): Pick<Promotion, 'unmanaged'> {
  const unmanaged = files.reduce(
    (sum, file) => sum + (file.kind === 'carried' ? file.unmanaged : 0),
    0,
  );
  return unmanaged === 0 ? {} : { unmanaged };
}

// Drops secrets refused at export, because the merge reports them again.
function withoutRefused(
  all: readonly Diagnostic[],
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const refused = reported.flatMap(({ code, address }) =>
    code === 'credential-not-carried' ? [address] : [],
  );
  return all.filter(
    ({ code, address }) => code !== 'secret-not-written' || !refused.includes(address),
  );
}

function countIncomplete(diagnostics: readonly Diagnostic[]): number {
  const errors = diagnostics.filter((each) => hasErrors([each]));
  return new Set(
    errors.map(({ address, at }) => parsePath(address ?? ('' as Address))[0] || at?.file),
  ).size;
}

function listPromoted({ settled, promoted, ids }: PromotionAttempt): readonly PromotedItem[] {
  const ofCycles = settled.cycles.flatMap(({ account, desired, path, changes }) =>
    formatCycleDiff(changes).map((text) => ({
      account,
      address: desired.address,
      file: path,
      says: text,
    })),
  );
  const ofManifests = [...promoted].flatMap(([file, each]) =>
    each.kind === 'left'
      ? []
      : each.written.map((address) => {
          const [account = '', room] = parsePath(address);
          const id = room === 'ids' ? ids.get(account) : undefined;
          return { account, address, file, says: id === undefined ? null : formatTargetId(id) };
        }),
  );
  return [...ofCycles, ...ofManifests];
}

function formatTargetId({ id, by }: TargetId): string {
  const words = {
    state: 'the account of its state',
    id: 'the account with the same id',
    name: 'the one account with the same name',
  };
  return `${id}, ${words[by]}`;
}

// Reports every other user of a changed file, selected or not.
async function reportShared(
  { context, all }: PromoteRun,
  { texts, cycles }: ResolvedFiles,
): Promise<readonly Diagnostic[]> {
  if (texts.size === 0) return [];
  const makers = new Set(
    cycles.filter(({ changes }) => changes.length > 0).map(({ desired }) => desired.address),
  );
  const found: Diagnostic[] = [];
  for (const entry of all) {
    const { document } = await findDocument(context, entry);
    for (const [key, { from }] of Object.entries(document?.written.spec.cycles ?? {})) {
      if (!('file' in from) || !texts.has(from.file)) continue;
      const address = toCycleAddress(entry.key, key);
      if (makers.has(address)) continue;
      const summary = `It uses ${from.file} too, and changes with the next apply`;
      found.push(
        reportWarning('cycle-file-shared', {
          summary,
          address,
          at: entry.at,
        }),
      );
    }
  }
  return found;
}

function reportUnpaired(entry: AccountEntry, { from, to }: EnvironmentMapping): Diagnostic {
  return reportWarning('not-in-target', {
    summary: `It has no id in ${to}, and was not compared`,
    address: toAccountAddress(entry.key),
    at: entry.at,
    remedy: `If it exists in ${to}, write ids: {${from}: ${findIdInEnvironment(entry, from) ?? ''}, ${to}: ITS-ID-THERE}.`,
  });
}
