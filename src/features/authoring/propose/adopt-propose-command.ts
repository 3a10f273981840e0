import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openProject } from '../../../app/project/open-project.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import {
  type Describer,
  describeLive,
  reportSecretName,
  reportUnread,
} from '../describe/describe-live.ts';
import type { ExportableAccount } from '../export/list-exportable.ts';
import {
  type ExportRequest,
  type OpenedExport,
  openExport,
  readSelection,
} from '../export/open-export.ts';
import { formatProposalText } from './format-proposal-text.ts';
import { makeAccountProfile } from './make-account-profile.ts';
import { ProfileTally } from './profile-tally.ts';
import type { AccountProfile, UnreadAccount } from './proposal.ts';

export type ProposeOptions = GlobalOptions & {
  readonly all?: boolean;
  /** Limits profiles and outliers. */
  readonly limit?: number;
};

/** Default limit. */
export const standardLimit = 10;

/**
 * `cyclectl adopt --propose`: reports accounts with the same profile, and their differences. Reads
 * only.
 */
export async function runPropose(
  context: CommandContext,
  options: ProposeOptions,
): Promise<ExitCode> {
  const selection = readSelection(options);
  if ('refused' in selection) return printRefused(context, options.directory, selection.refused);
  const opened = await openProject(context, options, 'folder-missing');
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  await printDiagnostics(context, options.directory, opened.index.diagnostics);
  return withOpened(openReadPorts({ context, options, project: opened }), async (ports) => {
    const asked = { context, options, opened, ports };
    const listed = await openExport(asked, selection.selection);
    if ('refused' in listed) return printRefused(context, options.directory, listed.refused);
    return proposeInProject(asked, listed, options.limit ?? standardLimit);
  });
}

async function proposeInProject(
  { context, options, ports }: ExportRequest,
  { listed, run, exporting }: OpenedExport,
  limit: number,
): Promise<ExitCode> {
  const tally = new ProfileTally();
  const unread: UnreadAccount[] = [];
  const phase = { does: 'reading', total: listed.accounts.length, ports };
  const profiles = readAccountProfiles(exporting, listed.accounts, run.width);
  for await (const each of withProgress(context, phase, profiles)) {
    if (each.kind === 'sketched') tally.add(each.profile);
    else unread.push(each.unread);
  }
  const cost = ports.readCost();
  const frame = { target: ports.target, cost, skipped: listed.skipped, unread };
  const proposal = tally.total(limit);
  const pieces =
    options.format === 'json'
      ? [
          formatDocument('proposal', {
            run: { ...frame, diagnostics: [...context.reported] },
            result: proposal,
          }),
        ]
      : formatProposalText(proposal, frame, context.terminal.paint);
  await context.terminal.out(pieces);
  return unread.length > 0 ? exitCodes.failed : exitCodes.ok;
}

/** Profile of an account, or the reason why it is unknown. */
type ProfiledAccount =
  | { readonly kind: 'sketched'; readonly profile: AccountProfile }
  | { readonly kind: 'unread'; readonly unread: UnreadAccount };

/**
 * Reads and describes accounts as an export does, many at a time, in the order of keys. Writes
 * nothing and keeps only accounts in flight in memory.
 */
function readAccountProfiles(
  describer: Describer,
  accounts: readonly ExportableAccount[],
  width: number,
): AsyncGenerator<ProfiledAccount, void, undefined> {
  return runInOrder(accounts, width, async ({ key, account }): Promise<ProfiledAccount> => {
    const described = await describeLive(describer, describer.context.reader, {
      key,
      account,
      hasFiles: false,
    });
    if (described.ok && described.value.hasSecretName) {
      const diagnostics = [reportSecretName()];
      return { kind: 'unread', unread: { account: account.id, id: account.id, diagnostics } };
    }
    if (described.ok)
      return { kind: 'sketched', profile: makeAccountProfile(described.value.described) };
    const remedy = 'It was not counted; run the command again.';
    const diagnostics = [reportUnread(key, described.failure, remedy)];
    return { kind: 'unread', unread: { account: key, id: account.id, diagnostics } };
  });
}
