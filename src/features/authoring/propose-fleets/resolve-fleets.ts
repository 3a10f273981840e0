import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { type Diagnostic, hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder } from '../../../model/manifest/project.ts';
import type { Files } from '../../../model/ports.ts';
import { compareProjects } from '../../fleet/compare-projects.ts';
import type { FleetDraft } from './fleet-draft.ts';
import { formatFleetFiles } from './format-fleet-files.ts';
import type { Candidate } from './list-candidates.ts';
import { makeFleetDrafts } from './make-fleet-drafts.ts';
import type { KeptReason } from './written-fleets.ts';

/** Fleets that are proven, and the files to write and to remove for them. */
export type ResolvedFleets = {
  readonly fleets: readonly { readonly name: string; readonly draft: FleetDraft }[];
  /** New files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files of accounts that are rows now. */
  readonly removed: readonly string[];
  readonly kept: ReadonlyMap<Candidate, KeptReason>;
  readonly compared: number;
};

/** Bounds the rounds, each of which leaves out accounts that are not equal as rows. */
const maxRounds = 10;

type Scope = {
  readonly files: Files;
  /** All accounts of the project: a file may have others. */
  readonly entries: readonly AccountEntry[];
  readonly owner: string;
};

/**
 * Finds fleets for the candidates, and compares the project with them to the project with a file for
 * each account. An account that would differ keeps its file.
 */
export async function resolveFleets(
  candidates: readonly Candidate[],
  scope: Scope,
): Promise<ResolvedFleets | { readonly refused: readonly Diagnostic[] }> {
  const kept = new Map<Candidate, KeptReason>();
  for (const each of candidates) if ((each.texts?.length ?? 1) > 1) kept.set(each, 'cycle-files');
  const taken = await listTaken(scope.files);
  const before = withOverlay(scope.files, listTexts(candidates));
  let diagnostics: readonly Diagnostic[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const found = makeFleets(candidates, kept, { ...scope, taken });
    const shared = listPartlyMoved(found.rows, scope.entries);
    for (const each of shared) kept.set(each, 'shared-file');
    if (shared.length > 0) continue;
    const after = withOverlay(scope.files, found.changes);
    const compared = await compareProjects(before, after);
    const differing = found.rows.filter(({ key }) => compared.differing.has(key));
    for (const each of differing) kept.set(each, 'not-equal');
    diagnostics = compared.diagnostics;
    if (differing.length > 0) continue;
    if (compared.differing.size > 0) break;
    const isRow = new Set(found.rows);
    for (const each of candidates)
      if (!isRow.has(each) && !kept.has(each)) kept.set(each, 'few-alike');
    return { ...found.result, kept, compared: compared.equal };
  }
  return { refused: hasErrors(diagnostics) ? diagnostics : [] };
}

type Settings = Pick<Scope, 'owner'> & { readonly taken: ReadonlySet<string> };

function makeFleets(
  candidates: readonly Candidate[],
  kept: ReadonlyMap<Candidate, KeptReason>,
  { owner, taken }: Settings,
) {
  const left = candidates.filter((each) => !kept.has(each));
  const byMember = new Map(left.map((each) => [each.member, each]));
  const drafts = makeFleetDrafts(left.map(({ member }) => member));
  const names = nameFleets(drafts.length, taken);
  const fleets = drafts.map((draft, index) => ({ name: names[index] ?? '', draft }));
  const rows = drafts.flatMap(({ members }) => members.flatMap((each) => byMember.get(each) ?? []));
  const isRow = new Set(rows);
  const texts = new Map([
    ...fleets.flatMap(({ name, draft }) => [...formatFleetFiles(draft, { name, owner })]),
    ...listTexts(candidates.filter((each) => !isRow.has(each))),
  ]);
  const removed = [...new Set(rows.flatMap(({ texts, file }) => (texts === null ? [file] : [])))];
  const changes = new Map<string, string | null>(texts);
  for (const path of removed) changes.set(path, null);
  return { rows, changes, result: { fleets, texts, removed } };
}

function listTexts(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  return new Map(
    candidates.flatMap(({ texts }) => (texts ?? []).map(({ path, text }) => [path, text] as const)),
  );
}

/** Lists accounts whose file has other accounts that become no rows. */
function listPartlyMoved(
  rows: readonly Candidate[],
  entries: readonly AccountEntry[],
): readonly Candidate[] {
  const moved = new Set(rows.map(({ key }) => key));
  const others = new Set(entries.flatMap(({ key, file }) => (moved.has(key) ? [] : [file])));
  return rows.filter(({ texts, file }) => texts === null && others.has(file));
}

async function listTaken(files: Files): Promise<ReadonlySet<string>> {
  const folders = [blueprintFolder, fleetFolder];
  const paths = await Promise.all(folders.map((folder) => files.listYaml(folder)));
  const names = paths.flatMap((found) => found ?? []).map((path) => path.split('/').at(-1) ?? '');
  return new Set(names.map((name) => name.replace(/\.ya?ml$/, '')));
}

/** Names fleets after the profiles of the report: `profile-1` is the largest. */
function nameFleets(fleets: number, taken: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < fleets; number += 1) {
    if (!taken.has(`profile-${number}`)) names.push(`profile-${number}`);
  }
  return names;
}
