import { Ajv2020 } from 'ajv/dist/2020.js';
import snapshotSchema from 'cyclectl/schemas/snapshot.schema.json' with { type: 'json' };
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts, type ReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import { checkNotLink } from '../../../app/project/make-own-folder.ts';
import { readCycleText } from '../../../app/project/open-cycle-file.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { parseJsonText } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { compareSnapshot } from './compare-snapshot.ts';
import { formatBehind, formatChangesSince, formatSnapshotJson } from './format-snapshot.ts';
import { observeSnapshot } from './observe-snapshot.ts';
import { type CycleSnapshot, type Snapshot, snapshotFormat } from './snapshot.ts';

export type SnapshotOptions = GlobalOptions & { readonly out?: string; readonly against?: string };

type SnapshotRun = ProjectRequest<SnapshotOptions> & { readonly ports: ReadPorts };

/**
 * `cyclectl state snapshot`: shows cycles behind their templates. `--out` saves a snapshot,
 * `--against` compares with one. The console does the upgrade.
 */
export async function runSnapshot(
  context: CommandContext,
  options: SnapshotOptions,
): Promise<ExitCode> {
  const { out, against } = options;
  if (out !== undefined && against !== undefined) {
    throw new OperationalError(
      '--out and --against cannot be combined: one saves before an upgrade, the other compares after it',
      {
        remedy: 'Pass one of them.',
      },
    );
  }
  if (out !== undefined) await checkNotThere(out);
  return withProject(context, options, (request) => {
    // Requires the secret key of applies, because fingerprints of another day must match.
    const isSaved = out !== undefined || against !== undefined;
    return withOpened(openReadPorts(request, { isSaved }), async (ports) => {
      const snapping = { ...request, ports };
      return against === undefined ? saveSnapshot(snapping) : printComparison(snapping, against);
    });
  });
}

// Never overwrites a snapshot, because nothing else records the earlier state.
async function checkNotThere(path: string): Promise<void> {
  await checkNotLink(path);
  if ((await readCycleText(path)) === null) return;
  throw new OperationalError(`${toVisible(path)} exists already`, {
    remedy: 'Pass another file with --out, or compare with this one with --against.',
  });
}

async function saveSnapshot({ context, options, project, ports }: SnapshotRun): Promise<ExitCode> {
  const cycles: CycleSnapshot[] = [];
  const failed: Diagnostic[] = [];
  for await (const taken of observeSnapshot(toRun(project, ports))) {
    cycles.push(...taken.cycles);
    failed.push(...taken.diagnostics);
  }
  await printDiagnostics(context, options.directory, failed);
  const { terminal, reported } = context;
  await terminal.out(
    options.format === 'json'
      ? formatSnapshotJson({ cycles }, reported)
      : formatBehind(cycles, ports.target, terminal.paint),
  );
  if (failed.length > 0) return exitCodes.failed;
  if (options.out === undefined) return exitCodes.ok;
  const { target } = ports;
  const takenAt = systemClock.now();
  const snapshot: Snapshot = { format: snapshotFormat, target, takenAt, cycles };
  const text = `${formatCanonicalJson(snapshot)}\n`;
  await writeFileAtomically({ path: options.out, text, mode: 0o600 });
  terminal.log(`Saved ${count(cycles.length, 'cycle')} to ${toVisible(options.out)}.`);
  return exitCodes.ok;
}

async function printComparison(snapping: SnapshotRun, file: string): Promise<ExitCode> {
  const { context, options, project, ports } = snapping;
  const { cycles } = await readSaved(file, ports);
  const accounts = await Array.fromAsync(compareSnapshot(toRun(project, ports), cycles));
  const diagnostics = accounts.flatMap((each) => each.diagnostics);
  await printDiagnostics(context, options.directory, diagnostics);
  const { terminal, reported } = context;
  await terminal.out(
    options.format === 'json'
      ? formatSnapshotJson({ accounts }, reported)
      : formatChangesSince(accounts, terminal.paint),
  );
  const left = cycles.length - accounts.reduce((sum, each) => sum + each.cycles.length, 0);
  if (left > 0)
    terminal.log(`Not compared: ${count(left, 'cycle')} of accounts that were not selected.`);
  return diagnostics.length > 0 ? exitCodes.failed : exitCodes.ok;
}

async function readSaved(file: string, { target }: ReadPorts): Promise<Snapshot> {
  const text = await readCycleText(file);
  const read = text === null ? { wrong: 'it does not exist' } : readSnapshot(text, target);
  if ('snapshot' in read) return read.snapshot;
  throw new OperationalError(
    `${toVisible(file)} is not a usable snapshot: ${toVisible(read.wrong)}`,
    {
      remedy: 'Pass the file that cyclectl state snapshot --out wrote for this environment.',
    },
  );
}

/** Reads a snapshot for this service from its file, or returns what is wrong. */
export function readSnapshot(
  text: string,
  target: PlanTarget,
): { readonly snapshot: Snapshot } | { readonly wrong: string } {
  const parsed: unknown = parseJsonText(text);
  if (typeof parsed !== 'object' || parsed === null) return { wrong: 'it is not a JSON object' };
  const { format } = parsed as Partial<Snapshot>;
  if (format !== snapshotFormat) return { wrong: `it is not of the format ${snapshotFormat}` };
  const validate = new Ajv2020({ allowUnionTypes: true }).compile<Snapshot>(snapshotSchema);
  if (!validate(parsed)) {
    const [first] = validate.errors ?? [];
    return { wrong: `${first?.instancePath ?? ''} ${first?.message ?? 'is another one'}`.trim() };
  }
  const { environment, address } = parsed.target;
  if (environment === target.environment && address === target.address) return { snapshot: parsed };
  return {
    wrong: `it was taken from ${environment}, ${address}; this is ${target.environment}, ${target.address}`,
  };
}
