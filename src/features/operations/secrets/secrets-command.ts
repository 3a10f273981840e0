import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openEnvironmentSecrets } from '../../../app/ports/open-environment-secrets.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { formatSecretsJson, formatSecretsText } from './format-secrets.ts';
import { listSecrets } from './list-secrets.ts';

/**
 * `cyclectl secrets`: lists references to secrets, their uses and last writes. Calls no service.
 */
export async function runSecrets(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, async ({ root, environment, project, selected }) => {
    const files = openProjectFiles(root);
    const secrets = await openEnvironmentSecrets({ root, environment, context }, files);
    const store = await openStoreReader(root, environment, context);
    try {
      const environments = project.environments;
      const { entries } = selected;
      const search = { files, secrets, store, environment, environments, entries };
      const listed = await listSecrets(search);
      await printDiagnostics(context, options.directory, listed.diagnostics);
      const write = options.format === 'json' ? formatSecretsJson : formatSecretsText;
      await context.terminal.out(write(listed.secrets, systemClock.now()));
      return hasErrors(listed.diagnostics) ? exitCodes.failed : exitCodes.ok;
    } finally {
      await store.close();
    }
  });
}
