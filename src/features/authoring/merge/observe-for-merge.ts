import {
  checkDriftAddresses,
  checkIgnored,
  toDriftAddress,
} from '../../../engine/diff/check-drift-addresses.ts';
import { listDrift } from '../../../engine/diff/list-drift.ts';
import { withUnmanagedFields } from '../../../engine/diff/with-unmanaged-fields.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { withReadCache } from '../../../engine/observe/with-read-cache.ts';
import { toPlanned } from '../../../engine/run/planning/to-planned.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson, isSameJson } from '../../../kit/json/canonical-json.ts';
import {
  type Address,
  isRequested,
  parseObjectAddress,
  toFieldAddress,
} from '../../../model/address.ts';
import type { DraftedCycle } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, type AnyDiff, listAmbiguities } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import {
  type AccountDocument,
  type AccountEntry,
  type LoadedFile,
  type RawDocument,
  withLayering,
} from '../../../model/manifest/manifest.ts';
import { type DriftFinding, isReportedOnly } from '../../../model/plan/plan.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { makeKnownSecrets } from '../../../model/secret/known-secrets.ts';
import {
  type Describer,
  describeLive,
  type LiveDescription,
  reportUnread,
} from '../describe/describe-live.ts';
import type { ManagedEntries } from '../describe/described-account.ts';
import { listDraftTexts } from '../describe/export-account.ts';
import type { FoundAccount } from './found-account.ts';
import type { AcceptedFilter } from './merge-manifests.ts';

export type MergeContext = {
  readonly context: RunContext;
  /** Describes unmanaged objects, if they are wanted too. */
  readonly foreign: Describer | null;
  /** Most accounts of a file in flight. */
  readonly width: number;
  /** Filters the changes of an account; by default it leaves out secret-like texts only. */
  readonly settle?: AcceptedFilter;
  /** Addresses to adopt, from drift alone; all drift without any. */
  readonly asked?: readonly Address[];
};

/** Account of a file with its observation, and its plan before the merge. */
export type ObservedAccount = {
  readonly entry: AccountEntry;
  readonly found: FoundAccount;
  readonly planned: PlannedAccount;
  /** Requested drift; empty when all changes are merged. */
  readonly drift: readonly DriftFinding[];
  /** Requested addresses without drift. */
  readonly wrong: readonly Diagnostic[];
  /** Files that new cycles may name. */
  readonly drafts: readonly DraftedCycle[];
  /** Cached reads of the service, because the merge must be checked against the same. */
  readonly context: RunContext;
};

/** Observes an account of a loaded file, or reports why nothing of the file may be written. */
export async function observeForMerge(
  merging: MergeContext,
  loaded: LoadedFile,
  entry: AccountEntry,
): Promise<{ readonly looked: ObservedAccount } | { readonly refused: readonly Diagnostic[] }> {
  const own = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  if (own === undefined || !isAsIndexed(entry, own)) {
    return { refused: [...loaded.diagnostics, reportChanged(entry)] };
  }
  const raw = withLayering(own, entry);
  const { environment, environments } = merging.context;
  // A merge writes or counts all that others changed.
  const context: RunContext = {
    ...merging.context,
    reader: withReadCache(merging.context.reader),
    wholeCycles: 'all',
  };
  const known = { ...entry, document: raw };
  const observation = await observeAccount(context, fromManifest(known));
  if (observation.kind !== 'observed') return { refused: observation.diagnostics };
  const doubts = listAmbiguities(observation.diff);
  if (doubts.length > 0) return { refused: doubts };
  const { asked } = merging;
  const { diff, drift, wrong } =
    asked === undefined
      ? { ...observation, drift: [], wrong: [] }
      : selectRequested(observation.diff, asked);
  const document = resolveDocument(raw, environment, environments);
  const additions = await describeRest(merging.foreign, { document, diff, reader: context.reader });
  if (!additions.ok) {
    const remedy = 'Its file was not written; export it again.';
    return { refused: [reportUnread(entry.key, additions.failure, remedy)] };
  }
  const found: FoundAccount = {
    document,
    raw,
    diff,
    variables: environments.get(environment)?.variables ?? null,
    secrets: makeKnownSecrets(diff, (text) => context.secrets.fingerprint(text)),
    additions: additions.value?.described ?? null,
    rejected: new Map(),
  };
  const drafts = additions.value?.drafts ?? [];
  const files = withTexts(context.files, listDraftTexts(drafts));
  const planned = toPlanned(known, observation, context);
  return {
    looked: { entry: known, found, planned, drift, wrong, drafts, context: { ...context, files } },
  };
}

