import { findExportMismatch } from '../../../engine/cycle-file/export/find-export-mismatch.ts';
import {
  type MadeCycleFile,
  makeCycleFile,
} from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { withDescription } from '../../../engine/cycle-file/export/with-description.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { type Address, type FieldPath, parsePath, toCycleAddress } from '../../../model/address.ts';
import { toTextWithoutMergeFields } from '../../../model/desired/expression.ts';
import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  type AccountDiff,
  type CycleDiff,
  listAmbiguities,
} from '../../../model/diff/field-diff.ts';
import { isEffectivelyRunning, isRunning } from '../../../model/diff/run-state.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { CycleRef } from '../../../model/ports.ts';
import { makeKnownSecrets } from '../../../model/secret/known-secrets.ts';
import { isSecretName, isSecretText } from '../../../model/secret/secret-name.ts';
import { listSecretPlaces } from '../../../model/secret/secret-places.ts';
import { readCycleParts } from '../describe/account/read-whole-account.ts';
import { listExposedParts } from '../describe/list-exposed-parts.ts';

/** Cycle to export. */
type ExportedCycle = {
  /** Address in state; of an unmanaged cycle its key. */
  readonly address: Address;
  /** Null when the service does not have it. */
  readonly live: LiveCycle | null;
  /** Entry in the manifest; null without one. */
  readonly wanted: CycleDiff | null;
};

/** Cycle file with the address of its cycle, which is the deposed one before a cutover. */
export type ExportedFile = MadeCycleFile & { readonly address: Address };

/** Exports a live cycle, managed or unmanaged, or reports why it cannot. */
export async function exportCycle(
  context: RunContext,
  entries: readonly AccountEntry[],
  named: { readonly account: string; readonly key: string },
): Promise<ExportedFile | { readonly refused: readonly Diagnostic[] }> {
  const address = toCycleAddress(named.account, named.key);
  const refuse = (found: Pick<Diagnostic, 'code' | 'summary'> & Partial<Diagnostic>) => ({
    refused: [{ severity: 'error' as const, address, ...found }],
  });
  const entry = entries.find(({ key }) => key === named.account);
  if (entry === undefined) {
    const keys = entries.map(({ key }) => key);
    const summary = `No manifest declares the account "${named.account}" in the environment ${context.environment}`;
    return refuse({ code: 'address-unknown', summary, ...advise(named.account, keys) });
  }
  const observation = await observeAccount(context, fromManifest(entry));
  if (observation.kind !== 'observed') return { refused: observation.diagnostics };
  const { diff } = observation;
  const chosen = selectExported(diff, named);
  if (chosen === undefined) {
    const keys = diff.cycles.map((each) => parsePath(each.address).at(-1) ?? '');
    const summary = `The manifest of ${named.account} has no cycle "${named.key}"`;
    return refuse({ code: 'address-unknown', summary, ...advise(named.key, keys) });
  }
  const { live: found, wanted: cycle } = chosen;
  const doubts = listAmbiguities(diff, address);
  if (found === null && doubts.length > 0) return { refused: doubts };
  if (found === null || diff.account.live === null) {
    const summary = `The service does not have the cycle "${cycle?.desired.bound.desired.name ?? named.key}"`;
    return refuse({ code: 'not-installed', summary, at: cycle?.at ?? entry.at });
  }
  const exported = await context.reader.exportCycle(diff.account.live.id, found.id);
  if (!exported.ok) {
    const summary = `The cycle could not be exported: ${formatFailure(exported.failure)}`;
    return refuse({ code: 'unread', summary });
  }
  const live = { kind: 'cycle' as const, id: found.id };
  const places = listSecretPlaces(diff.state, chosen.address, live);
  const secrets = makeKnownSecrets(diff, (text) => context.secrets.fingerprint(text));
  const made = makeCycleFile(
    withDescription(exported.value, found),
    (path, { isSensitive, name, text }) =>
      isSensitive ||
      places.has(path) ||
      isSecret(cycle, path) ||
      isPossibleSecret(name, text) ||
      secrets.isIn(text),
  );
  if (made.kind !== 'made') {
    return refuse({
      code: 'unread',
      summary: `The export of the service is not a cycle: ${made.says}`,
    });
  }
  const [exposed] = listExposedParts(made, (text) => secrets.isIn(text));
  if (exposed !== undefined) {
    return refuse({
      code: 'unread',
      summary: `The file would contain a possible secret at ${exposed.pointer}`,
      remedy: 'Remove it in the console, because a manifest cannot supply a secret there.',
    });
  }
  const doubt = await checkExport(
    context,
    { account: diff.account.live.id, cycle: found.id },
    made,
  );
  return doubt === null ? { ...made, address: chosen.address } : refuse(doubt);
}

