import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import { findEntryHere } from '../../engine/index/find-entry.ts';
import { openRunContext } from '../../engine/run/open-run.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import { type Address, parsePath } from '../../model/address.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../reports/json/format-document.ts';
import { formatExplanation, toExplanationJson } from './format-explanation.ts';
import { makeExplanation } from './make-explanation.ts';

type ExplainOptions = GlobalOptions & { readonly address: string };

/**
 * `cyclectl explain ADDRESS`: shows every layer that has a value there, the one that counts, and the
 * value in state and service. Writes nothing.
 */
export function runExplain(context: CommandContext, options: ExplainOptions): Promise<ExitCode> {
  return withProject(context, options, runIn);
}

async function runIn(request: ProjectRequest<ExplainOptions>): Promise<ExitCode> {
  const { context, options, project } = request;
  const [account = ''] = parsePath(options.address as Address);
  const found = findEntryHere(project, account);
  if ('refused' in found) return printRefused(context, options.directory, found.refused);
  return withOpened(openReadPorts(request), async (ports) => {
    const run = await openRunContext(toRun(project, ports).context, 1);
    const explanation = await makeExplanation(run, found.entry, options.address as Address);
    if ('refused' in explanation)
      return printRefused(context, options.directory, explanation.refused);
    await printDiagnostics(context, options.directory, explanation.diagnostics);
    await context.terminal.out(
      options.format === 'json'
        ? formatDocument('explain', { explanation: toExplanationJson(explanation) })
        : formatExplanation(explanation, context.terminal.paint),
    );
    return hasErrors(explanation.diagnostics) ? exitCodes.failed : exitCodes.ok;
  });
}
