import { writeNearest } from '../kit/nearest.ts';
import { type Address, fieldAddress, parseObjectAddress, toFieldPath } from '../model/address.ts';
import { type Diagnostic, hasErrors } from '../model/diagnostic.ts';
import { type AccountEntry, idIn, toAccountEntry } from '../model/manifest.ts';
import type { DriftFound } from '../model/plan.ts';
import type { SourceSpan } from '../model/source-span.ts';
import type { AccountDiff } from '../model/verdict.ts';
import { listDrift } from '../stages/diff/list-drift.ts';
import { loadDocuments } from '../stages/load/load-documents.ts';
import { validateAccount } from '../stages/validate/validate-account.ts';
import { type IgnoreEntry, writeIgnores } from '../stages/write/write-ignores.ts';
import { type Looking, lookAtAccount } from './look-at-account.ts';
import { withTexts } from './with-texts.ts';

/** What a person wants left as it is: an address as drift prints it, the last day in UTC, and why. */
export type IgnoreAsked = {
  readonly address: string;
  readonly until: string;
  readonly reason: string;
};

/** A manifest file that says it, and what it says of whom. `before` and `text` have the file's byte order mark. */
export type IgnoredDrift = {
  readonly file: string;
  readonly before: string;
  readonly text: string;
  readonly addresses: readonly Address[];
  /** Where it stands in the text. */
  readonly at: readonly SourceSpan[];
};

type Refused = { readonly refused: readonly Diagnostic[] };

/**
 * Finds the drift at an address and says in the manifest of its account to leave it so until the day is over. What came
 * of that is looked at before it is given back: the drift is ignored by it. Nothing is written.
 */
export async function ignoreDrift(
  looking: Looking,
  entry: AccountEntry,
  asked: IgnoreAsked,
): Promise<IgnoredDrift | Refused> {
  const sight = await lookAtAccount(looking, entry);
  if (sight.kind !== 'seen') return { refused: sight.diagnostics };
  const items = listDrift(sight.diff);
  const meant = items.filter((item) => isMeant(item, asked.address));
  if (meant.length === 0) return refuse(reportNothing(sight.diff, items, asked));
  const hindered = meant.flatMap((item) => findHindrance(item, sight.diff));
  if (hindered.length > 0) return { refused: hindered };
  const reading = await looking.files.read(entry.file);
  if (!reading.ok) return refuse(reportForm(entry, asked));
  const entries = meant.map((item) => toEntry(item, { looking, entry, asked }));
  const text = writeIgnores(reading.text, entry.documentIndex, entries);
  if (text === null) return refuse(reportForm(entry, asked));
  const proof = await prove({ looking, entry, text }, meant);
  if ('refused' in proof) return proof;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  return {
    file: entry.file,
    before: mark + reading.text,
    text: mark + text,
    addresses: meant.map(toAddress),
    at: proof.at,
  };
}

function toAddress({ address, path }: DriftFound): Address {
  return path === null ? address : fieldAddress(address, path);
}

// An object stands for all that has moved of it, and not for what an account holds.
function isMeant(item: DriftFound, text: string): boolean {
  const address = toAddress(item);
  if (address === text || item.address === text) return true;
  return parseObjectAddress(text) === null && address.startsWith(`${text}/`);
}

function toEntry(
  item: DriftFound,
  {
    looking: { environment, environments },
    entry,
    asked,
  }: { readonly looking: Looking; readonly entry: AccountEntry; readonly asked: IgnoreAsked },
): IgnoreEntry {
  const { until, reason } = asked;
  const address = toAddress(item);
  const isAlone = [...environments.keys()].every(
    (name) => name === environment || idIn(entry, name) === null,
  );
  return {
    path: address.slice(address.indexOf('/') + 1),
    until,
    reason,
    environments: isAlone ? null : [environment],
  };
}

