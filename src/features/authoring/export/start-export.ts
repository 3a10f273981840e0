import { type ExitCode, toExportExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { type ExternalName, normaliseOrigin } from '../../../model/manifest/external-name.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import {
  addExported,
  type ExportedAccount,
  type ExportFrame,
  type ExportSummary,
  makeExportSummary,
} from '../describe/export-report.ts';
import type { ExportRequest, OpenedExport } from './open-export.ts';
import { type ExportRun, runExport } from './run-export.ts';

/** Export that writes while its accounts are consumed. */
export type StartedExport = {
  readonly accounts: AsyncIterable<ExportedAccount>;
  /** Reads the manifests back after all accounts, and returns the totals. */
  readonly end: () => Promise<ExportFrame>;
  /** Origins of the URLs in all manifests, sorted; callable after `end`. */
  readonly listOrigins: () => readonly string[];
  /** Callable after `end`. */
  readonly toExitCode: () => ExitCode;
};

/** Starts the export of opened accounts. */
export function startExport(
  { context, options, ports }: ExportRequest,
  { listed, run, exporting }: OpenedExport,
  hearing: Pick<ExportRun, 'onWritten'> = {},
): StartedExport {
  const tally = { summary: makeExportSummary(listed.skipped), secrets: [] as SuggestedSecret[] };
  let origins: readonly string[] = [];
  return {
    accounts: addEach(
      withProgress(
        context,
        { does: 'exporting', total: listed.accounts.length, ports },
        runExport({ ...run, ...hearing }, exporting, listed),
      ),
      { tally, stopping: context.stopping },
    ),
    end: async () => {
      // Reads all files back together, because each was verified alone.
      const files = openProjectFiles(options.directory);
      const { index, names } = await indexManifests(files, { isReadAgain: false });
      origins = toOrigins(names.listIn(ports.target.environment));
      await printDiagnostics(context, options.directory, index.diagnostics);
      const { directory } = options;
      return { target: ports.target, directory, cost: ports.readCost(), ...tally };
    },
    listOrigins: () => origins,
    toExitCode: () =>
      toExportExitCode({ ...tally.summary, hasErrors: hasErrors([...context.reported]) }),
  };
}

// Leaves out an ambiguous address, which no list of origins can allow.
function toOrigins(names: readonly ExternalName[]): readonly string[] {
  return names
    .flatMap(({ kind, name }) => (kind === 'origin' && normaliseOrigin(name) === name ? name : []))
    .sort();
}

// Can stop between any two files, because each is complete on its own.
async function* addEach(
  accounts: AsyncIterable<ExportedAccount>,
  at: {
    readonly tally: { summary: ExportSummary; readonly secrets: SuggestedSecret[] };
    readonly stopping: AbortSignal;
  },
): AsyncGenerator<ExportedAccount, void, undefined> {
  for await (const account of accounts) {
    at.tally.summary = addExported(at.tally.summary, account);
    if ('secrets' in account) at.tally.secrets.push(...account.secrets);
    yield account;
    if (at.stopping.aborted) return;
  }
}
