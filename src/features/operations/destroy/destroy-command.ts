import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import type { ReadPorts, WritePorts } from '../../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import type { ChangeOptions, ChangeSource } from '../../../app/run/change-source.ts';
import { withPlannedChange } from '../../../app/run/plan-change.ts';
import type { NotStartedReason } from '../../../app/run/read-approval.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import type { Address } from '../../../model/address.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import { formatPlanCommands } from '../../../reports/blocks/words/format-plan-commands.ts';
import { checkConfirmed, readKeys } from './confirm-destroy.ts';
import { checkNoSelection, type Destroy, openDestroy } from './open-destroy.ts';
import { saveDestroyPlan } from './save-destroy-plan.ts';

export type DestroyOptions = ChangeOptions & {
  readonly address: readonly string[];
  /** Keys of accounts, as a person would type them. */
  readonly confirm: readonly string[];
  readonly allowDeletes?: number;
  /** Path to save the plan to, instead of a destroy. */
  readonly out?: string;
};

type DestroyRequest = ProjectRequest<DestroyOptions>;

/**
 * `cyclectl destroy ADDRESS…`: shows the plan, asks for the key of the account, writes a backup and
 * deletes; or saves the plan for `cyclectl apply`.
 */
export async function runDestroy(
  context: CommandContext,
  options: DestroyOptions,
): Promise<ExitCode> {
  checkNoSelection(options);
  return withProject(context, options, (request) => {
    const { out } = options;
    if (out === undefined) return runChange(request, (ports) => openSource(request, ports));
    // Confirmed after it is shown, because an unconfirmed plan must not be applicable.
    return withPlannedChange(
      { ...request, path: null },
      (ports) => openTyped(request, ports),
      (planned) => saveDestroyPlan({ ...planned, options }, out),
    );
  });
}

function openTyped(request: DestroyRequest, ports: ReadPorts): Promise<Destroy> {
  const { allowDeletes = null, address } = request.options;
  const destroys = address as readonly Address[];
  return openDestroy(request, ports, { ...noChoices, allowDeletes, destroys });
}

async function openSource(request: DestroyRequest, ports: WritePorts): Promise<ChangeSource> {
  const { options, project } = request;
  const { directory, address, confirm, allowDeletes } = options;
  const destroy = await openTyped(request, ports);
  return {
    ...destroy,
    plan: {
      ...destroy.plan,
      instead: formatPlanCommands('destroy', { directory, environment: project.environment.name }, [
        ...address.map(formatArgument),
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
  const accounts = targets.map(({ account }) => account);
  const { confirm, directory } = options;
  const keys = confirm.length > 0 ? confirm : await readKeys(context, accounts);
  const unconfirmed = checkConfirmed(accounts, keys);
  await printDiagnostics(context, directory, unconfirmed);
  if (unconfirmed.length === 0) return null;
  return keys === null ? 'nobody-to-ask' : 'declined';
}
