import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { keepReads } from '../../../engine/observe/keep-reads.ts';
import { type Looking, lookAtAccount } from '../../../engine/observe/look-at-account.ts';
import { overlayFiles } from '../../../engine/observe/overlay-files.ts';
import { toPlanned } from '../../../engine/run/make-plan.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { shortenText } from '../../../kit/text/shorten-text.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { type Address, cycleAddress, fieldAddress, splitPath } from '../../../model/address.ts';
import type { DesiredCycle } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { escapePlaceholders } from '../../../model/manifest/interpolation.ts';
import { type AccountEntry, toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { Crossing } from '../../../model/report/advice/crossing.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import { mergeFile } from '../merge/merge-file.ts';
import type { FieldEdit, Taken } from '../merge/take/taken.ts';
import type { FoundCycle } from './find-carried-cycles.ts';
import { fitCrossing } from './fit-crossing.ts';
import type { SettledFiles } from './settle-cycle-files.ts';

/** A manifest file of accounts that are carried, and what their cycles' files are by then. */
export type ManifestFile = { readonly file: string; readonly entries: readonly AccountEntry[] };

/** A manifest file as it would be, and proven; or why nothing of it is carried. */
export type CarriedFile =
  | {
      readonly kind: 'carried';
      readonly text: string;
      readonly written: readonly Address[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'left'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Takes over into a manifest file what was changed in the service, and lets the result prove itself: it is read, judged
 * and planned as any manifest is, and the plan must have nothing to do for what was carried. Writes nothing.
 */
export async function carryFile(
  looking: Looking,
  { file, entries }: ManifestFile,
  at: { readonly settled: SettledFiles; readonly crossing: Crossing },
): Promise<CarriedFile> {
  const { settled, crossing } = at;
  const cycles = settled.cycles.filter(({ account }) => entries.some(({ key }) => key === account));
  const files = overlayFiles(looking.files, settled.texts);
  const place = { ...looking, files, reader: keepReads(looking.reader) };
  const settle = (taken: Taken, found: FoundAccount) =>
    settleTaken(fitCrossing(taken, found, crossing), found, cycles);
  const merging = { looking: place, foreign: null, width: 1, settle };
  const merge = await mergeFile(merging, file, entries);
  const told = merge.accounts.flatMap(({ diagnostics }) => diagnostics);
  if (merge.kind === 'left') return { kind: 'left', diagnostics: told };
  const written = merge.accounts.flatMap((account) =>
    account.written.map(({ address, field }) => fieldAddress(address, field)),
  );
  const after = overlayFiles(files, new Map([[file, merge.text]]));
  const proof = await proveFile({ ...place, files: after }, { file, entries }, { written, cycles });
  if (proof.faults.length > 0) return { kind: 'left', diagnostics: proof.faults };
  const { text } = merge;
  return { kind: 'carried', text, written, diagnostics: [...told, ...proof.news] };
}

// What a cycle file cannot say the manifest says by a placeholder. What of a cycle file is not carried was told where it
// was exported: to write it there by hand would be wrong.
function settleTaken(
  taken: Taken,
  { diff: { desired } }: FoundAccount,
  cycles: readonly FoundCycle[],
): Taken {
  const own = cycles.filter(({ account }) => account === desired.key);
  const files = new Set(desired.cycles.kind === 'set' ? listOrigins(desired.cycles.value) : []);
  return {
    edits: [...taken.edits, ...own.flatMap(writePlaceholders)],
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

function writePlaceholders({ desired, asVariables }: FoundCycle): readonly FieldEdit[] {
  return [...asVariables].map(([field, variable]) => {
    const path = ['spec', 'cycles', desired.key, ...splitPath(field)].map(escapePlaceholders);
    return { kind: 'set', address: desired.address, field, path, value: `\${vars.${variable}}` };
  });
}

type Proof = { readonly faults: readonly Diagnostic[]; readonly news: readonly Diagnostic[] };

/** What was carried: fields of manifests, and cycles whose files are other ones. */
type Deeds = { readonly written: readonly Address[]; readonly cycles: readonly FoundCycle[] };

async function proveFile(
  looking: Looking,
  { file, entries }: ManifestFile,
  deeds: Deeds,
): Promise<Proof> {
  const reading = await looking.files.read(file);
  const { documents } = parseDocuments(file, reading.ok ? reading.text : '');
  const judged = documents.map((raw) => ({ raw, ...validateAccount(raw, looking.environments) }));
  const proofs: Proof[] = [];
  for (const { key } of entries) {
    const own = judged.find(({ document }) => document?.written.metadata.name === key);
    if (!own?.document) throw new Error(`${key} is not in ${file} any more`);
    const entry = { ...toAccountEntry(own.document), document: own.raw };
    proofs.push(await proveAccount(looking, entry, deeds));
  }
  return {
    faults: proofs.flatMap(({ faults }) => faults),
    news: proofs.flatMap(({ news }) => news),
  };
}

async function proveAccount(looking: Looking, entry: AccountEntry, deeds: Deeds): Promise<Proof> {
  const sight = await lookAtAccount(looking, entry);
  const planned = toPlanned(entry, sight, looking);
  if (planned.kind === 'unplanned') return { faults: planned.diagnostics, news: [] };
  const { changes, notices } = planned.plan;
  const fields = changes.flatMap((change) =>
    change.verb === 'update' ? change.fields.map((each) => ({ ...each, of: change.address })) : [],
  );
  const isCarried = ({ of, path, at }: (typeof fields)[number]) =>
    deeds.written.includes(fieldAddress(of, path)) ||
    deeds.cycles.some(
      ({ desired, path: file, kept }) =>
        desired.address === of && at?.file === file && !kept.has(path),
    );
  return {
    faults: fields.filter(isCarried).map(({ of, path }): Diagnostic => {
      const summary = 'A plan would still change what was carried, so that nothing of its file is';
      const address = fieldAddress(of, path);
      return { code: 'not-proven', severity: 'error', summary, address };
    }),
    news: notices.flatMap((notice) =>
      notice.kind === 'foreign' && notice.object === 'cycle'
        ? [reportForeign(notice.name, entry, looking.environment)]
        : [],
    ),
  };
}

function reportForeign(name: string, entry: AccountEntry, environment: string): Diagnostic {
  const key = toSlug(name, 60) || 'cycle';
  const address = cycleAddress(entry.key, key);
  const file = `cycles/${key}.cycle.json`;
  const entitled = name === key ? '' : ` Give its entry displayName: ${JSON.stringify(name)}`;
  const words = [
    `cyclectl export -e ${quoteArgument(environment)} ${quoteArgument(address)} --out ${file}`,
    `cyclectl import ${file} ${quoteArgument(address)}`,
  ];
  return {
    code: 'cycle-of-no-manifest',
    severity: 'warning',
    summary: `The cycle "${shortenText(name, 80)}" of ${environment} is in no manifest; it is not carried`,
    at: entry.at,
    remedy: `To carry it: ${words.join('; ')}.${entitled}`,
  };
}
