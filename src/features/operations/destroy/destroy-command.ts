import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { addAnswers, printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import type { ReadPorts, WritePorts } from '../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import type { ChangeOptions, ChangeSource } from '../../../app/run/change-source.ts';
import {
  type PlannedChange,
  printUnsaved,
  withPlannedChange,
} from '../../../app/run/plan-change.ts';
import { writePlanCopy, writePlanReport } from '../../../app/run/plan-file.ts';
import type { NotStartedReason } from '../../../app/run/read-approval.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import {
  formatApplyCommand,
  formatPlanCommands,
} from '../../../reports/blocks/words/format-plan-commands.ts';
import { askAccounts, checkConfirmed, readKeys } from './confirm-destroy.ts';
import { checkNoSelection, type Destroy, openDestroy } from './open-destroy.ts';
import { checkWish, type DestroyWish, selectLeaving } from './select-leaving.ts';

export type DestroyOptions = ChangeOptions &
  DestroyWish & {
    /** Keys of accounts, or the name of the fleet, as a person would type them. */
    readonly confirm: readonly string[];
    readonly allowDeletes?: number;
    /** Path to save the plan to, instead of a destroy. */
    readonly out?: string;
  };

type DestroyRequest = ProjectRequest<DestroyOptions>;

/**
 * `cyclectl destroy ADDRESS…`, or `--fleet F --leaving`: shows the plan, asks for the key of the
 * account or the name of the fleet, writes a backup and deletes; or saves the plan for `cyclectl apply`.
 */
export async function runDestroy(
  context: CommandContext,
  options: DestroyOptions,
): Promise<ExitCode> {
  checkNoSelection(options);
  checkWish(options, context.terminal.ask.lack);
  return withProject(context, options, async (opened) => {
    const request = await withAskedAccounts(opened);
    const { out } = options;
    if (out === undefined) return runChange(request, (ports) => openSource(request, ports));
    // Confirmed after it is shown, because an unconfirmed plan must not be applicable.
    return withPlannedChange(
      request,
      (ports) => openTyped(request, ports),
      (planned) => saveDestroyPlan({ ...planned, options }, out),
    );
  });
}

// Asks before other ports are open, because a person takes time.
async function withAskedAccounts(request: DestroyRequest): Promise<DestroyRequest> {
  const { context, options } = request;
  if (options.address.length > 0 || options.fleet !== undefined) return request;
  const address = await withOpened(openStoreReader(request), (store) =>
    askAccounts(context, store),
  );
  printRepeat(context, address);
  const typed = addAnswers(context.typed ?? [], address);
  return { ...request, context: { ...context, typed }, options: { ...options, address } };
}

async function openTyped(request: DestroyRequest, ports: ReadPorts): Promise<Destroy> {
  const { allowDeletes = null, address, fleet } = request.options;
  const { destroys, notes } =
    fleet === undefined
      ? { destroys: address as readonly Address[], notes: [] }
      : await selectLeaving(fleet, request.project, ports);
  const destroy = await openDestroy(request, ports, {
    ...noChoices,
    allowDeletes,
    destroys,
    ...(fleet === undefined ? {} : { leaving: true }),
  });
  if (fleet === undefined) return destroy;
  const empty = [`No leaving account of the fleet ${fleet} is due to be destroyed.`];
  const { plan } = destroy;
  return {
    ...destroy,
    notes: [...(destroy.notes ?? []), ...notes],
    plan: destroys.length > 0 ? plan : { ...plan, empty },
  };
}

async function openSource(request: DestroyRequest, ports: WritePorts): Promise<ChangeSource> {
  const { options, project } = request;
  const { directory, address, confirm, allowDeletes, fleet } = options;
  const destroy = await openTyped(request, ports);
  return {
    ...destroy,
    plan: {
      ...destroy.plan,
      instead: formatPlanCommands('destroy', { directory, environment: project.environment.name }, [
        ...address.map(formatArgument),
        ...(fleet === undefined ? [] : [`--fleet ${formatArgument(fleet)} --leaving`]),
        ...confirm.map((key) => `--confirm ${formatArgument(key)}`),
        ...(allowDeletes === undefined ? [] : [`--allow-deletes ${allowDeletes}`]),
      ]),
      confirm: () => confirmDestroy(request, destroy),
    },
  };
}

async function confirmDestroy(
  { context, options }: DestroyRequest,
  { targets }: Destroy,
): Promise<NotStartedReason | null> {
  const accounts = listToConfirm(options, targets);
  const { confirm, directory } = options;
  const keys = confirm.length > 0 ? confirm : await readKeys(context, accounts);
  const unconfirmed = checkConfirmed(accounts, keys);
  await printDiagnostics(context, directory, unconfirmed);
  if (unconfirmed.length === 0 && confirm.length === 0) printConfirmed(context, accounts);
  if (unconfirmed.length === 0) return null;
  return keys === null ? 'nobody-to-ask' : 'declined';
}

function printConfirmed(context: CommandContext, accounts: readonly string[]): void {
  printRepeat(
    context,
    accounts.flatMap((key) => ['--confirm', key]),
  );
}

type PlannedDestroy = PlannedChange<Destroy> & {
  readonly options: { readonly confirm: readonly string[]; readonly fleet?: string };
};

/** Reports the plan of a destroy, and saves it once the keys of its accounts are confirmed. */
async function saveDestroyPlan(planned: PlannedDestroy, out: string): Promise<ExitCode> {
  const { context, options, file, made } = planned;
  const { directory, confirm } = options;
  const isAsked = made.summary.operations > 0 && confirm.length === 0;
  const refused = planned.refused ?? checkGiven(planned);
  for (const refusal of refused) context.reported.add(refusal);
  const isRefused = planned.refused !== null || refused.length > 0;
  const isSaved = !isRefused && !isAsked;
  // Saves the file before output names it in a command.
  if (isSaved) await writePlanCopy(file, out);
  const next = isSaved
    ? ({ kind: 'apply', file: out, directory } as const)
    : ({ kind: isRefused ? 'refused' : 'none' } as const);
  await writePlanReport(file, { ...planned, next });
  await printDiagnostics(context, directory, refused);
  if (isRefused) {
    printUnsaved(planned);
    return exitCodes.failed;
  }
  if (isAsked) {
    const accounts = listAccounts(planned);
    const unconfirmed = checkConfirmed(accounts, await readKeys(context, accounts));
    await printDiagnostics(context, directory, unconfirmed);
    if (unconfirmed.length > 0) return exitCodes.failed;
    printConfirmed(context, accounts);
    await writePlanCopy(file, out);
  }
  context.terminal.log(`Saved the plan to ${toVisible(out)}. Nothing was destroyed.`);
  if (isAsked) context.terminal.log(`To apply this plan: ${formatApplyCommand(directory, out)}`);
  return exitCodes.ok;
}

// Checks keys that were passed, or cannot be typed, before the report as data.
function checkGiven(planned: PlannedDestroy): readonly Diagnostic[] {
  const { options, made } = planned;
  const { confirm, format } = options;
  const isTyped = confirm.length === 0 && format === 'text';
  if (made.summary.operations === 0 || isTyped) return [];
  return checkConfirmed(listAccounts(planned), confirm.length === 0 ? null : confirm);
}

function listAccounts({ source, options }: PlannedDestroy): readonly string[] {
  return listToConfirm(options, source.targets);
}

// The rows of a fleet say already which accounts leave.
function listToConfirm(
  { fleet }: Pick<DestroyOptions, 'fleet'>,
  targets: Destroy['targets'],
): readonly string[] {
  return fleet === undefined ? targets.map(({ account }) => account) : [fleet];
}
