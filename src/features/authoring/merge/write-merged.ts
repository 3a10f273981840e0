import type { RunContext } from '../../../engine/observe/run-context.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toAccountAddress, toFieldAddress } from '../../../model/address.ts';
import {
  cycleFileExtension,
  type DraftedText,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import { countListed } from '../../../model/observed/unmanaged.ts';
import type { Files, ManifestFiles } from '../../../model/ports.ts';
import { countTopics } from '../describe/export-account.ts';
import type { ExportedAccount, MergedParts } from '../describe/export-report.ts';
import { listSuggested } from '../describe/secrets/list-suggested.ts';
import type { AccountMerge, FileMerge, SkippedAccount } from './merge-file.ts';
import { writeBeside } from './write-account-files.ts';

/** Result of a file, with the reports of its accounts. */
type MergedFile =
  | {
      readonly kind: 'merged';
      readonly before: string;
      readonly text: string;
      readonly parts: readonly MergedParts[];
      readonly beside: readonly DraftedText[];
    }
  | { readonly kind: 'left'; readonly accounts: readonly ExportedAccount[] };

/** Converts the accounts of a file to a report. */
export function toMergedParts(
  merge: FileMerge,
  context: Pick<RunContext, 'environment' | 'environments'>,
): MergedFile {
  if (merge.kind === 'left') {
    const { environment } = context;
    return { kind: 'left', accounts: merge.accounts.map((each) => toFailed(each, environment)) };
  }
  const { before, text } = merge;
  return {
    kind: 'merged',
    before,
    text,
    parts: merge.accounts.map((each) => toParts(each, context)),
    beside: merge.accounts.flatMap(({ beside }) => beside),
  };
}

/** Writes a merged file, unless it changed meanwhile. */
export async function writeMerged(
  ports: { readonly files: Files; readonly newFiles: ManifestFiles },
  file: string,
  merge: MergedFile,
): Promise<readonly ExportedAccount[]> {
  if (merge.kind === 'left') return merge.accounts;
  const { before, text, parts, beside } = merge;
  const why = await checkWrite(async () => {
    const inTheWay = await writeBeside(ports, beside);
    if (inTheWay !== null) return reportInTheWay(inTheWay);
    if (text === before || (await ports.newFiles.replace(file, { before, text }))) return null;
    return reportChanged(file);
  });
  return parts.map((part): ExportedAccount => {
    const { values, entries, account, id } = part;
    if (why === null) {
      return { kind: values.length + entries.length > 0 ? 'merged' : 'unchanged', ...part };
    }
    const diagnostics = [{ ...why, address: toAccountAddress(account) }];
    return { kind: 'failed', account, id, diagnostics };
  });
}

function toParts(
  { entry, written, entries, diagnostics, additions, beside, found }: AccountMerge,
  { environment, environments }: Pick<RunContext, 'environment' | 'environments'>,
): MergedParts {
  const isNew = (address: string) => entries.some((each) => `${address}/`.startsWith(`${each}/`));
  const keys = new Set(entries.map((address) => address.split('/').slice(1).join('/')));
  const remarks = (additions?.remarks ?? []).filter(({ path: [, room, key] }) =>
    keys.has(`${room}/${key}`),
  );
  const unmanaged = countListed(found.diff.unmanaged);
  const isLeftOut = ({ code }: Diagnostic) => code === 'left-out';
  return {
    account: entry.key,
    id: findIdInEnvironment(entry, environment) ?? '',
    file: entry.file,
    values: [...new Set(written.map(({ address, field }) => toFieldAddress(address, field)))],
    entries,
    cycleFiles: beside.map(({ path }) => path).filter((path) => path.endsWith(cycleFileExtension)),
    remarks: countTopics(remarks),
    secrets:
      additions === null
        ? []
        : listSuggested(additions.written).filter(({ address }) => isNew(address)),
    leftOut: [...(additions?.leftOut ?? []), ...diagnostics.filter(isLeftOut)],
    diagnostics: diagnostics.filter((diagnostic) => !isLeftOut(diagnostic)),
    ...(unmanaged === 0 ? {} : { unmanaged }),
    alsoIn: [...environments.keys()].filter(
      (name) => name !== environment && findIdInEnvironment(entry, name) !== null,
    ),
  };
}

function toFailed({ entry, diagnostics }: SkippedAccount, environment: string): ExportedAccount {
  return {
    kind: 'failed',
    account: entry.key,
    id: findIdInEnvironment(entry, environment) ?? '',
    diagnostics: diagnostics.length > 0 ? diagnostics : [reportOther(entry)],
  };
}

function reportOther({ key, file }: AccountEntry): Diagnostic {
  const summary = `Another account of ${file} could not be merged, and the file was not changed`;
  return reportError('file-not-merged', { summary, address: toAccountAddress(key) });
}

function reportChanged(file: string): Diagnostic {
  const summary = `${file} changed while cyclectl ran, and was not written`;
  return reportError('file-changed', { summary });
}

function reportInTheWay(path: string): Diagnostic {
  const summary = `${path} exists already with another content`;
  return reportError('file-in-the-way', { summary });
}

/**
 * Reports a failed write as a diagnostic; null on success. Covers errors of the machine such as a
 * full disk, because earlier writes must still be reported.
 */
export async function checkWrite(
  write: () => Promise<Diagnostic | null>,
): Promise<Diagnostic | null> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message: summary, remedy } = error;
    return reportError('file-not-written', { summary, remedy });
  }
}
