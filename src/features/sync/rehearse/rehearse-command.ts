import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { withFileName } from '../../../app/options/select-replaced.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { readMade, writeReportFiles } from '../../../app/output/write-report.ts';
import { makeSubstitutes } from '../../../app/ports/rehearsal/make-substitutes.ts';
import { openRehearsalPorts } from '../../../app/ports/rehearsal/open-rehearsal-ports.ts';
import {
  openRehearsalSources,
  type RehearsalSources,
} from '../../../app/ports/rehearsal/open-rehearsal-sources.ts';
import { openTemporaryFolder } from '../../../app/run/open-temporary-folder.ts';
import { verifySavedPlan } from '../../../app/run/verify-saved-plan.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import { parseJsonText } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { PlannedSecret } from '../../../model/plan/plan.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { plainPaint } from '../../../reports/text/paint.ts';
import { openSavedSource, withSavedPlan } from '../apply-saved-plan.ts';
import { applyRehearsal } from './apply-rehearsal.ts';
import { openOffer } from './open-offer.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { RehearsalRequest, RehearseOptions } from './rehearsal-request.ts';
import { formatRehearsalMarkdown } from './report/format-rehearsal-markdown.ts';
import { formatRehearsalText } from './report/format-rehearsal-text.ts';
import { makeSeed } from './seed/make-seed.ts';

/**
 * `cyclectl rehearse PLAN`: applies a saved plan to an emulator that has the accounts as they are recorded. Changes
 * neither the service nor the state, and sends the service nothing.
 */
export function runRehearse(context: CommandContext, options: RehearseOptions): Promise<ExitCode> {
  return withSavedPlan(context, options, (request) =>
    withOpened(openRehearsalSources(request), (sources) => rehearse(request, sources)),
  );
}

async function rehearse(request: RehearsalRequest, sources: RehearsalSources): Promise<ExitCode> {
  const { context, options, plan, file, project } = request;
  await printDiagnostics(context, options.directory, project.diagnostics);
  const refused = withFileName(options.plan, verifySavedPlan(plan, sources, null));
  if (refused.length > 0) return printRefused(context, options.directory, refused);
  const substitutes = makeSubstitutes(sources.secrets, await listSecrets(request));
  const offer = await openOffer(request, sources);
  const { store } = sources;
  const seed = await makeSeed(readPlannedAccounts(file.lines()), {
    store,
    since: plan.envelope.createdAt,
    world: offer.world,
    toText: substitutes.toText,
  });
  const pace = options.pace === true ? sources.pace : (options.pace ?? null);
  const conditions = { pace, faults: (options.fault ?? []).map(parseFault) };
  const from = { sources, seed: seed.service, secrets: substitutes.secrets };
  const { folder, remove } = await openTemporaryFolder();
  try {
    return await withOpened(openRehearsalPorts(request, from, conditions), async (ports) => {
      // Backups of a destroy go into a folder that is removed, and no message names them.
      const terminal = { ...context.terminal, log: () => undefined };
      const scratch = {
        ...request,
        context: { ...context, terminal },
        project: { ...project, root: folder },
      };
      const source = await openSavedSource(scratch, ports);
      const stopped = [...ports.policyRules.mistakes, ...(source.refused ?? [])];
      const checked = source.check(plan.summary);
      const denied = 'refused' in checked ? [...stopped, ...checked.refused] : stopped;
      if ('refused' in checked || denied.length > 0)
        return printRefused(context, options.directory, denied);
      const { approval } = checked;
      const given = { seed, source, approval, catalog: offer.catalog };
      return report(request, await applyRehearsal(scratch, ports, given));
    });
  } finally {
    await remove();
  }
}

function parseFault(text: string): object {
  const fault = parseJsonText(text);
  if (typeof fault === 'object' && fault !== null && !Array.isArray(fault)) return fault;
  throw new OperationalError('--fault is no JSON object', {
    remedy:
      'Write one such as {"path":"/v1.0/cycles/*/activate","nth":1,"do":"status","status":500}.',
  });
}

async function listSecrets({ file }: RehearsalRequest): Promise<readonly PlannedSecret[]> {
  const secrets = new Map<string, PlannedSecret>();
  for await (const each of readPlannedAccounts(file.lines())) {
    if (each.kind === 'unplanned') continue;
    for (const secret of each.plan.secrets) secrets.set(`${secret.from} ${secret.print}`, secret);
  }
  return [...secrets.values()];
}

async function report(request: RehearsalRequest, rehearsal: Rehearsal): Promise<ExitCode> {
  const { context, options } = request;
  const { terminal, reported } = context;
  const made = await readMade(context, options.directory);
  const { run, accounts } = rehearsal;
  const frame = { ...run, diagnostics: [...reported] };
  const json = () => formatDocumentPieces('rehearsal', { made, run: frame, accounts });
  const text = formatRehearsalText(rehearsal, terminal.paint);
  await terminal.out(options.format === 'json' ? json() : text);
  await writeReportFiles(context, async (format) => {
    if (format === 'json') return json();
    if (format === 'markdown') return formatRehearsalMarkdown(rehearsal, made);
    return [...formatRehearsalText(rehearsal, plainPaint)].join('');
  });
  return toExitCode(rehearsal.run.summary);
}

// A failure that was found outranks an account that could not be rehearsed.
function toExitCode({ failed, notRehearsed }: Rehearsal['run']['summary']): ExitCode {
  if (failed > 0) return exitCodes.partial;
  return notRehearsed > 0 ? exitCodes.failed : exitCodes.ok;
}
