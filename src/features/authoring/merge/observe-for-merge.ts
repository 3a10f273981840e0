import { selectRequested } from '../../../engine/diff/exclude/select-requested.ts';
import { observeAccount, type RunContext } from '../../../engine/observe/observe-account.ts';
import { withReadCache } from '../../../engine/observe/with-read-cache.ts';
import { withTexts } from '../../../engine/observe/with-texts.ts';
import { toPlanned } from '../../../engine/run/make-plan.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson, isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, parseObjectAddress } from '../../../model/address.ts';
import type { DraftedCycle } from '../../../model/desired/cycle-file/drafted-cycle.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listAmbiguities } from '../../../model/diff/list-ambiguities.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type {
  AccountDocument,
  AccountEntry,
  LoadedFile,
  RawDocument,
} from '../../../model/manifest/manifest.ts';
import type { DriftFinding } from '../../../model/plan/plan.ts';
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

/** What files take over, for all accounts of a run. */
export type MergeContext = {
  readonly context: RunContext;
  /** How what no manifest has is described, where that is wanted too. */
  readonly foreign: Describer | null;
  /** Most accounts of a file in flight. */
  readonly width: number;
  /** What becomes of what an account would take over; without it all but what looks like a secret is written. */
  readonly settle?: AcceptedFilter;
  /** Addresses of what is taken over of what others moved: only drift, and there all of it where none is named. */
  readonly asked?: readonly Address[];
};

/** An account of a file as it is there and in the service, and its plan as it is before anything is merged. */
export type ObservedAccount = {
  readonly entry: AccountEntry;
  readonly found: FoundAccount;
  readonly planned: PlannedAccount;
  /** What has moved of what was asked for; nothing where all is taken over. */
  readonly drift: readonly DriftFinding[];
  /** Files of cycles that what is new may name. */
  readonly drafts: readonly DraftedCycle[];
  /** Answers as it answered, so that what is merged is judged by the same. */
  readonly context: RunContext;
};

/** Looks at an account of a file that was loaded for it; or says why nothing of the file may be written. */
export async function observeForMerge(
  merging: MergeContext,
  loaded: LoadedFile,
  entry: AccountEntry,
): Promise<{ readonly looked: ObservedAccount } | { readonly refused: readonly Diagnostic[] }> {
  const raw = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  if (raw === undefined || !isAsIndexed(entry, raw)) {
    return { refused: [...loaded.diagnostics, reportChanged(entry)] };
  }
  const { environment, environments } = merging.context;
  const context = { ...merging.context, reader: withReadCache(merging.context.reader) };
  const known = { ...entry, document: raw };
  const observation = await observeAccount(context, known);
  if (observation.kind !== 'seen') return { refused: observation.diagnostics };
  const doubts = listAmbiguities(observation.diff);
  if (doubts.length > 0) return { refused: doubts };
  const { asked } = merging;
  const { diff, drift } =
    asked === undefined ? { ...observation, drift: [] } : selectRequested(observation.diff, asked);
  const document = resolveDocument(raw, environment, environments);
  const additions = await describeRest(merging.foreign, { document, diff, reader: context.reader });
  if (!additions.ok) {
    const remedy = 'Nothing of its file was written; export it again.';
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
    looked: { entry: known, found, planned, drift, drafts, context: { ...context, files } },
  };
}

// The index judged what was there then: only the same may be edited.
function isAsIndexed(entry: AccountEntry, raw: RawDocument): boolean {
  if (entry.document !== null) return isSameJson(entry.document.written, raw.written);
  return entry.digest === toHash(formatCanonicalJson(raw.written));
}

function reportChanged({ key, file, at }: AccountEntry): Diagnostic {
  const summary = `The account ${key} in ${file} was changed while cyclectl was at work`;
  return { code: 'file-changed', severity: 'error', summary, at };
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
  const beside = { memory: diff.memory, managed };
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
    // Of a map that is not there nothing was removed.
    removed: new Set(
      entries === undefined ? [] : left.flatMap(({ record, live }) => (record ? [live.id] : [])),
    ),
  };
}
