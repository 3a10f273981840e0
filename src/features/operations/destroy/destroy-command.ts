import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import {
  openReadPorts,
  openWritePorts,
  type ReadPorts,
  type WritePorts,
} from '../../../app/ports/open-ports.ts';
import { checkLocalStoreInCi } from '../../../app/ports/open-store.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { checkPlanFilePath, openTextFile } from '../../../app/run/open-text-file.ts';
import { printPlan, readOwnPlan, savePlan, writePlanReport } from '../../../app/run/plan-file.ts';
import { type NotStartedReason, stopWithoutRun } from '../../../app/run/read-approval.ts';
import { checkPlanSaved } from '../../../engine/policy/check-plan-saved.ts';
import { listUnfinished } from '../../../engine/run/journal/list-unfinished.ts';
import { makePlanCounter } from '../../../engine/run/make-plan-counter.ts';
import { readMachine } from '../../../kit/machine.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { noChoices, type PlanChoices, type PlanSummary } from '../../../model/plan/plan.ts';
import { formatApplyCommand } from '../../../reports/commands/format-apply-command.ts';
import {
  destroyFile,
  formatDestroyCommand,
} from '../../../reports/commands/format-destroy-command.ts';
import { checkConfirmed } from './check-confirmed.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyPlans } from './make-destroy-plans.ts';
import {
  checkDestroyApproval,
  checkNoSelection,
  type DestroyRequest,
  resolveNamedTargets,
  runDestroyPlan,
} from './run-destroy-plan.ts';

export type DestroyOptions = GlobalOptions & {
  readonly address: readonly string[];
  /** Keys of accounts, as a person would type them. */
  readonly confirm: readonly string[];
  readonly allowDeletes?: number;
  /** Path to save the plan to, instead of a destroy. */
  readonly out?: string;
  /** Milliseconds. */
  readonly lockTimeout?: number;
  /** Approver, for the history. */
  readonly approvedBy?: string;
};

/**
 * `cyclectl destroy ADDRESS…`: shows the plan, asks for the key of the account, writes a backup and
 * deletes; or saves the plan for `cyclectl apply`.
 */
export async function runDestroy(
  context: CommandContext,
  options: DestroyOptions,
): Promise<ExitCode> {
  checkNoSelection(options);
  if (options.out !== undefined) await checkPlanFilePath(options.out);
  const plan = await openTextFile(null);
  try {
    return await withProject(context, options, async (projectContext) => {
      const asked = {
        context,
        options,
        projectContext,
        file: plan.file,
        startedAt: performance.now(),
      };
      return await (options.out === undefined
        ? destroyInProject(asked)
        : savePlanFile(asked, options.out));
    });
  } finally {
    await plan.remove();
  }
}

type Asked = DestroyRequest & { readonly options: DestroyOptions };

async function destroyInProject(alone: Asked): Promise<ExitCode> {
  const { context, options, projectContext } = alone;
  const { environment, root } = projectContext;
  const ports = await openWritePorts({ root, environment, context, verbose: options.verbose });
  const asked = { ...alone, ports };
  try {
    const unsaved = checkPlanSaved(environment.protect, {
      environment: environment.name,
      instead: [
        formatDestroyCommand(environment.name, options),
        formatApplyCommand(options.directory, destroyFile),
      ],
    });
    if (unsaved.length > 0) return await stopDestroy(asked, unsaved);
    const named = await resolveAndPlan(asked, ports);
    if ('refused' in named) return await stopDestroy(asked, named.refused);
    const { targets, summary } = named;
    if (targets.length > 0) await printDestroyPlan(asked, ports, summary);
    if (summary.notPlanned > 0) return await stopDestroy(asked, [], { summary });
    const checked = checkDestroyApproval(summary, projectContext, toPlanChoices(options));
    if ('refused' in checked) return await stopDestroy(asked, checked.refused, { summary });
    if (summary.operations > 0) {
      const confirmed = await readConfirmed(asked, targets);
      const unconfirmed = checkConfirmed(listAccounts(targets), confirmed);
      const notBegun = confirmed === null ? 'nobody-to-ask' : 'declined';
      if (unconfirmed.length > 0)
        return await stopDestroy(asked, unconfirmed, { notBegun, summary });
    }
    const { digest } = await readOwnPlan(asked.file);
    const { approval } = checked;
    const chosen = toPlanChoices(options);
    return await runDestroyPlan(asked, {
      targets,
      plan: digest,
      options: chosen,
      summary,
      approval,
    });
  } finally {
    await ports.close();
  }
}

