import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { withReadCache } from '../../../engine/observe/with-read-cache.ts';
import { toPlanned } from '../../../engine/run/planning/to-planned.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import {
  type Address,
  type FieldPath,
  parsePath,
  toCycleAddress,
  toFieldAddress,
  toFieldPath,
  toObjectAddress,
} from '../../../model/address.ts';
import { membersByKey } from '../../../model/desired/cycle-file/own-settings.ts';
import type { DesiredCycle } from '../../../model/desired/desired.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import {
  type AccountEntry,
  toAccountEntry,
  withLayering,
} from '../../../model/manifest/manifest.ts';
import { isOfContents, isStepConnector } from '../../../model/observed/contents.ts';
import { countListed, type UnmanagedChange } from '../../../model/observed/unmanaged.ts';
import { listRefusedDiagnostics, type RefusedObject } from '../../../model/plan/refused.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import { type Accepted, type FieldEdit, mergeAccepted } from '../merge/accept/accepted.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import { mergeFile } from '../merge/merge-file.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';
import type { TargetId } from './find-target-ids.ts';
import type { CarriedCycle, PromotableCycle } from './list-promotable-cycles.ts';
import type { ResolvedFiles } from './resolve-cycle-files.ts';
import { toEnvironmentEdits } from './to-environment-edits.ts';

/** Manifest file of promoted accounts, with their new cycle files. */
export type ManifestFile = {
  readonly file: string;
  readonly entries: readonly AccountEntry[];
  /** Leaves out changes that its layers cannot have. */
  readonly filter?: AcceptedFilter;
};

