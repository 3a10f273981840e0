import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../../app/ports/open-ports.ts';
import { withProject } from '../../../../app/project/open-project.ts';
import { toRun } from '../../../../app/project/to-run.ts';
import { withLazyFinder } from '../../../../engine/run/reads/find-account-state.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import { findCycle } from '../find-cycle.ts';
import { toPast } from '../incidents-command.ts';
import { findCauses } from './find-causes.ts';
import { formatWhyText } from './format-why.ts';
import { readEvidence } from './read-events.ts';

export type WhyOptions = GlobalOptions & {
  readonly address: string;
  /** Milliseconds to look back. */
  readonly since: number;
};

/**
 * `cyclectl why ADDRESS`: one timeline of errors, our runs, changes outside Git, releases and sign-ins of a
 * cycle, and possible causes. Writes drift records alone.
 */
export async function runWhyCommand(
  context: CommandContext,
  options: WhyOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withOpened(openReadPorts(request), async (ports) => {
      await printDiagnostics(context, options.directory, request.project.diagnostics);
      const lookup = withLazyFinder(toRun(request.project, ports).context, 1);
      const found = await findCycle(lookup, request.project, options.address);
      if ('refused' in found) return printRefused(context, options.directory, found.refused);
      const after = toPast(ports, options.since);
      const { events, cycle, unread } = await readEvidence(request, ports, { found, after });
      await printDiagnostics(context, options.directory, unread);
      const lastSuccess = cycle?.lastSuccess ?? null;
      const causes = findCauses(events, lastSuccess);
      const frame = {
        address: found.address,
        environment: ports.environment.name,
        directory: options.directory,
        after,
        lastSuccess,
        isWhole: unread.length === 0,
      };
      const { paint } = context.terminal;
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('why', { run: frame, causes, events })
          : formatWhyText(frame, { causes, events }, paint),
      );
      return unread.length > 0 ? exitCodes.failed : exitCodes.ok;
    }),
  );
}