// Accepts only the document that the index has, because only that was validated.
function isAsIndexed(entry: AccountEntry, raw: RawDocument): boolean {
  if (entry.document !== null) return isSameJson(entry.document.written, raw.written);
  return entry.digest === toHash(formatCanonicalJson(raw.written));
}

function reportChanged({ key, file, at }: AccountEntry): Diagnostic {
  const summary = `The account ${key} in ${file} changed while cyclectl ran`;
  return reportError('file-changed', { summary, at });
}

async function describeRest(
  describer: Describer | null,
  {
    document,
    diff,
    reader,
  }: {
    readonly document: AccountDocument;
    readonly diff: AccountDiff;
    readonly reader: ServiceReader;
  },
): Promise<Answer<LiveDescription | null>> {
  const account: LiveAccount | null = diff.account.live;
  if (describer === null || account === null) return { ok: true, value: null };
  const { connectors, cycles } = document.written.spec;
  const managed = {
    connectors: toManaged(connectors, diff.connectors, diff.liveOnlyConnectors),
    cycles: toManaged(cycles, diff.cycles, diff.liveOnlyCycles),
  };
  const beside = { state: diff.state, managed };
  return describeLive(describer, reader, {
    key: diff.desired.key,
    account,
    hasFiles: true,
    beside,
  });
}

function toManaged(
  entries: object | undefined,
  objects: AccountDiff['connectors'] | AccountDiff['cycles'],
  left: AccountDiff['liveOnlyConnectors'] | AccountDiff['liveOnlyCycles'],
): ManagedEntries {
  return {
    keys: new Set(Object.keys(entries ?? {})),
    byId: new Map(
      objects.flatMap(({ live, address }) =>
        live === null ? [] : [[live.id, parseObjectAddress(address)?.key ?? '']],
      ),
    ),
    // Ignores removed entries of a missing map.
    removed: new Set(
      entries === undefined ? [] : left.flatMap(({ record, live }) => (record ? [live.id] : [])),
    ),
  };
}

// A change that is only reported gets a line in Git where its address is given.
function selectDrift(
  items: readonly DriftFinding[],
  addresses: readonly Address[],
): readonly DriftFinding[] {
  if (addresses.length === 0) return items.filter((item) => !isReportedOnly(item));
  return items.filter((item) => isRequested(addresses, toDriftAddress(item)));
}

/** Selects the drift at some addresses. All other drift is out of scope. */
function selectRequested(
  diff: AccountDiff,
  addresses: readonly Address[],
): Pick<ObservedAccount, 'drift' | 'wrong'> & { readonly diff: AccountDiff } {
  const drift = selectDrift(listDrift(diff), addresses);
  const kept = new Set(drift.map(toDriftAddress));
  const all = withUnmanagedFields(diff, kept);
  return {
    drift,
    wrong: checkDriftAddresses(diff, addresses, checkIgnored),
    diff: {
      ...all,
      account: selectFields(all.account, kept),
      connectors: all.connectors.map((each) => selectFields(each, kept)),
      cycles: all.cycles.map((each) => selectFields(each, kept)),
    },
  };
}

function selectFields<T extends AnyDiff>(object: T, kept: ReadonlySet<Address>): T {
  const { address, missing } = object;
  return {
    ...object,
    missing: missing === 'gone' && !kept.has(address) ? null : missing,
    fields: object.fields.map((field) =>
      isDrift(field) && !kept.has(toFieldAddress(address, field.path))
        ? { ...field, disposition: { kind: 'keep', because: { kind: 'out-of-scope' } } }
        : field,
    ),
  };
}
