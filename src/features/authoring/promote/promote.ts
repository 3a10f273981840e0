import { writeCycleDiff } from '../../../engine/cycle-file/compare/write-cycle-diff.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import type { Looking } from '../../../engine/observe/look-at-account.ts';
import { overlayFiles } from '../../../engine/observe/overlay-files.ts';
import { mapInOrder } from '../../../kit/tasks/map-in-order.ts';
import { type Address, accountAddress, cycleAddress, splitPath } from '../../../model/address.ts';
import { type Diagnostic, hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, idIn } from '../../../model/manifest/manifest.ts';
import type { Crossing } from '../../../model/report/advice/crossing.ts';
import { type CarriedFile, carryFile, type ManifestFile } from './carry-file.ts';
import { type FoundCycle, type FoundCycles, findCarriedCycles } from './find-carried-cycles.ts';
import type { Carried, Promotion } from './promotion.ts';
import { listFileEdits, type SettledFiles, settleCycleFiles } from './settle-cycle-files.ts';

/** What is carried from one environment to another. */
export type PromoteRun = {
  /** A look at the first one; of the second no service is asked. */
  readonly looking: Looking;
  /** Selected accounts of the first one. */
  readonly entries: readonly AccountEntry[];
  /** All accounts that manifests have. */
  readonly all: readonly AccountEntry[];
  readonly crossing: Crossing;
  /** Most files in flight. */
  readonly width: number;
};

/**
 * What people changed in the first environment as edits of the files that both are made from. Each file is proven
 * before it counts: it is valid in all environments, and a plan of the first one leaves alone what was carried. A file
 * of which an account cannot be read, or that proves nothing, stays as it is. Nothing is written anywhere.
 */
export async function promote(run: PromoteRun): Promise<Promotion> {
  const { looking, entries, crossing, width } = run;
  const both = entries.filter((entry) => idIn(entry, crossing.to) !== null);
  const lone = entries.filter((entry) => !both.includes(entry));
  const found = new Map<AccountEntry, FoundCycles>();
  const looks = mapInOrder(both, width, async (entry) => ({
    entry,
    found: await findCarriedCycles(looking, entry, crossing),
  }));
  for await (const each of looks) found.set(each.entry, each.found);
  const files = groupByFile(both);
  const left = new Map<string, readonly Diagnostic[]>();
  for (const [{ file }, { isRead }] of found) if (!isRead) left.set(file, []);
  for (;;) {
    const open = files.filter(({ file }) => !left.has(file));
    const attempt = await carryAll(run, open, listCycles(found, open));
    const failed = [...attempt.carried].filter(([, { kind }]) => kind === 'left');
    for (const [file, { diagnostics }] of failed) left.set(file, diagnostics);
    if (failed.length > 0) continue;
    const faults = await judgeWhole(run, attempt);
    if (faults.length === 0 || attempt.settled.texts.size === 0) {
      return describe(run, attempt, {
        lone,
        accounts: both.length,
        told: [
          ...[...found.values()].flatMap((each) => each.diagnostics),
          ...[...left.values()].flat(),
          ...faults,
        ],
      });
    }
    // A cycle file suits those who changed it, and others not.
    for (const { entries: own, file } of open) {
      const hasPart = attempt.settled.cycles.some(({ account }) =>
        own.some(({ key }) => key === account),
      );
      if (hasPart) left.set(file, faults);
    }
  }
}

function groupByFile(entries: readonly AccountEntry[]): readonly ManifestFile[] {
  const groups = new Map<string, AccountEntry[]>();
  for (const entry of entries) groups.set(entry.file, [...(groups.get(entry.file) ?? []), entry]);
  return [...groups].map(([file, own]) => ({ file, entries: own }));
}

function listCycles(
  found: ReadonlyMap<AccountEntry, FoundCycles>,
  open: readonly ManifestFile[],
): readonly FoundCycle[] {
  return open.flatMap(({ entries }) => entries.flatMap((entry) => found.get(entry)?.cycles ?? []));
}

type Attempt = {
  readonly settled: SettledFiles;
  readonly carried: ReadonlyMap<string, CarriedFile>;
};

async function carryAll(
  { looking, crossing, width }: PromoteRun,
  open: readonly ManifestFile[],
  cycles: readonly FoundCycle[],
): Promise<Attempt> {
  const settled = settleCycleFiles(cycles);
  const carried = new Map<string, CarriedFile>();
  const files = mapInOrder(open, width, async (each) => ({
    file: each.file,
    result: await carryFile(looking, each, { settled, crossing }),
  }));
  for await (const { file, result } of files) carried.set(file, result);
  return { settled, carried };
}

