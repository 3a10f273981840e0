import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes, judgePromotion } from '../../../app/exit-codes.ts';
import { type BranchPlace, commitBranch, openBranch } from '../../../app/git/commit-branch.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { refuseUnknown } from '../../../engine/diff/report-unmoved.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';
import { adoptDrift } from './adopt-drift.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { writeDriftAdoptionJson, writeDriftAdoptionText } from './write-drift-adoption.ts';
import { writeDriftAdoptionMessage } from './write-drift-adoption-message.ts';

/** What `cyclectl drift --adopt` takes beside the options of every command. */
export type DriftAdoptOptions = GlobalOptions & {
  /** Addresses as they were typed. */
  readonly address?: readonly string[];
  readonly branch?: string;
};

const instead = 'leave --branch out to have the files themselves changed';

/** `cyclectl drift --adopt`: what others moved becomes what the files say. No service is written to. */
export async function runDriftAdopt(
  context: CommandContext,
  options: DriftAdoptOptions,
): Promise<ExitCode> {
  const { directory, branch, address = [] } = options;
  const place =
    branch === undefined
      ? null
      : await openBranch(directory, { branch, instead }, context.environment);
  return withOpening(context, options, async (opening) => {
    await printDiagnostics(context, directory, opening.diagnostics);
    const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
    const unknown = refuseUnknown(addresses, opening.selected.entries);
    if (unknown.length > 0) {
      await printDiagnostics(context, directory, unknown);
      return exitCodes.failed;
    }
    const found = await lookAndAdopt(context, opening, { addresses, verbose: options.verbose });
    return deliver(context, options, { opening, found, place });
  });
}

async function lookAndAdopt(
  context: CommandContext,
  opening: Opening,
  { addresses, verbose }: { readonly addresses: readonly Address[]; readonly verbose: boolean },
): Promise<DriftAdoption> {
  const { environment, root } = opening;
  const place = await openForReading({ root, environment, context, verbose });
  try {
    const { entries, named, width, ...run } = toRun(opening, place);
    const looking = await openLooking(run.looking, named);
    return await adoptDrift({ looking, entries, all: opening.accounts, addresses, width });
  } finally {
    await place.close();
  }
}

async function deliver(
  context: CommandContext,
  options: DriftAdoptOptions,
  {
    opening,
    found,
    place,
  }: {
    readonly opening: Opening;
    readonly found: DriftAdoption;
    readonly place: BranchPlace | null;
  },
): Promise<ExitCode> {
  const { directory, format } = options;
  const environment = opening.environment.name;
  if (place !== null && found.files.length > 0) {
    await commitBranch(place, found.files, writeDriftAdoptionMessage(found, environment));
  }
  // Places are those of the files as they were looked at: a line may be elsewhere when they are written.
  await printDiagnostics(context, directory, found.diagnostics);
  const { adoption, changed } =
    place === null ? await write(directory, found) : { adoption: found, changed: [] };
  await printDiagnostics(context, directory, changed);
  const at = { environment, directory, branch: place?.branch ?? null };
  await context.terminal.out(
    format === 'json' ? writeDriftAdoptionJson(adoption, at) : writeDriftAdoptionText(adoption, at),
  );
  return judgePromotion(adoption);
}

// Each file is whole by itself: one that somebody changes meanwhile is left, and the others are written.
async function write(
  directory: string,
  found: DriftAdoption,
): Promise<{ readonly adoption: DriftAdoption; readonly changed: readonly Diagnostic[] }> {
  const manifests = openManifestFiles(directory);
  const files: FileEdit[] = [];
  const changed: Diagnostic[] = [];
  for (const edit of found.files) {
    const { path, before, after: text } = edit;
    const isWritten = before !== null && (await manifests.replace(path, { before, text }));
    if (isWritten) files.push(edit);
    else changed.push(reportChanged(path));
  }
  const written = new Set(files.map(({ path }) => path));
  const adoption = {
    ...found,
    files,
    values: found.values.filter(({ file }) => written.has(file)),
    diagnostics: [...found.diagnostics, ...changed],
    incomplete: found.incomplete + changed.length,
  };
  return { adoption, changed };
}

function reportChanged(path: string): Diagnostic {
  const summary = `${path} was changed while cyclectl was at work, and was left as it is`;
  return { code: 'file-changed', severity: 'error', summary };
}
