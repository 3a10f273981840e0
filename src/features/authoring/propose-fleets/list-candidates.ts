import { loadAccount } from '../../../engine/load/load-documents.ts';
import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { DraftedText } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import { type ExportContext, exportAccount } from '../describe/export-account.ts';
import type { Exportable, ExportableAccount } from '../export/list-exportable.ts';
import type { UnreadAccount } from '../propose/proposal.ts';
import type { Member } from './fleet-draft.ts';

/** An account that may become a row, with the file that says the same. */
export type Candidate = {
  readonly key: string;
  readonly file: string;
  readonly member: Member;
  /** Files to write if it becomes no row, its manifest last; null for a file that is there. */
  readonly texts: readonly DraftedText[] | null;
  readonly secrets: readonly SuggestedSecret[];
};

/** Candidates, and the accounts that could not be read. */
export type Candidates = {
  readonly candidates: readonly Candidate[];
  readonly unread: readonly UnreadAccount[];
};

type Read = Candidate | UnreadAccount;

type Reading = {
  readonly files: Files;
  readonly width: number;
  /** Passes on what is read, and shows how far it is. */
  readonly follow: (read: AsyncIterable<Read>, total: number) => AsyncIterable<Read>;
};

/**
 * Lists accounts that may become rows: those with a manifest that uses no blueprint, as written, and
 * those without one, exported and proven by a plan.
 */
export async function listCandidates(
  exporting: ExportContext,
  { accounts, absent }: Exportable,
  { files, width, follow }: Reading,
): Promise<Candidates> {
  const candidates: Candidate[] = [];
  const unread: UnreadAccount[] = [];
  for (const entry of [...accounts.flatMap(({ entry }) => entry ?? []), ...absent]) {
    const candidate = await loadCandidate(files, entry);
    if (candidate !== null) candidates.push(candidate);
  }
  const fresh = accounts.filter(({ entry }) => entry === null);
  const shared = { ...exporting, hasSharedKeys: true };
  const exported = runInOrder(fresh, width, (each) => exportCandidate(shared, each));
  for await (const each of follow(exported, fresh.length)) {
    if ('diagnostics' in each) unread.push(each);
    else candidates.push(each);
  }
  return { candidates, unread };
}

// One that changed since it was indexed keeps its file.
async function loadCandidate(files: Files, entry: AccountEntry): Promise<Candidate | null> {
  if (entry.layering !== undefined) return null;
  const document = entry.document ?? (await loadAccount(files, entry)).document;
  if (document === null) return null;
  const { key, file } = entry;
  return { key, file, member: document.written as WrittenAccount, texts: null, secrets: [] };
}

async function exportCandidate(
  exporting: ExportContext,
  { key, account }: ExportableAccount,
): Promise<Read> {
  const made = await exportAccount(exporting, { key, account });
  const { exported } = made;
  if (made.text === null) {
    const { diagnostics = [] } = 'diagnostics' in exported ? exported : {};
    return { account: exported.account, id: account.id, diagnostics };
  }
  const { file, secrets } = made.exported;
  const [document] = parseDocuments(file, made.text).documents;
  // The text was proven, so it is a manifest.
  const member = document?.written as WrittenAccount;
  return { key, file, member, texts: [...made.beside, { path: file, text: made.text }], secrets };
}
