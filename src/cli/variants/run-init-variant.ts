import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { InitOptions } from '../../features/authoring/init/scaffold.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';

type Options = InitOptions & { readonly upgrade?: boolean; readonly check?: boolean };

/** Runs `cyclectl init`: creates a project, or with `--upgrade` refreshes the files of one. */
export async function runInitVariant(context: CommandContext, options: Options): Promise<ExitCode> {
  const { env, select } = options;
  if (options.upgrade === true && (env !== undefined || select.length > 0)) {
    const summary =
      '--upgrade is about all of a project: --environment and --select do not narrow it';
    return printRefused(context, options.directory, [
      reportError('wrong-usage', { summary, remedy: 'Remove them.' }),
    ]);
  }
  if (options.upgrade === true) {
    const { runUpgrade } = await import('../../features/authoring/upgrade/upgrade-command.ts');
    return runUpgrade(context, options);
  }
  if (options.check === true) {
    const summary = '--check needs --upgrade';
    const remedy = 'Write init --upgrade --check.';
    return printRefused(context, options.directory, [
      reportError('wrong-usage', { summary, remedy }),
    ]);
  }
  const { runInit } = await import('../../features/authoring/init/init-command.ts');
  return runInit(context, options);
}
