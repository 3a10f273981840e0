import { makeCycleFile } from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { withDescription } from '../../../engine/cycle-file/export/with-description.ts';
import { toMappingPath } from '../../../engine/cycle-file/import/with-cycle-file.ts';
import { loadCycleFile } from '../../../engine/cycle-file/load-cycle-files.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromDesired, resolveManifest } from '../../../engine/observe/source.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { JsonObject } from '../../../kit/json/json.ts';
import type { Address, FieldPath } from '../../../model/address.ts';
import { type Blob, toFileShape } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import type { DesiredAccount, DesiredCycle } from '../../../model/desired/desired.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import {
  type Diagnostic,
  hasErrors,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, listAmbiguities } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import { reportCredential } from '../../../model/report/advice/report-promotion.ts';
import { makeKnownSecrets } from '../../../model/secret/known-secrets.ts';
import { listSecretPlaces } from '../../../model/secret/secret-places.ts';
import { listExposedParts } from '../describe/list-exposed-parts.ts';
import { type PromotionEntry, promoteCycle } from './promote-cycle.ts';

/** Live cycle that differs from its file. */
export type PromotableCycle = {
  readonly account: string;
  readonly desired: DesiredCycle;
  /** Path of the cycle file, relative to the project folder. */
  readonly path: string;
  readonly text: string;
  readonly blobs: readonly Blob[];
  readonly changes: readonly CycleFileChange[];
  readonly manifestPaths: ReadonlySet<FieldPath>;
  readonly asVariables: ReadonlyMap<FieldPath, string>;
};

/** Cycle whose file has all of it but some paths. */
export type CarriedCycle = Pick<PromotableCycle, 'desired' | 'manifestPaths' | 'asVariables'>;

/**
 * Cycles of an account that differ from their files; `isRead` is false when some could not be
 * compared.
 */
export type PromotableCycles = {
  readonly cycles: readonly PromotableCycle[];
  /** Cycles that are as their files. */
  readonly same?: readonly CarriedCycle[];
  readonly diagnostics: readonly Diagnostic[];
  readonly isRead: boolean;
};

/** Exports cycles made from files and compares them with those. Writes nothing. */
export async function listPromotableCycles(
  context: RunContext,
  entry: AccountEntry,
  mapping: EnvironmentMapping,
): Promise<PromotableCycles> {
  const resolved = await resolveManifest(context, entry);
  if (resolved.kind === 'refused')
    return { cycles: [], diagnostics: resolved.diagnostics, isRead: false };
  const { desired } = resolved;
  const opened = await openFiles(context, desired);
  if (hasErrors(opened.diagnostics))
    return { cycles: [], diagnostics: opened.diagnostics, isRead: false };
  if (opened.entries.size === 0) return { cycles: [], diagnostics: [], isRead: true };
  const observation = await observeAccount(context, fromDesired({ desired: opened.bare }));
  if (observation.kind !== 'observed')
    return { cycles: [], diagnostics: observation.diagnostics, isRead: false };
  const doubts = listAmbiguities(observation.diff);
  if (doubts.length > 0) return { cycles: [], diagnostics: doubts, isRead: false };
  const secrets = makeKnownSecrets(observation.diff, (text) => context.secrets.fingerprint(text));
  const from = { id: desired.id, secrets };
  const results: PromotableCycles[] = [];
  for (const cycle of observation.diff.cycles) {
    const found = opened.entries.get(cycle.address);
    // Compares the deposed cycle before a cutover, because Git changed the steps of the other.
    const [earlier] = cycle.deposed;
    const { live, record } = cycle.live === null && earlier !== undefined ? earlier : cycle;
    if (found === undefined || live === null) continue;
    const reported = { ...found, environmentMapping: mapping, from, record };
    const promoted = await exportPromotable(context, { live, diff: observation.diff }, reported);
    results.push({ ...promoted, diagnostics: promoted.diagnostics.map(withCycleName(found)) });
  }
  return {
    cycles: results.flatMap(({ cycles }) => cycles),
    same: results.flatMap(({ same = [] }) => same),
    diagnostics: results.flatMap((each) => each.diagnostics),
    isRead: results.every(({ isRead }) => isRead),
  };
}

// Adds the address of the cycle, because a file may belong to many.
function withCycleName({ desired, before }: OpenedEntry): (reported: Diagnostic) => Diagnostic {
  const text = `live cycle ${desired.address}`;
  return (reported) =>
    reported.at?.file === before.path
      ? {
          ...reported,
          related: [...(reported.related ?? []), { says: text, at: desired.origin.at }],
        }
      : reported;
}

type OpenedEntry = Pick<PromotionEntry, 'desired' | 'before'>;

