import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { reportUnknownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import { openRunContext } from '../../../engine/run/make-plan.ts';
import type { Address } from '../../../model/address.ts';
import { listAccountKeys } from '../../../model/desired/scope/requested.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatIgnoredJson, formatIgnoredText } from './format-ignored.ts';
import { type IgnoreEdit, type IgnoreRequest, makeIgnoreEdit } from './make-ignore-edit.ts';

export type DriftIgnoreOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly ignore: readonly string[];
  readonly until?: string;
  readonly reason?: string;
};

/**
 * `cyclectl drift --ignore`: records in the manifest of an account to ignore a difference until a
 * date.
 */
export async function runDriftIgnore(
  context: CommandContext,
  options: DriftIgnoreOptions,
): Promise<ExitCode> {
  const asked = readRequest(options);
  if ('code' in asked) return printRefused(context, options.directory, [asked]);
  const accounts = listAccountKeys(asked.addresses as readonly Address[]);
  return withProject(context, options, async (project) => {
    const { root, environment, selected } = project;
    const unknown = reportUnknownAddresses(asked.addresses as readonly Address[], selected.entries);
    if (unknown.length > 0) return printRefused(context, options.directory, unknown);
    const ports = await openReadPorts({ root, environment, context, verbose: options.verbose });
    try {
      const late = checkDay(asked, ports.today);
      if (late !== null) return await printRefused(context, options.directory, [late]);
      const [entry] = selected.entries.filter(({ key }) => accounts.has(key));
      if (entry === undefined) throw new Error('The account was found and has no entry');
      const looking = await openRunContext(toRun(project, ports).context, 1);
      const found = await makeIgnoreEdit(looking, entry, asked);
      if ('refused' in found) return await printRefused(context, options.directory, found.refused);
      return await writeIgnore(context, options, { found, asked });
    } finally {
      await ports.close();
    }
  });
}

async function writeIgnore(
  context: CommandContext,
  options: DriftIgnoreOptions,
  { found, asked }: { readonly found: IgnoreEdit; readonly asked: IgnoreRequest },
): Promise<ExitCode> {
  if (!(await openManifestFiles(options.directory).replace(found.file, found))) {
    const summary = `${found.file} changed while cyclectl ran, and was not written`;
    return printRefused(context, options.directory, [
      { code: 'file-changed', severity: 'error', summary },
    ]);
  }
  const reported = { ...found, until: asked.until, reason: asked.reason };
  await context.terminal.out(
    options.format === 'json' ? formatIgnoredJson(reported) : formatIgnoredText(reported),
  );
  return exitCodes.ok;
}

function readRequest({ ignore, until, reason }: DriftIgnoreOptions): IgnoreRequest | Diagnostic {
  if (until === undefined) {
    return toUsageDiagnostic('--ignore needs --until', 'Add the last day: --until 2026-12-31.');
  }
  if (reason === undefined || reason.trim() === '') {
    return toUsageDiagnostic(
      '--ignore needs --reason',
      'Add the reason for readers of the report: --reason TEXT.',
    );
  }
  if (!isDay(until)) {
    return toUsageDiagnostic(
      `--until ${until} is not a date`,
      'Write a date as year, month and day: --until 2026-12-31.',
    );
  }
  if (listAccountKeys(ignore as readonly Address[]).size > 1) {
    return toUsageDiagnostic(
      '--ignore names more than one account',
      'Run one command per account, because each has its own manifest.',
    );
  }
  return { addresses: [...new Set(ignore)], until, reason: reason.trim() };
}

function checkDay({ until }: IgnoreRequest, today: string): Diagnostic | null {
  if (until >= today) return null;
  return toUsageDiagnostic(
    `--until ${until} is in the past: today is ${today} in UTC`,
    'Pass a later date, or run apply to restore the value in Git.',
  );
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function toUsageDiagnostic(summary: string, remedy: string): Diagnostic {
  return { code: 'wrong-usage', severity: 'error', summary, remedy };
}
