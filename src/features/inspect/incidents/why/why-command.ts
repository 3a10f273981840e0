import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import type { ExitCode } from '../../../../app/exit-codes.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import { toPast } from '../incidents-command.ts';
import { withCycle } from '../with-cycle.ts';
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
  return withCycle(context, options, async (request, ports, found) => {
    const after = toPast(ports, options.since);
    const { events, cycle, unread } = await readEvidence(request, ports, { found, after });
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
    return {
      text:
        options.format === 'json'
          ? formatDocument('why', { run: frame, causes, events })
          : formatWhyText(frame, { causes, events }, context.terminal.paint),
      ...(unread.length === 0 ? {} : { unread }),
    };
  });
}
