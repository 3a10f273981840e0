import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { printRefused } from '../../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../../../app/project/open-project.ts';
import { toRun } from '../../../../app/project/to-run.ts';
import { observeAccount } from '../../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../../engine/observe/source.ts';
import { openRunContext } from '../../../../engine/run/open-run.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { parseObjectAddress } from '../../../../model/address.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import { withLockedStore } from '../with-locked-store.ts';
import { ofRunning, resolveDone, type Settled } from './resolve-done.ts';

/**
 * `cyclectl state settle ADDRESS done`: records a manual action on unreadable fields as complete.
 * Reads the service and sends nothing.
 */
export async function runSettleDone(
  context: CommandContext,
  options: GlobalOptions,
  at: NonNullable<ReturnType<typeof parseObjectAddress>>,
): Promise<ExitCode> {
  return withProject(context, options, (request) => {
    const { account } = at;
    return withLockedStore(request, { account, command: 'state settle' }, async (store) => {
      const resolved = await observeDone(request, at);
      if ('refused' in resolved) return printRefused(context, options.directory, resolved.refused);
      await store.update(resolved.change);
      const text = toVisible(`${at.address}: ${formatSettled(resolved)}`);
      const finding = { kind: 'done', fields: resolved.paths };
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('state', { settled: { address: at.address, finding } })
          : `${text}.\n`,
      );
      return exitCodes.ok;
    });
  });
}

function formatSettled({ paths, isRun }: Pick<Settled, 'paths' | 'isRun'>): string {
  const set = paths.filter((path) => !isRun || !ofRunning.includes(path));
  const texts = [
    ...(set.length === 0 ? [] : [`recorded as set manually: ${set.join(', ')}`]),
    ...(isRun ? ['recorded that its single run was looked up; it can run again'] : []),
  ];
  return texts.join('; ');
}

async function observeDone(request: ProjectRequest, at: Parameters<typeof runSettleDone>[2]) {
  const { environment, selected } = request.project;
  const entry = selected.entries.find(({ key }) => key === at.account);
  if (entry === undefined) {
    const summary = `No manifest declares the account "${at.account}" in the environment ${environment.name}`;
    const { address } = at;
    return { refused: [reportError('address-unknown', { summary, address })] };
  }
  // Requires the secret key of applies, because fingerprints go into state.
  return withOpened(openReadPorts(request, { isSaved: true }), async (ports) => {
    const observation = await observeAccount(
      await openRunContext(toRun(request.project, ports).context, 1),
      fromManifest(entry),
    );
    if (observation.kind !== 'observed') return { refused: observation.diagnostics };
    const resolved = resolveDone(observation.diff, at.address);
    return 'refused' in resolved ? { refused: [resolved.refused] } : resolved;
  });
}
