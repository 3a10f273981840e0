import { findExportMismatch } from '../../../engine/cycle-file/export/find-export-mismatch.ts';
import {
  type MadeCycleFile,
  makeCycleFile,
} from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { withDescription } from '../../../engine/cycle-file/export/with-description.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import { toShortText, toVisible } from '../../../kit/text/visible-text.ts';
import { toCycleAddress } from '../../../model/address.ts';
import {
  cycleFileExtension,
  type DraftedCycle,
  toBlobFileName,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import { toTextWithoutMergeFields } from '../../../model/desired/expression.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
} from '../../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { CycleDetails, WholeAccount, WholeCycle } from '../../../model/live/reading.ts';
import { maxFileBytes, type ServiceReader } from '../../../model/ports.ts';
import type { HiddenTexts } from '../../../model/secret/hidden-texts.ts';
import { listExposedParts } from './list-exposed-parts.ts';
import { type KnownKeys, makeCycleKeys } from './make-cycle-keys.ts';

/** Account of the drafts, with its known secrets. */
export type DraftContext = {
  readonly reader: ServiceReader;
  readonly whole: WholeAccount;
  /** Key of the account. */
  readonly key: string;
  readonly known: KnownKeys;
  readonly hidden: HiddenTexts;
};

/** Folder of cycle files in a project, with one folder per account. */
const folder = 'cycles';

/**
 * Drafts files for cycles without a template, one request each. Skips a cycle without an export or
 * with a secret in its file; fails where a retry may succeed.
 */
export async function makeCycleDrafts(
  drafting: DraftContext,
): Promise<Answer<ReadonlyMap<RemoteId, DraftedCycle>>> {
  const { hidden } = drafting;
  const { keyed } = makeCycleKeys(drafting.whole.cycles, { ...drafting.known, hidden });
  const own = keyed.filter(({ cycle }) => cycle.live.templateId === null);
  const asked = own.map(async ({ cycle, key }) => ({
    live: cycle.live,
    answer: await makeDraft(drafting, cycle, key),
  }));
  const drafts = new Map<RemoteId, DraftedCycle>();
  for (const { live, answer } of await Promise.all(asked)) {
    if (!answer.ok) return answer;
    drafts.set(live.id, answer.value);
  }
  return { ok: true, value: drafts };
}

async function makeDraft(
  drafting: DraftContext,
  { live, reading }: WholeCycle,
  key: string,
): Promise<Answer<DraftedCycle>> {
  const exported = await drafting.reader.exportCycle(drafting.whole.account.id, live.id);
  if (!exported.ok) {
    if (isTransient(exported.failure)) return exported;
    return refuse(`the service cannot export it (${formatFailure(exported.failure)})`);
  }
  const { hidden } = drafting;
  const object = toCycleAddress(drafting.key, key);
  const made = makeCycleFile(
    withDescription(exported.value, live),
    (path, { name, text, isSensitive }) =>
      isSensitive && text !== ''
        ? true
        : hidden.hasAt(
            { object, live: { kind: 'cycle', id: live.id }, path },
            { name, text: toTextWithoutMergeFields(text) },
          ),
  );
  if (made.kind === 'unexpected') return refuse(`its export has an unknown form: ${made.says}`);
  const [exposed] = listExposedParts(made, (text) => hidden.has(text));
  if (exposed !== undefined)
    return refuse(`its file would contain a possible secret at ${exposed.pointer}`);
  return {
    ok: true,
    value: toDraft(made, reading, `${folder}/${drafting.key}/${key}${cycleFileExtension}`),
  };
}

function refuse(because: string): Answer<DraftedCycle> {
  return { ok: true, value: { kind: 'refused', because: toShortText(toVisible(because), 300) } };
}

/** Detects failures that may succeed on a retry. */
function isTransient({ kind }: ApiFailure): boolean {
  return (
    kind === 'unavailable' ||
    kind === 'rate-limited' ||
    kind === 'unauthorized' ||
    kind === 'outcome-unknown'
  );
}

// Parses the draft again, because an unreadable file is useless.
function toDraft(
  { document, blobs, unresolvedIds }: MadeCycleFile,
  reading: CycleDetails,
  path: string,
): DraftedCycle {
  const text = formatCycleFile(document);
  const { file, diagnostics } = parseCycleFile(path, text);
  if (file === null) {
    const because = `its file could not be read: ${diagnostics[0]?.summary ?? 'it is invalid'}`;
    return { kind: 'refused', because: toShortText(toVisible(because), 300) };
  }
  const differing = findExportMismatch(file, reading);
  if (differing !== null) {
    const because = `its export is not this cycle: ${differing} differs from the cycle itself`;
    return { kind: 'refused', because: toShortText(toVisible(because), 300) };
  }
  const beside = blobs.map((blob) => ({
    path: toBlobFileName(path, blob.digest),
    text: blob.text,
  }));
  const texts = [...beside, { path, text }];
  const isTooLarge = texts.some(
    (each) => new TextEncoder().encode(each.text).length > maxFileBytes,
  );
  if (isTooLarge) return { kind: 'refused', because: 'its file would be larger than 2 MiB' };
  return { kind: 'drafted', path, file, texts, unexplained: unresolvedIds };
}
