import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Address, parsePath, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, hasErrors, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import { reportOpen, reportUnshared } from '../adopt-drift/shared-changes.ts';
import { findTargetIds, type TargetId } from './find-target-ids.ts';
import { listPromotableCycles, type PromotableCycles } from './list-promotable-cycles.ts';
import {
  listPromoted,
  listPromotedFiles,
  makeAttempt,
  type PromotionAttempt,
  toManifests,
} from './make-attempt.ts';
import type { ManifestFile, PromotedFile } from './promote-file.ts';
import { openPromotableRows } from './promote-rows.ts';
import type { PromoteRun, Promotion } from './promotion.ts';
import { listUnsharedCycles, reportSharedFiles } from './report-shared-files.ts';
import { listFileEdits } from './resolve-cycle-files.ts';

/**
 * Promotes changes of one environment to edits of shared files. Verifies each file: valid in all
 * environments, and without changes in a plan of the source. Skips files that fail. Writes nothing.
 */
export async function promote(run: PromoteRun): Promise<Promotion> {
  const { context, entries, environmentMapping, width, follow } = run;
  const ids = await findIds(run);
  const compared = entries.filter(
    (entry) => findIdInEnvironment(entry, environmentMapping.to) !== null || ids.has(entry.key),
  );
  const both = new Set(compared);
  const lone = entries.filter((entry) => !both.has(entry));
  const found = new Map<AccountEntry, PromotableCycles>();
  const looks = runInOrder(compared, width, async (entry) => ({
    entry,
    found: await listPromotableCycles(context, entry, environmentMapping),
  }));
  const comparing = { does: 'comparing', total: compared.length };
  for await (const each of follow(looks, comparing)) found.set(each.entry, each.found);
  const rows = await openPromotableRows(run, compared.filter(isRow));
  const files = [...groupByFile(compared.filter((entry) => !isRow(entry))), ...rows];
  const left = new Map<string, readonly Diagnostic[]>();
  for (const { file, entries: own } of files)
    if (own.some((entry) => found.get(entry)?.isRead === false)) left.set(file, []);
  const cycles = [...found.values()].flatMap((each) => each.cycles);
  const unshared = await listUnsharedCycles(run, cycles);
  for (const { file, entries: own } of rows) {
    const conflicts = own.flatMap(({ key }) => unshared.get(key) ?? []);
    if (conflicts.length > 0) left.set(file, conflicts);
  }
  for (;;) {
    const open = files.filter(({ file }) => !left.has(file));
    const own = open.flatMap(({ entries: among }) => among.flatMap((one) => found.get(one) ?? []));
    const attempt = await makeAttempt(run, { open, found: own, ids });
    const undecided = attempt.rows.layers.open.map(reportOpen);
    if (undecided.length > 0) return toNothing(compared, undecided);
    const failed = listPromotedFiles(attempt).filter(([, { kind }]) => kind === 'left');
    for (const [file, { diagnostics }] of failed) left.set(file, diagnostics);
    if (failed.length > 0) continue;
    const faults = await checkProject(run, attempt);
    if (faults.length === 0 || attempt.settled.texts.size === 0) {
      return toPromotion(run, attempt, {
        lone,
        accounts: compared.length,
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

function isRow({ layering }: AccountEntry): boolean {
  return layering?.fleet != null;
}

function toNothing(
  { length: accounts }: readonly AccountEntry[],
  diagnostics: readonly Diagnostic[],
): Promotion {
  return { files: [], carried: [], diagnostics, accounts, incomplete: accounts };
}

async function findIds({
  context,
  entries,
  all,
  environmentMapping: mapping,
  readTarget,
}: PromoteRun): Promise<ReadonlyMap<string, TargetId>> {
  const lone = entries.filter(
    (entry) => findIdInEnvironment(entry, mapping.to) === null && !isRow(entry),
  );
  const target = lone.length === 0 ? null : await readTarget();
  return target === null ? new Map() : findTargetIds(lone, { context, all, mapping, target });
}

function groupByFile(entries: readonly AccountEntry[]): readonly ManifestFile[] {
  const groups = new Map<string, AccountEntry[]>();
  for (const entry of entries) groups.set(entry.file, [...(groups.get(entry.file) ?? []), entry]);
  return [...groups].map(([file, own]) => ({ file, entries: own }));
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
  const { settled } = attempt;
  const all = listPromotedFiles(attempt).map(([, each]) => each);
  const shared = await reportSharedFiles(run, settled);
  const diagnostics = [
    ...rest.reported,
    ...settled.diagnostics,
    ...attempt.rows.layers.refused.map(reportUnshared),
    ...withoutRefused(
      all.flatMap((each) => each.diagnostics),
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
    ...countUnmanaged(all),
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

function reportUnpaired(entry: AccountEntry, { from, to }: EnvironmentMapping): Diagnostic {
  return reportWarning('not-in-target', {
    summary: `It has no id in ${to}, and was not compared`,
    address: toAccountAddress(entry.key),
    at: entry.at,
    remedy: isRow(entry)
      ? `If it exists in ${to}, write its id there into the column ids.${to} of its row.`
      : `If it exists in ${to}, write ids: {${from}: ${findIdInEnvironment(entry, from) ?? ''}, ${to}: ITS-ID-THERE}.`,
  });
}