function findHindrance({ address, path, at }: DriftFound, diff: AccountDiff): Diagnostic[] {
  const place = at === null ? {} : { at };
  const report = (summary: string, remedy: string): Diagnostic[] => [
    { code: 'not-ignored', severity: 'error', summary, ...place, address, remedy },
  ];
  if (path === null && address === diff.desired.address) {
    return report(
      'That an account is gone is not ignored: nothing of it is left to compare',
      'Remove its manifest, or let apply make it again.',
    );
  }
  if (path?.startsWith('from/') === true) {
    return report(
      'What a cycle is made from is not ignored: another one would be made in its place',
      'Write in its entry what it is made from by now.',
    );
  }
  const key = parseObjectAddress(address)?.key;
  const user = diff.cycles.find(({ desired: { slotKeys } }) =>
    [...slotKeys.values()].some((each) => each === key),
  );
  const isConnector = parseObjectAddress(address)?.kind === 'connector';
  if (path !== null || !isConnector || user === undefined) return [];
  return report(
    `That a connector is gone is not ignored while ${user.address} uses it`,
    'Let apply install it again, or take it out of the cycle.',
  );
}

// The text is read and looked at as the next drift will.
async function prove(
  {
    looking,
    entry,
    text,
  }: { readonly looking: Looking; readonly entry: AccountEntry; readonly text: string },
  meant: readonly DriftFound[],
): Promise<{ readonly at: readonly SourceSpan[] } | Refused> {
  const files = withTexts(looking.files, [{ path: entry.file, text }]);
  const loaded = await loadDocuments(files, entry.file);
  if (hasErrors(loaded.diagnostics)) return { refused: loaded.diagnostics };
  const raw = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  const judged = raw === undefined ? null : validateAccount(raw, looking.environments);
  if (raw === undefined || judged === null || judged.document === null) {
    return { refused: judged?.diagnostics ?? [] };
  }
  const now = { ...toAccountEntry(judged.document), document: raw };
  const sight = await lookAtAccount({ ...looking, files }, now);
  if (sight.kind !== 'seen') return { refused: sight.diagnostics };
  const wanted = new Set(meant.map(toAddress));
  const left = listDrift(sight.diff).filter((item) => wanted.has(toAddress(item)));
  if (left.length > 0) {
    const names = left.map(toAddress).join(', ');
    const summary = `${names} would be drift all the same`;
    return refuse({ code: 'not-ignored', severity: 'error', summary });
  }
  const { address: account, ignores } = sight.diff.desired;
  const places = new Map(
    ignores.map(({ path, at }) => [fieldAddress(account, toFieldPath(...path)), at] as const),
  );
  return { at: meant.flatMap((item) => places.get(toAddress(item)) ?? []) };
}

function refuse(diagnostic: Diagnostic): Refused {
  return { refused: [diagnostic] };
}

function reportNothing(
  diff: AccountDiff,
  items: readonly DriftFound[],
  { address }: IgnoreAsked,
): Diagnostic {
  const known = listNames(diff);
  const isKnown = known.includes(address as Address);
  const summary = isKnown
    ? `Nothing has moved at ${address}, so that there is nothing to ignore`
    : `${address} is no address of an object or field that the manifest names`;
  const candidates = items.length > 0 ? items.map(toAddress) : known;
  const remedy =
    items.length === 0 && isKnown
      ? 'cyclectl drift lists what has moved.'
      : (writeNearest(address, candidates) ?? 'cyclectl drift lists what has moved.');
  return { code: 'not-ignored', severity: 'error', summary, remedy };
}

function listNames({ account, connectors, cycles }: AccountDiff): readonly Address[] {
  return [account, ...connectors, ...cycles].flatMap(({ address, verdicts }) => [
    address,
    ...verdicts.map(({ path }) => fieldAddress(address, path)),
  ]);
}

function reportForm({ file, at }: AccountEntry, { address }: IgnoreAsked): Diagnostic {
  return {
    code: 'not-ignored',
    severity: 'error',
    summary: `The entry for ${address} cannot be written into ${file} without touching something else`,
    at,
    remedy: 'Write it by hand under spec.ignore, as docs/ownership.md shows.',
  };
}