function manifestsOf({ carried }: Attempt): ReadonlyMap<string, string> {
  return new Map(
    [...carried].flatMap(([file, each]) =>
      each.kind === 'carried' ? [[file, each.text] as const] : [],
    ),
  );
}

async function judgeWhole(
  { looking }: PromoteRun,
  attempt: Attempt,
): Promise<readonly Diagnostic[]> {
  const texts = new Map([...attempt.settled.texts, ...manifestsOf(attempt)]);
  if (texts.size === 0) return [];
  const { index } = await indexManifests(overlayFiles(looking.files, texts));
  // The places are those of files that nobody has written.
  return index.diagnostics.flatMap(({ at: _, severity, ...each }) =>
    severity === 'error' ? [{ severity, ...each }] : [],
  );
}

async function describe(
  run: PromoteRun,
  attempt: Attempt,
  rest: {
    readonly lone: readonly AccountEntry[];
    readonly accounts: number;
    readonly told: readonly Diagnostic[];
  },
): Promise<Promotion> {
  const { settled, carried } = attempt;
  const shared = await reportShared(run, settled);
  const diagnostics = [
    ...rest.told,
    ...settled.diagnostics,
    ...withoutRefused(
      [...carried.values()].flatMap((each) => each.diagnostics),
      rest.told,
    ),
    ...shared,
    ...rest.lone.map((entry) => reportLone(entry, run.crossing)),
  ];
  return {
    files: await listFileEdits(run.looking.files, {
      cycles: settled.texts,
      manifests: manifestsOf(attempt),
    }),
    carried: listCarried(attempt),
    diagnostics,
    accounts: rest.accounts,
    incomplete: countIncomplete(diagnostics),
  };
}

// What was refused as a secret where its cycle was exported is found again where its manifest is merged.
function withoutRefused(
  all: readonly Diagnostic[],
  told: readonly Diagnostic[],
): readonly Diagnostic[] {
  const refused = told.flatMap(({ code, address }) =>
    code === 'credential-not-carried' ? [address] : [],
  );
  return all.filter(
    ({ code, address }) => code !== 'secret-not-written' || !refused.includes(address),
  );
}

function countIncomplete(diagnostics: readonly Diagnostic[]): number {
  const errors = diagnostics.filter((each) => hasErrors([each]));
  return new Set(
    errors.map(({ address, at }) => splitPath(address ?? ('' as Address))[0] || at?.file),
  ).size;
}

function listCarried({ settled, carried }: Attempt): readonly Carried[] {
  const ofCycles = settled.cycles.flatMap(({ account, desired, path, changes }) =>
    writeCycleDiff(changes).map((says) => ({
      account,
      address: desired.address,
      file: path,
      says,
    })),
  );
  const ofManifests = [...carried].flatMap(([file, each]) =>
    each.kind === 'left'
      ? []
      : each.written.map((address) => {
          const [account = ''] = splitPath(address);
          return { account, address, file, says: null };
        }),
  );
  return [...ofCycles, ...ofManifests];
}

// Who else is made from a file that changes is told, whether selected or not.
async function reportShared(
  { looking, all }: PromoteRun,
  { texts, cycles }: SettledFiles,
): Promise<readonly Diagnostic[]> {
  if (texts.size === 0) return [];
  const makers = new Set(
    cycles.filter(({ changes }) => changes.length > 0).map(({ desired }) => desired.address),
  );
  const found: Diagnostic[] = [];
  for (const entry of all) {
    const { document } = await findDocument(looking, entry);
    for (const [key, { from }] of Object.entries(document?.written.spec.cycles ?? {})) {
      if (!('file' in from) || !texts.has(from.file)) continue;
      const address = cycleAddress(entry.key, key);
      if (makers.has(address)) continue;
      const summary = `It is made from ${from.file} too, and changes with the next apply`;
      found.push({
        code: 'cycle-file-shared',
        severity: 'warning',
        summary,
        address,
        at: entry.at,
      });
    }
  }
  return found;
}

function reportLone(entry: AccountEntry, { from, to }: Crossing): Diagnostic {
  return {
    code: 'not-in-target',
    severity: 'warning',
    summary: `It has no id in ${to}, and nothing of it was looked at`,
    address: accountAddress(entry.key),
    at: entry.at,
    remedy: `Write ids: {${from}: ${idIn(entry, from) ?? ''}, ${to}: ITS-ID-THERE} if it is in ${to} too.`,
  };
}
