import {
  checkDriftAddresses,
  type Difference,
  listDifferences,
  toDriftAddress,
} from '../../../engine/diff/check-drift-addresses.ts';
import { listDrift } from '../../../engine/diff/list-drift.ts';
import { loadDocuments } from '../../../engine/load/load-documents.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { type Address, isRequested, toFieldAddress, toFieldPath } from '../../../model/address.ts';
import type { RenewedIgnore } from '../../../model/desired/scope/ignored.ts';
import { parsePattern } from '../../../model/desired/scope/ownership.ts';
import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  toAccountEntry,
  withLayering,
} from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { toChangeDigest } from '../../../model/observed/unmanaged.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { addIgnores, type IgnoreEntry } from './add-ignores.ts';
import { checkIgnore } from './check-ignore.ts';

/**
 * Request to ignore addresses of one account, as drift prints them, until a day in UTC, with a
 * reason.
 */
export type IgnoreRequest = {
  readonly addresses: readonly Address[];
  readonly until: string;
  readonly reason: string;
};

/** Edit of a manifest file. `before` and `text` include its byte order mark. */
export type IgnoreEdit = {
  readonly file: string;
  readonly before: string;
  readonly text: string;
  readonly addresses: readonly Address[];
  /** Earlier entries of the same addresses, with their day and reason. */
  readonly renewed: readonly RenewedIgnore[];
  /** Other environments that share the entries, where the new day and reason apply too. */
  readonly alsoIn: readonly string[];
  /** Spans of the entries in the text. */
  readonly at: readonly SourceSpan[];
};

type Refused = { readonly refused: readonly Diagnostic[] };

/**
 * Finds the differences at some addresses and adds or renews their ignores in the manifest.
 * Verifies that the edit silences the drift. Writes nothing.
 */
export async function makeIgnoreEdit(
  context: RunContext,
  entry: AccountEntry,
  asked: IgnoreRequest,
): Promise<IgnoreEdit | Refused> {
  const looking: RunContext = { ...context, wholeCycles: 'all' };
  const observation = await observeAccount(looking, fromManifest(entry));
  if (observation.kind !== 'observed') return { refused: observation.diagnostics };
  const found = matchRequest(observation.diff, asked);
  if ('refused' in found) return found;
  const { document, diagnostics } = await findDocument(looking, entry);
  if (document === null) return { refused: diagnostics };
  const reading = await looking.files.read(entry.file);
  if (!reading.ok) return refuse(reportForm(entry, asked));
  const { diff } = observation;
  const entries = found.meant.map((each) =>
    toEntry(each, { looking, entry, asked, document, diff }),
  );
  const text = addIgnores(reading.text, entry.documentIndex, entries);
  if (text === null) return refuse(reportForm(entry, asked));
  const proof = await verifyText({ looking, entry, text }, found.meant);
  if ('refused' in proof) return proof;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  return {
    file: entry.file,
    before: mark + reading.text,
    text: mark + text,
    addresses: found.meant.map(toDriftAddress),
    renewed: entries.flatMap(({ renewed }) => renewed ?? []),
    alsoIn: [...new Set(entries.flatMap((each) => each.alsoIn))],
    at: proof.at,
  };
}

// Includes ignored differences, because their date can be extended.
function matchRequest(
  diff: AccountDiff,
  { addresses }: IgnoreRequest,
): { readonly meant: readonly Difference[] } | Refused {
  const wrong = checkDriftAddresses(diff, addresses, () => []);
  if (wrong.length > 0) return { refused: wrong };
  const meant = listDifferences(diff).filter((each) =>
    isRequested(addresses, toDriftAddress(each)),
  );
  const hindered = meant.flatMap((each) => checkIgnore(each, diff));
  return hindered.length > 0 ? { refused: hindered } : { meant };
}