// Asks for the key on save; apply verifies the signature, as for every saved plan.
async function savePlanFile(asked: Asked, out: string): Promise<ExitCode> {
  const { context, options, projectContext } = asked;
  const { environment, root } = projectContext;
  checkLocalStoreInCi(environment, context);
  const ports = await openReadPorts(
    { root, environment, context, verbose: options.verbose },
    { isSaved: true },
  );
  try {
    const named = await resolveAndPlan(asked, ports);
    const refused =
      'refused' in named ? named.refused : checkSaved(asked, named.targets, named.summary);
    const summary = 'refused' in named ? makePlanCounter(0).total() : named.summary;
    for (const refusal of refused) context.reported.add(refusal);
    const isRefused = refused.length + summary.notPlanned > 0;
    // Writes the file only after confirmation, because an unconfirmed plan must not be applicable.
    const isAsked = summary.operations > 0 && options.confirm.length === 0;
    const next = isRefused
      ? ({ kind: 'refused' } as const)
      : isAsked
        ? ({ kind: 'none' } as const)
        : ({ kind: 'apply', file: out, directory: options.directory } as const);
    const cost = {
      requests: ports.requestCount(),
      durationMs: performance.now() - asked.startedAt,
    };
    const { file } = asked;
    const save = async () => (await openTextFile(out)).file.write(addLineEnds(file.lines()));
    // Saves the file before output names it in a command.
    if (next.kind === 'apply') await save();
    await writePlanReport(file, { context, options, next, ports, summary, cost, destroys: true });
    await printRefused(asked, refused);
    if (isRefused || 'refused' in named) return exitCodes.failed;
    const unconfirmed = isAsked
      ? checkConfirmed(listAccounts(named.targets), await readConfirmed(asked, named.targets))
      : [];
    await printRefused(asked, unconfirmed);
    if (unconfirmed.length > 0) return exitCodes.failed;
    if (isAsked) await save();
    context.terminal.log(`Saved the plan to ${toVisible(out)}. Nothing was destroyed.`);
    if (isAsked) {
      context.terminal.log(`To apply this plan: ${formatApplyCommand(options.directory, out)}`);
    }
    return exitCodes.ok;
  } finally {
    await ports.close();
  }
}

// Reports the result in data before a person could be asked.
function checkSaved(
  { options, projectContext }: Asked,
  targets: readonly DestroyTarget[],
  summary: PlanSummary,
): readonly Diagnostic[] {
  const checked = checkDestroyApproval(summary, projectContext, toPlanChoices(options));
  if ('refused' in checked) return checked.refused;
  const isAsked = options.confirm.length === 0 && options.format === 'text';
  if (summary.operations === 0 || isAsked) return [];
  return checkConfirmed(
    listAccounts(targets),
    options.confirm.length === 0 ? null : options.confirm,
  );
}

async function* addLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function resolveAndPlan(
  asked: Asked,
  ports: ReadPorts,
): Promise<
  | { readonly targets: readonly DestroyTarget[]; readonly summary: PlanSummary }
  | { readonly refused: readonly Diagnostic[] }
> {
  const { context, options, projectContext, file } = asked;
  const known = { ...projectContext, isGone: isGoneFrom(readMachine()) };
  await printRefused(asked, [
    ...projectContext.diagnostics,
    ...(await listUnfinished(ports.store, known)),
  ]);
  const named = await resolveNamedTargets(asked, ports, options.address);
  const targets = 'refused' in named ? [] : named.targets;
  const tally = makePlanCounter(0);
  await savePlan(file, {
    context,
    target: ports.target,
    options: toPlanChoices(options),
    sealer: ports.secrets.signer,
    accounts: makeDestroyPlans(toRun(projectContext, ports).context, targets),
    tally,
  });
  return 'refused' in named ? named : { targets, summary: tally.total() };
}

function toPlanChoices({ allowDeletes, address }: DestroyOptions): PlanChoices {
  const destroys = address as readonly Address[];
  return { ...noChoices, allowDeletes: allowDeletes ?? null, destroys };
}

function printRefused(
  { context, options }: Pick<Asked, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  return printDiagnostics(context, options.directory, diagnostics);
}

async function printDestroyPlan(
  asked: Asked,
  ports: ReadPorts,
  summary: PlanSummary,
): Promise<void> {
  const { context, options, file, startedAt } = asked;
  if (options.format === 'json') return;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    context.terminal.log(
      'The objects no longer exist in the service; destroy removes them from state.',
    );
    return;
  }
  const cost = { requests: ports.requestCount(), durationMs: performance.now() - startedAt };
  const next = { kind: 'none' } as const;
  await printPlan(file, { context, options, next, ports, summary, cost, destroys: true });
}

function listAccounts(targets: readonly DestroyTarget[]): string[] {
  return targets.map(({ account }) => account);
}

// Asks for the key instead of a yes, because a typed key was read. Null: no terminal to ask on.
async function readConfirmed(
  { context, options }: Asked,
  targets: readonly DestroyTarget[],
): Promise<readonly string[] | null> {
  if (options.confirm.length > 0) return options.confirm;
  const typed: string[] = [];
  for (const account of listAccounts(targets)) {
    const word = await context.terminal.ask.readWord(
      `This cannot be undone. To confirm, type the key "${toVisible(account)}":`,
    );
    if (word === null) return null;
    typed.push(word);
    if (word !== account) break;
  }
  return typed;
}

async function stopDestroy(
  asked: Asked & { readonly ports: WritePorts },
  diagnostics: readonly Diagnostic[],
  { notBegun = 'refused', summary = makePlanCounter(0).total() }: Partial<StopReason> = {},
): Promise<ExitCode> {
  await printRefused(asked, diagnostics);
  return stopWithoutRun({ ...asked, command: 'destroy' }, notBegun, summary);
}

type StopReason = { readonly notBegun: NotStartedReason; readonly summary: PlanSummary };
