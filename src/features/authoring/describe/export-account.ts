import { withTexts } from '../../../engine/load/with-overlay.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { withReadCache } from '../../../engine/observe/with-read-cache.ts';
import { isAccountId, toAccountAddress } from '../../../model/address.ts';
import type { DraftedCycle, DraftedText } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { type Describer, describeLive, reportSecretName, reportUnread } from './describe-live.ts';
import type { DescribedAccount, Remark } from './described-account.ts';
import type { ExportedAccount } from './export-report.ts';
import { listSuggested } from './secrets/list-suggested.ts';
import { verifyManifest } from './verify-manifest.ts';

/** Shared context of an export. */
export type ExportContext = Describer & {
  /** Folder of the files. */
  readonly folder: string;
};

/** Unwritten file of an account with its remarks, or the reason why it has none. */
export type AccountFile =
  | {
      readonly text: string;
      readonly described: DescribedAccount;
      /** Files that the manifest names, in the order of writing. */
      readonly beside: readonly DraftedText[];
      readonly exported: Extract<ExportedAccount, { kind: 'written' }>;
    }
  | { readonly text: null; readonly exported: Extract<ExportedAccount, { kind: 'failed' }> };

/** Reads, describes and verifies an account. Writes nothing. */
export async function exportAccount(
  exporting: ExportContext,
  { key, account }: { readonly key: string; readonly account: LiveAccount },
): Promise<AccountFile> {
  const { context, folder } = exporting;
  const { id } = account;
  const fail = (diagnostics: readonly Diagnostic[]): AccountFile => ({
    text: null,
    exported: { kind: 'failed', account: key, id, diagnostics },
  });
  if (!isAccountId(id)) return fail([reportUnfit(key)]);
  const reader = withReadCache(context.reader);
  const live = await describeLive(exporting, reader, { key, account, hasFiles: true });
  if (!live.ok) {
    const remedy = 'It was not written; export it again.';
    return fail([reportUnread(key, live.failure, remedy)]);
  }
  const { described, drafts, hasSecretName } = live.value;
  if (hasSecretName) {
    const diagnostics = [reportSecretName()];
    return { text: null, exported: { kind: 'failed', account: id, id, diagnostics } };
  }
  const findAccount: RunContext['findAccount'] = async () => ({ ok: true, value: account });
  const file = `${folder}/${key}.yaml`;
  const files = withTexts(context.files, listDraftTexts(drafts));
  const proof = await verifyManifest(
    { ...context, files, reader, findAccount },
    { described, file },
  );
  if (proof.kind === 'refused') return fail(proof.diagnostics);
  const { written, remarks, leftOut } = proof.described;
  const cycleFiles = listCycleFiles(written);
  return {
    text: proof.text,
    described: proof.described,
    beside: listDraftTexts(drafts, cycleFiles),
    exported: {
      kind: 'written',
      account: key,
      id,
      file,
      connectors: Object.keys(written.spec.connectors ?? {}).length,
      cycles: Object.keys(written.spec.cycles ?? {}).length,
      cycleFiles,
      remarks: countTopics(remarks),
      secrets: listSuggested(written),
      leftOut,
    },
  };
}

/** Lists the texts of drafted files, or of the named ones. */
export function listDraftTexts(
  drafts: readonly DraftedCycle[],
  named: readonly string[] | null = null,
): DraftedText[] {
  return drafts.flatMap((draft) =>
    draft.kind === 'drafted' && (named === null || named.includes(draft.path)) ? draft.texts : [],
  );
}

function listCycleFiles({ spec }: WrittenAccount): string[] {
  const paths = Object.values(spec.cycles ?? {}).flatMap(({ from }) =>
    'file' in from ? [from.file] : [],
  );
  return paths.sort();
}

/** Counts remarks by topic. */
export function countTopics(remarks: readonly Remark[]): Readonly<Record<Remark['topic'], number>> {
  const count = (topic: Remark['topic']) =>
    remarks.filter((remark) => remark.topic === topic).length;
  return {
    'left-out': count('left-out'),
    schedule: count('schedule'),
    'sign-in': count('sign-in'),
    release: count('release'),
    template: count('template'),
    file: count('file'),
  };
}

function reportUnfit(key: string): Diagnostic {
  return reportError('id-unfit', {
    summary: 'Its id in the service is not valid in a manifest',
    address: toAccountAddress(key),
  });
}
