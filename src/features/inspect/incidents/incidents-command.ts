import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toStatusExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts, type ReadPorts } from '../../../app/ports/open-ports.ts';
import { withSelectedProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { IncidentLevel } from '../../../model/live/transaction.ts';
import type { IncidentGroup } from '../../../model/report/incidents.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { formatIncidentsText, type IncidentsFrame, listIncidentRows } from './format-incidents.ts';
import { IncidentGroups } from './incident-groups.ts';
import { makeConsoleUrl } from './make-console-url.ts';
import { withRecords } from './read-record.ts';
import { runIncidents } from './run-incidents.ts';

export type IncidentsOptions = GlobalOptions & {
  /** Milliseconds to look back. */
  readonly since: number;
  /** Lists warnings too. */
  readonly warnings?: boolean;
  /** Location of what identifies a record, such as `Contact.Id`. */
  readonly record?: string;
};

/** `cyclectl incidents`: groups errors of runs by kind, over all accounts. Writes nothing. */
export async function runIncidentsCommand(
  context: CommandContext,
  options: IncidentsOptions,
): Promise<ExitCode> {
  return withSelectedProject({ context, options, use: 'manifests' }, (request) =>
    withOpened(openReadPorts(request), async (ports) => {
      await printDiagnostics(context, options.directory, request.project.diagnostics);
      const after = toPast(ports, options.since);
      const levels: readonly IncidentLevel[] =
        options.warnings === true ? ['error', 'warning'] : ['error'];
      const run = { ...toRun(request.project, ports), after, levels };
      const groups = new IncidentGroups();
      const unread: Diagnostic[] = [];
      let [notRead, missing] = [0, 0];
      const redactors = new Map<string, (text: string) => string>();
      const toUrl = makeConsoleUrl(ports.environment.consoleUrl);
      const phase = { does: 'reading', total: run.entries.length, ports };
      for await (const account of withProgress(context, phase, runIncidents(run))) {
        if (account.kind === 'unread') {
          notRead += 1;
          unread.push(...account.diagnostics);
          continue;
        }
        if (!account.isThere) missing += 1;
        if (account.incidents.length > 0) redactors.set(account.account, account.redact);
        for (const incident of account.incidents) groups.add(incident, toUrl);
      }
      const redact = (account: string, text: string) => redactors.get(account)?.(text) ?? text;
      const listed = await addRecords(
        { reader: ports.reader, redact },
        groups.list(),
        options.record,
      );
      const frame: IncidentsFrame = {
        target: ports.target,
        directory: options.directory,
        after,
        levels,
        cost: ports.readCost(),
        accounts: run.entries.length,
        unread: notRead,
        missing,
        skipped: request.project.selected.skipped,
        ...(options.record === undefined ? {} : { record: options.record }),
      };
      await printDiagnostics(context, options.directory, unread);
      await context.terminal.out(
        options.format === 'json'
          ? formatDocumentPieces('incidents', {
              run: { ...frame, diagnostics: [...context.reported] },
              groups: listed,
            })
          : formatListing(context.terminal, {
              layOut: () => formatIncidentsText(frame, listed, context.terminal.paint),
              rows: () => listIncidentRows(listed),
            }),
      );
      return toStatusExitCode(frame);
    }),
  );
}

function addRecords(
  ports: Parameters<typeof withRecords>[0],
  groups: readonly IncidentGroup[],
  location: string | undefined,
): Promise<readonly IncidentGroup[]> | readonly IncidentGroup[] {
  return location === undefined ? groups : withRecords(ports, groups, location);
}

/** The time of the service so many milliseconds ago, ISO UTC. */
export function toPast({ readTime }: Pick<ReadPorts, 'readTime'>, ms: number): string {
  return new Date(Date.parse(readTime()) - ms).toISOString();
}
