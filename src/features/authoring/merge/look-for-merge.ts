import { keepAsked } from '../../../engine/diff/exclude/keep-asked.ts';
import { keepReads } from '../../../engine/observe/keep-reads.ts';
import { type Looking, lookAtAccount } from '../../../engine/observe/look-at-account.ts';
import { withTexts } from '../../../engine/observe/with-texts.ts';
import { toPlanned } from '../../../engine/run/make-plan.ts';
import { findMeaning } from '../../../engine/validate/find-meaning.ts';
import { hashText } from '../../../kit/hash.ts';
import { isSameJson, writeCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { type Address, parseObjectAddress } from '../../../model/address.ts';
import type { DraftedCycle } from '../../../model/desired/cycle-file/drafted-cycle.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { listDoubts } from '../../../model/diff/doubt.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type {
  AccountDocument,
  AccountEntry,
  LoadedFile,
  RawDocument,
} from '../../../model/manifest/manifest.ts';
import type { DriftFound } from '../../../model/plan/plan.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { findKnownSecrets } from '../../../model/secret/known-secrets.ts';
import {
  type Describer,
  describeLive,
  type LiveDescription,
  reportUnread,
} from '../describe/describe-live.ts';
import type { ManagedEntries } from '../describe/described-account.ts';
import { listTexts } from '../describe/export-account.ts';
import type { FoundAccount } from './found-account.ts';
import type { SettleTaken } from './merge-manifests.ts';

/** What files take over, for all accounts of a run. */
export type Merging = {
  readonly looking: Looking;
  /** How what no manifest has is described, where that is wanted too. */
  readonly foreign: Describer | null;
  /** Most accounts of a file in flight. */
  readonly width: number;
  /** What becomes of what an account would take over; without it all but what looks like a secret is written. */
  readonly settle?: SettleTaken;
  /** Addresses of what is taken over of what others moved: only drift, and there all of it where none is named. */
  readonly asked?: readonly Address[];
};

/** An account of a file as it is there and in the service, and its plan as it is before anything is merged. */
export type LookedAccount = {
  readonly entry: AccountEntry;
  readonly found: FoundAccount;
  readonly planned: PlannedAccount;
  /** What has moved of what was asked for; nothing where all is taken over. */
  readonly drift: readonly DriftFound[];
  /** Files of cycles that what is new may name. */
  readonly drafts: readonly DraftedCycle[];
  /** Answers as it answered, so that what is merged is judged by the same. */
  readonly looking: Looking;
};

/** Looks at an account of a file that was loaded for it; or says why nothing of the file may be written. */
export async function lookForMerge(
  merging: Merging,
  loaded: LoadedFile,
  entry: AccountEntry,
): Promise<{ readonly looked: LookedAccount } | { readonly refused: readonly Diagnostic[] }> {
  const raw = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  if (raw === undefined || !isAsJudged(entry, raw)) {
    return { refused: [...loaded.diagnostics, reportMoved(entry)] };
  }
  const { environment, environments } = merging.looking;
  const looking = { ...merging.looking, reader: keepReads(merging.looking.reader) };
  const known = { ...entry, document: raw };
  const sight = await lookAtAccount(looking, known);
  if (sight.kind !== 'seen') return { refused: sight.diagnostics };
  const doubts = listDoubts(sight.diff);
  if (doubts.length > 0) return { refused: doubts };
  const { asked } = merging;
  const { diff, drift } =
    asked === undefined ? { ...sight, drift: [] } : keepAsked(sight.diff, asked);
  const document = findMeaning(raw, environment, environments);
  const additions = await describeRest(merging.foreign, { document, diff, reader: looking.reader });
  if (!additions.ok) {
    const remedy = 'Nothing of its file was written; export it again.';
    return { refused: [reportUnread(entry.key, additions.failure, remedy)] };
  }
  const found: FoundAccount = {
    document,
    raw,
    diff,
    variables: environments.get(environment)?.variables ?? null,
    secrets: findKnownSecrets(diff, (text) => looking.secrets.print(text)),
    additions: additions.value?.described ?? null,
    barred: new Map(),
  };
  const drafts = additions.value?.drafts ?? [];
  const files = withTexts(looking.files, listTexts(drafts));
  const planned = toPlanned(known, sight, looking);
  return {
    looked: { entry: known, found, planned, drift, drafts, looking: { ...looking, files } },
  };
}

// The index judged what was there then: only the same may be edited.
function isAsJudged(entry: AccountEntry, raw: RawDocument): boolean {
  if (entry.document !== null) return isSameJson(entry.document.written, raw.written);
  return entry.digest === hashText(writeCanonicalJson(raw.written));
}

function reportMoved({ key, file, at }: AccountEntry): Diagnostic {
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
    connectors: toManaged(connectors, diff.connectors, diff.leftConnectors),
    cycles: toManaged(cycles, diff.cycles, diff.leftCycles),
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
  left: AccountDiff['leftConnectors'] | AccountDiff['leftCycles'],
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
