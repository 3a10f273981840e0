import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { openProject } from '../../../app/project/open-run.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  type ExportAsked,
  type OpenedExport,
  openExport,
  readSelection,
} from '../export/open-export.ts';
import type { UnreadAccount } from './proposal.ts';
import { ShapeTally } from './shape-tally.ts';
import { sketchAccounts } from './sketch-accounts.ts';
import { writeProposalJson } from './write-proposal-json.ts';
import { writeProposalText } from './write-proposal-text.ts';

/** What `cyclectl adopt --propose` takes beside the options of every command. */
export type ProposeOptions = GlobalOptions & {
  readonly all?: boolean;
  /** So many shapes and outliers are told. */
  readonly limit?: number;
};

/** So many of each are told by default. */
export const standardLimit = 10;

/**
 * `cyclectl adopt --propose`: which accounts that exist have the same shape, and what varies between them. It reads,
 * and has no way to write anywhere.
 */
export async function runPropose(
  context: CommandContext,
  options: ProposeOptions,
): Promise<ExitCode> {
  const selection = readSelection(options);
  if ('refused' in selection) return refuse(context, options, selection.refused);
  const opened = await openProject(context, options, 'folder-missing');
  if ('refused' in opened) return refuse(context, options, opened.refused);
  await printDiagnostics(context, options.directory, opened.index.diagnostics);
  const { environment } = opened;
  const { directory: root, verbose } = options;
  const place = await openForReading({ root, environment, context, verbose });
  try {
    const begun = performance.now();
    const asked = { context, options, opened, place };
    const listed = await openExport(asked, selection.selection);
    if ('refused' in listed) return await refuse(context, options, listed.refused);
    return await proposeHere(asked, listed, { begun, limit: options.limit ?? standardLimit });
  } finally {
    await place.close();
  }
}

async function proposeHere(
  { context, options, place }: ExportAsked,
  { listed, run, exporting }: OpenedExport,
  { begun, limit }: { readonly begun: number; readonly limit: number },
): Promise<ExitCode> {
  const tally = new ShapeTally();
  const unread: UnreadAccount[] = [];
  for await (const each of sketchAccounts(exporting, listed.accounts, run.width)) {
    if (each.kind === 'sketched') tally.add(each.sketch);
    else unread.push(each.unread);
  }
  const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
  const frame = { target: place.target, cost, skipped: listed.skipped, unread };
  const proposal = tally.total(limit);
  const pieces =
    options.format === 'json'
      ? [writeProposalJson(proposal, frame, context.told)]
      : writeProposalText(proposal, frame, context.terminal.paint);
  for (const piece of pieces) await context.terminal.out(piece);
  return unread.length > 0 ? exitCodes.failed : exitCodes.ok;
}

async function refuse(
  context: CommandContext,
  { directory }: GlobalOptions,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, directory, refused);
  return exitCodes.failed;
}