// Finds the cycle by its own name alone, because a manual change may have renamed its parts.
async function openFiles(
  context: RunContext,
  desired: DesiredAccount,
): Promise<{
  readonly entries: ReadonlyMap<Address, OpenedEntry>;
  readonly bare: DesiredAccount;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const entries = new Map<Address, OpenedEntry>();
  if (desired.cycles.kind !== 'set') return { entries, bare: desired, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const cycles = new Map<string, DesiredCycle>();
  for (const [key, cycle] of desired.cycles.value) {
    const { origin } = cycle;
    if (origin.kind === 'template') continue;
    const found = await loadCycleFile(context.files, origin.path, origin.at);
    diagnostics.push(...found.diagnostics);
    if (found.loaded === null) continue;
    entries.set(cycle.address, { desired: cycle, before: found.loaded });
    const fields = new Map();
    const slots = new Map();
    const bound = { ...origin, loaded: found.loaded };
    cycles.set(key, { ...cycle, origin: bound, mappings: [], visibilities: [], fields, slots });
  }
  return { entries, bare: { ...desired, cycles: { kind: 'set', value: cycles } }, diagnostics };
}

async function exportPromotable(
  { reader }: RunContext,
  { live, diff }: { readonly live: LiveCycle; readonly diff: AccountDiff },
  entry: PromotionEntry,
): Promise<PromotableCycles> {
  const { desired, before } = entry;
  const { address } = desired;
  const at = desired.origin.at;
  const refuse = (summary: string): PromotableCycles => ({
    cycles: [],
    diagnostics: [reportError('unread', { summary, address, at })],
    isRead: false,
  });
  if (diff.account.live === null) return refuse('It no longer exists');
  const exported = await reader.exportCycle(diff.account.live.id, live.id);
  if (!exported.ok)
    return refuse(`The cycle could not be exported: ${formatFailure(exported.failure)}`);
  const raw = withDescription(exported.value, live);
  const first = makeCycleFile(raw);
  if (first.kind !== 'made')
    return refuse(`The export of the service is not a cycle: ${first.says}`);
  const hidden = listHidden(first.document, { desired, before });
  const places = listSecretPlaces(diff.state, address, { kind: 'cycle', id: live.id });
  const made = makeCycleFile(raw, (path) => places.has(path) || hidden.has(path));
  if (made.kind !== 'made') return refuse(`The export of the service is not a cycle: ${made.says}`);
  const promoted = promoteCycle(made.document, entry);
  if ('refused' in promoted) {
    const diagnostics = promoted.refused.map((each) => ({ address, at, ...each }));
    return { cycles: [], diagnostics, isRead: true };
  }
  if (addsSecret(promoted.text, made.blobs, entry)) {
    return { cycles: [], diagnostics: [reportCredential({ address, at })], isRead: true };
  }
  const unexplained = made.unresolvedIds.filter(
    (pointer) => !pointer.startsWith('/ExportedConnectors'),
  );
  const found = {
    account: diff.desired.key,
    desired,
    path: before.path,
    blobs: made.blobs,
    ...promoted,
  };
  const isChanged = promoted.changes.length > 0 || promoted.asVariables.size > 0;
  return {
    ...(isChanged ? { cycles: [found] } : { cycles: [], same: [found] }),
    diagnostics: [
      ...promoted.diagnostics,
      ...(isChanged
        ? unexplained.map((pointer) => reportUnexplained(address, pointer, entry))
        : []),
    ],
    isRead: true,
  };
}

// Detects a secret outside of mappings and variables, because it cannot be left out.
function addsSecret(
  text: string,
  blobs: readonly Blob[],
  { before, from }: Pick<PromotionEntry, 'before' | 'from'>,
): boolean {
  const { file, blobs: known } = before;
  const document = JSON.parse(text) as JsonObject;
  const added = blobs.filter(({ digest }) => !known.has(digest));
  const isHidden = (each: string) => from.secrets.isIn(each);
  const there = listExposedParts({ document: file.document, blobs: [] }, isHidden);
  return listExposedParts({ document, blobs: added }, isHidden).some(
    ({ value }) => !there.some((each) => isSameJson(each.value, value)),
  );
}

// Lists secret paths of the manifest, by the names of the live cycle.
function listHidden(document: PromotionEntry['before']['file']['document'], entry: OpenedEntry) {
  const { file } = parseCycleFile(entry.before.path, formatCycleFile(document));
  const shape = toFileShape(file ?? entry.before.file);
  return new Set<FieldPath>([
    ...entry.desired.mappings
      .filter(({ source }) => source.kind === 'secret')
      .map((mapping) => toMappingPath(shape, mapping)),
    ...[...entry.desired.fields].flatMap(([path, { value }]) =>
      value.kind === 'secret' ? [path] : [],
    ),
  ]);
}

function reportUnexplained(
  address: Address,
  pointer: string,
  { before }: PromotionEntry,
): Diagnostic {
  return reportWarning('environment-bound', {
    summary: `Unknown id at ${pointer}: it may be invalid elsewhere`,
    address,
    at: before.spanOf(pointer),
  });
}