/** Promoted and verified manifest file, or the reason why it is not promoted. */
export type PromotedFile =
  | {
      readonly kind: 'carried';
      readonly text: string;
      readonly written: readonly Address[];
      readonly diagnostics: readonly Diagnostic[];
      /** Number of unmanaged changes, which are not promoted. */
      readonly unmanaged: number;
    }
  | { readonly kind: 'left'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Merges changes of the service into a manifest file and verifies the result: it must be valid, and
 * a plan must have nothing to do for it. Writes nothing.
 */
export async function promoteFile(
  context: RunContext,
  { file, entries, filter = (taken) => taken }: ManifestFile,
  at: {
    readonly settled: ResolvedFiles;
    /** Cycles whose files have what is live. */
    readonly carried: readonly CarriedCycle[];
    readonly mapping: EnvironmentMapping;
    /** Ids to write, by the key of the account. */
    readonly ids: ReadonlyMap<string, TargetId>;
  },
): Promise<PromotedFile> {
  const { settled, carried, mapping, ids } = at;
  const cycles = settled.cycles.filter(({ account }) => entries.some(({ key }) => key === account));
  const files = withOverlay(context.files, settled.texts);
  const place = { ...context, files, reader: withReadCache(context.reader) };
  const settle = (taken: Accepted, found: FoundAccount) =>
    mergeAccepted([
      filter(filterAccepted(toEnvironmentEdits(taken, found, mapping), found, cycles), found),
      { edits: makeIdEdits(found, mapping, ids), diagnostics: [] },
    ]);
  const merging = { context: place, foreign: null, width: 1, settle };
  const merge = await mergeFile(merging, file, entries);
  const reported = merge.accounts.flatMap(({ diagnostics }) => diagnostics);
  if (merge.kind === 'left') return { kind: 'left', diagnostics: reported };
  const written = merge.accounts.flatMap((account) =>
    account.written.map(({ address, field }) => toFieldAddress(address, field)),
  );
  const after = withOverlay(files, new Map([[file, merge.text]]));
  const proof = await verifyFile(
    { ...place, files: after },
    { file, entries },
    { written, cycles },
  );
  if (proof.faults.length > 0) return { kind: 'left', diagnostics: proof.faults };
  const { text } = merge;
  const diagnostics = [...reported, ...proof.unmanaged];
  const unmanaged = merge.accounts.reduce(
    (sum, { found }) => sum + countLeftOut(found, carried),
    0,
  );
  return { kind: 'carried', text, written, diagnostics, unmanaged };
}

// An unmanaged change is left out unless the file of its cycle has it.
function countLeftOut(
  { diff: { unmanaged = [] } }: FoundAccount,
  carried: readonly CarriedCycle[],
): number {
  return countListed(
    unmanaged.filter((change) => {
      const cycle = carried.find(({ desired }) => desired.address === change.address);
      return cycle === undefined || !isCarried(change, cycle);
    }),
  );
}

/** Members of a cycle that a cycle file has, besides its contents. */
const fileMembers: ReadonlySet<string> = new Set([
  ...Object.keys(membersByKey),
  'description',
  'tags',
]);

// A file names the kind of the connector of a step, and not which one of the account it is.
function isCarried(
  { path, parts = [] }: UnmanagedChange,
  { manifestPaths, asVariables }: CarriedCycle,
): boolean {
  const isInFile = (each: FieldPath) =>
    (isOfContents(each) || fileMembers.has(each)) &&
    (!manifestPaths.has(each) || asVariables.has(each));
  const isWhole = parts.every((part) => isStepConnector(part.path) || isInFile(part.path));
  return isInFile(path) && !isStepConnector(path) && isWhole;
}

function makeIdEdits(
  { diff: { account, desired } }: FoundAccount,
  { to }: EnvironmentMapping,
  ids: ReadonlyMap<string, TargetId>,
): readonly FieldEdit[] {
  const value = ids.get(desired.key)?.id;
  if (value === undefined) return [];
  const path = ['spec', 'ids', to];
  const field = toFieldPath('ids', to);
  return [{ kind: 'set', address: account.address, field, path, value: toEscapedText(value) }];
}

// Uses placeholders for values that a cycle file cannot hold. Skips values of cycle files, because
// their export reports them.
function filterAccepted(
  taken: Accepted,
  { diff: { desired } }: FoundAccount,
  cycles: readonly PromotableCycle[],
): Accepted {
  const own = cycles.filter(({ account }) => account === desired.key);
  const files = new Set(desired.cycles.kind === 'set' ? listOrigins(desired.cycles.value) : []);
  return {
    edits: [...taken.edits, ...own.flatMap(makePlaceholderEdits)],
    diagnostics: taken.diagnostics.filter(
      ({ code, at }) => code !== 'value-of-elsewhere' || at === undefined || !files.has(at.file),
    ),
  };
}

function listOrigins(cycles: ReadonlyMap<string, DesiredCycle>): readonly string[] {
  return [...cycles.values()].flatMap(({ origin }) =>
    origin.kind === 'file' ? [origin.path] : [],
  );
}

function makePlaceholderEdits({ desired, asVariables }: PromotableCycle): readonly FieldEdit[] {
  return [...asVariables].map(([field, variable]) => {
    const path = ['spec', 'cycles', desired.key, ...parsePath(field)].map(toEscapedText);
    return { kind: 'set', address: desired.address, field, path, value: `\${vars.${variable}}` };
  });
}

type FileVerification = {
  readonly faults: readonly Diagnostic[];
  readonly unmanaged: readonly Diagnostic[];
};

/** Promoted fields of manifests, and cycles with changed files. */
type PromotedParts = {
  readonly written: readonly Address[];
  readonly cycles: readonly PromotableCycle[];
};

async function verifyFile(
  context: RunContext,
  { file, entries }: ManifestFile,
  parts: PromotedParts,
): Promise<FileVerification> {
  const reading = await context.files.read(file);
  const { documents } = parseDocuments(file, reading.ok ? reading.text : '');
  const checked = documents.map((document) => {
    const entry = entries.find((each) => each.documentIndex === document.documentIndex);
    const raw = entry === undefined ? document : withLayering(document, entry);
    return { raw, ...validateAccount(raw, context.environments) };
  });
  const proofs: FileVerification[] = [];
  for (const { key } of entries) {
    const own = checked.find(({ document }) => document?.written.metadata.name === key);
    if (!own?.document) throw new Error(`${key} is no longer in ${file}`);
    const entry = { ...toAccountEntry(own.document), document: own.raw };
    proofs.push(await verifyAccount(context, entry, parts));
  }
  return {
    faults: proofs.flatMap(({ faults }) => faults),
    unmanaged: proofs.flatMap(({ unmanaged }) => unmanaged),
  };
}

async function verifyAccount(
  context: RunContext,
  entry: AccountEntry,
  parts: PromotedParts,
): Promise<FileVerification> {
  const observation = await observeAccount(context, fromManifest(entry));
  const planned = toPlanned(entry, observation, context);
  if (planned.kind === 'unplanned') return { faults: planned.diagnostics, unmanaged: [] };
  const { changes, notices, refused = [] } = planned.plan;
  const fields = changes.flatMap((change) =>
    change.verb === 'update' ? change.fields.map((each) => ({ ...each, of: change.address })) : [],
  );
  const isCarried = ({ of, path, at }: (typeof fields)[number]) =>
    parts.written.includes(toFieldAddress(of, path)) ||
    parts.cycles.some(
      ({ desired, path: file, manifestPaths }) =>
        desired.address === of && at?.file === file && !manifestPaths.has(path),
    );
  const isPromoted = ({ address }: RefusedObject) =>
    parts.written.some((field) => toObjectAddress(field) === address) ||
    parts.cycles.some(({ desired }) => desired.address === address);
  const left = fields.filter(isCarried).map(({ of, path }): Diagnostic => {
    const summary = 'A plan would still change a promoted value; the file was not promoted';
    const address = toFieldAddress(of, path);
    return reportError('not-proven', { summary, address });
  });
  return {
    faults: [...listRefusedDiagnostics(refused.filter(isPromoted)), ...left],
    unmanaged: notices.flatMap((notice) =>
      notice.kind === 'foreign' && notice.object === 'cycle'
        ? [reportUnmanaged(notice.name, entry, context.environment)]
        : [],
    ),
  };
}

function reportUnmanaged(name: string, entry: AccountEntry, environment: string): Diagnostic {
  const key = toSlug(name, 60) || 'cycle';
  const address = toCycleAddress(entry.key, key);
  const file = `cycles/${key}.cycle.json`;
  const entitled = name === key ? '' : ` Give its entry displayName: ${JSON.stringify(name)}`;
  const words = [
    `cyclectl export -e ${formatArgument(environment)} ${formatArgument(address)} --out ${file}`,
    `cyclectl import ${file} ${formatArgument(address)}`,
  ];
  return reportWarning('cycle-of-no-manifest', {
    summary: `The cycle "${toShortText(name, 80)}" of ${environment} is unmanaged; it was not promoted`,
    at: entry.at,
    remedy: `To promote it: ${words.join('; ')}.${entitled}`,
  });
}
