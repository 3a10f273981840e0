import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toVerifyExitCode } from '../../../app/exit-codes.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openCallPorts } from '../../../app/ports/open-ports.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { type CheckedAccount, countChecks } from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { formatVerifyText } from './format-verify-text.ts';
import { runVerify } from './run-verify.ts';

/**
 * `cyclectl verify`: runs health checks of installed connectors, because a dead credential must be
 * found early.
 */
export async function runVerifyCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, ({ project }) =>
    withOpened(openCallPorts({ context, options, project }), async (ports) => {
      const run = { ...toRun(project, ports), caller: ports.caller };
      const checked: CheckedAccount[] = [];
      const phase = { does: 'checking', total: run.entries.length, ports };
      let accounts = 0;
      for await (const account of withProgress(context, phase, runVerify(run))) {
        accounts += 1;
        if (account.kind === 'unread' || account.connectors.length > 0) checked.push(account);
      }
      const summary = countChecks(
        checked.flatMap((account) => (account.kind === 'checked' ? account.connectors : [])),
      );
      const unread = checked.filter(({ kind }) => kind === 'unread').length;
      const frame: VerifyFrame = {
        target: ports.target,
        cost: ports.readCost(),
        accounts,
        unread,
        skipped: project.selected.skipped,
        summary,
      };
      await context.terminal.out(
        options.format === 'json'
          ? formatDocumentPieces('verify', {
              run: { ...frame, diagnostics: [...context.reported] },
              accounts: checked,
            })
          : formatVerifyText(frame, checked, context.terminal.paint),
      );
      const { failed, notMade, notFound } = summary;
      return toVerifyExitCode({ failed, notChecked: unread + notMade + notFound });
    }),
  );
}