function toEntry(
  difference: Difference,
  at: {
    readonly looking: RunContext;
    readonly entry: AccountEntry;
    readonly asked: IgnoreRequest;
    readonly document: ManifestDocument<WrittenAccount>;
    readonly diff: AccountDiff;
  },
): IgnoreEntry & {
  readonly alsoIn: readonly string[];
  /** Earlier entry; null for a new one. */
  readonly renewed: RenewedIgnore | null;
} {
  const { looking, entry, asked, document, diff } = at;
  const { until, reason } = asked;
  const { environment } = looking;
  const address = toDriftAddress(difference);
  const path = address.slice(address.indexOf('/') + 1);
  const others = [...looking.environments.keys()].filter(
    (name) => name !== environment && findIdInEnvironment(entry, name) !== null,
  );
  const found = Object.entries(document.written.spec.ignore ?? {}).find(
    ([text]) => toFieldPath(...parsePattern(text)) === path,
  );
  const own = findDigest(difference, diff);
  if (found === undefined) {
    const environments = others.length === 0 ? null : [environment];
    const changes = own === null ? null : [own];
    return { path, key: null, until, reason, environments, changes, alsoIn: [], renewed: null };
  }
  const [key, { in: among = null, ...before }] = found;
  const isReported = among?.includes(environment) ?? true;
  const alsoIn = others.filter((name) => among?.includes(name) ?? true);
  // Another environment that shares the entry may have another change.
  const earlier = alsoIn.length === 0 ? [] : (before.changes ?? []);
  return {
    path,
    key,
    until,
    reason,
    environments: isReported ? null : [...(among ?? []), environment],
    changes: own === null ? null : [...new Set([...earlier, own])],
    alsoIn,
    renewed: {
      address,
      until: before.until,
      reason: before.reason,
      ...(isReported ? {} : { onlyIn: among ?? [] }),
    },
  };
}

// A field of Git is ignored with any value, because a plan would write it otherwise.
function findDigest({ address, path }: Difference, { unmanaged = [] }: AccountDiff): string | null {
  const change = unmanaged.find((each) => each.address === address && each.path === path);
  return change === undefined ? null : toChangeDigest(change);
}

// Reads and compares the new text as the next drift would.
async function verifyText(
  {
    looking,
    entry,
    text,
  }: { readonly looking: RunContext; readonly entry: AccountEntry; readonly text: string },
  meant: readonly Difference[],
): Promise<{ readonly at: readonly SourceSpan[] } | Refused> {
  const files = withTexts(looking.files, [{ path: entry.file, text }]);
  const loaded = await loadDocuments(files, entry.file);
  if (hasErrors(loaded.diagnostics)) return { refused: loaded.diagnostics };
  const found = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  const raw = found && withLayering(found, entry);
  const checked = raw === undefined ? null : validateAccount(raw, looking.environments);
  if (raw === undefined || checked === null || checked.document === null) {
    return { refused: checked?.diagnostics ?? [] };
  }
  const now = { ...toAccountEntry(checked.document), document: raw };
  const observation = await observeAccount({ ...looking, files }, fromManifest(now));
  if (observation.kind !== 'observed') return { refused: observation.diagnostics };
  const wanted = new Set(meant.map(toDriftAddress));
  const left = listDrift(observation.diff).filter((item) => wanted.has(toDriftAddress(item)));
  if (left.length > 0) {
    const names = left.map(toDriftAddress).join(', ');
    const summary = `${names} would still be drift`;
    return refuse(reportError('not-ignored', { summary }));
  }
  const { address: account, ignores } = observation.diff.desired;
  const places = new Map(
    ignores.map(({ path, at }) => [toFieldAddress(account, toFieldPath(...path)), at] as const),
  );
  return { at: meant.flatMap((item) => places.get(toDriftAddress(item)) ?? []) };
}

function refuse(diagnostic: Diagnostic): Refused {
  return { refused: [diagnostic] };
}

function reportForm({ file, at }: AccountEntry, { addresses }: IgnoreRequest): Diagnostic {
  return reportError('not-ignored', {
    summary: `The entry for ${addresses.join(', ')} cannot be added to ${file} without another edit`,
    at,
    remedy:
      'Add it under spec.ignore yourself, as docs/guides/handle-drift.md of the package shows.',
  });
}