// Compares with other reads, because no source says that an export has the values of the cycle.
async function checkExport(
  { reader }: RunContext,
  at: CycleRef,
  { document }: MadeCycleFile,
): Promise<Pick<Diagnostic, 'code' | 'summary' | 'remedy'> | null> {
  const { file, diagnostics } = parseCycleFile('the export', formatCycleFile(document));
  if (file === null) {
    const summary = `The export of the service is not a cycle: ${diagnostics[0]?.summary}`;
    return { code: 'unread', summary };
  }
  const reading = await readCycleParts(reader, at);
  if (!reading.ok) {
    const summary = `The cycle could not be compared with its export: ${formatFailure(reading.failure)}`;
    return { code: 'unread', summary };
  }
  const differing = findExportMismatch(file, reading.value);
  return differing === null
    ? null
    : {
        code: 'unread',
        summary: `The export of the service is not this cycle: ${differing} differs from the cycle itself`,
        remedy:
          'Nothing was written. If the cycle was not edited meanwhile, export its account, which reads each value by itself.',
      };
}

function isSecret(cycle: CycleDiff | null, path: FieldPath): boolean {
  return cycle?.desired.fields.get(path)?.value.kind === 'secret';
}

function isPossibleSecret(name: string, text: string): boolean {
  const own = toTextWithoutMergeFields(text);
  return own !== '' && (isSecretName(name) || isSecretText(own));
}

function advise(name: string, known: readonly string[]): Partial<Diagnostic> {
  const remedy = formatNearest(name, known);
  return remedy === null ? {} : { remedy };
}

/**
 * Selects the live cycle of an address: that of the manifest, before a cutover the deposed one, a
 * deposed one by its address, or an unmanaged one. Undefined without a match.
 */
function selectExported(
  diff: AccountDiff,
  named: { readonly account: string; readonly key: string },
): ExportedCycle | undefined {
  const address = toCycleAddress(named.account, named.key);
  const wanted = diff.cycles.find((each) => each.address === address) ?? null;
  if (wanted !== null) {
    const earlier = findEarlier(wanted);
    return { address, live: wanted.live, ...earlier, wanted };
  }
  for (const cycle of diff.cycles) {
    const found = cycle.deposed.find((each) => each.address === address);
    if (found !== undefined) return { address, live: found.live, wanted: cycle };
  }
  const live = findUnmanaged(diff, named.key);
  return live === undefined ? undefined : { address, live, wanted: null };
}

// Prefers the deposed cycle before a cutover, because it still runs. Exports an unverified
// replacement, because people must review it.
function findEarlier({
  live,
  record,
  runState,
  deposed,
}: CycleDiff): Pick<Deposed, 'address' | 'live'> | undefined {
  const isUnproven = live !== null && record?.unproven !== undefined;
  if (isRunning(runState) || isUnproven) return undefined;
  const atWork = deposed.find(({ run }) => isEffectivelyRunning(run));
  const found = atWork ?? (live === null ? deposed[0] : undefined);
  return found === undefined ? undefined : { address: found.address, live: found.live };
}

// Matches an unmanaged cycle by the slug of its name, as an export of the account.
function findUnmanaged({ liveOnlyCycles }: AccountDiff, key: string): LiveCycle | undefined {
  const fitting = liveOnlyCycles.filter(
    ({ record, live }) => record === null && (live.name === key || toSlug(live.name, 60) === key),
  );
  return fitting.length === 1 ? fitting[0]?.live : undefined;
}
