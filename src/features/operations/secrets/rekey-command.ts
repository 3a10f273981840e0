import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, judgeApply } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openOldPrint, openPlaceSecrets } from '../../../app/ports/open-place-secrets.ts';
import { openStore } from '../../../app/ports/open-store.ts';
import { systemClock } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { openSession } from '../../../app/run/open-session.ts';
import { Trouble } from '../../../kit/trouble.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { rekeySecrets } from './rekey-secrets.ts';
import { writeRekeyedJson, writeRekeyedText } from './write-rekeyed.ts';

/** What `cyclectl secrets rekey` takes beside the options of every command. */
export type RekeyOptions = GlobalOptions & { readonly lockTimeout: number };

/**
 * `cyclectl secrets rekey`: after CYCLECTL_SECRET_KEY was changed, makes the prints that are remembered anew,
 * proven by CYCLECTL_SECRET_KEY_OLD. Asks no service and sends nothing.
 */
export async function runRekey(context: CommandContext, options: RekeyOptions): Promise<ExitCode> {
  return withOpening(context, options, async (opening) => {
    const printOld = await openOldPrint(opening.environment, context);
    const store = await openStore(opening.root, opening.environment, context);
    try {
      const say = (text: string) => context.terminal.say(text);
      const { lockTimeout: lockTimeoutMs } = options;
      const session = await openSession(store, { command: 'rekey', lockTimeoutMs, say });
      try {
        const search = await openSearch(context, opening);
        const ports = { store, clock: systemClock, session, printOld };
        const rekeyed = await rekeySecrets({ ...search, ...ports });
        const { diagnostics, ...result } = rekeyed;
        await printDiagnostics(context, options.directory, diagnostics);
        const write = options.format === 'json' ? writeRekeyedJson : writeRekeyedText;
        await context.terminal.out(write(result));
        const hasFailed = hasErrors(diagnostics) || result.left.length > 0;
        return judgeApply({ hasFailed, hasWritten: result.done > 0 });
      } finally {
        await session.end();
      }
    } finally {
      await store.close();
    }
  });
}

async function openSearch(
  context: CommandContext,
  { root, environment, project, selected }: Opening,
) {
  if (!context.environment.CYCLECTL_SECRET_KEY) {
    throw new Trouble('CYCLECTL_SECRET_KEY is not set', {
      remedy: 'Set it to the new key, and CYCLECTL_SECRET_KEY_OLD to the one before.',
    });
  }
  const files = openProjectFiles(root);
  return {
    files,
    secrets: await openPlaceSecrets({ root, environment, context }, files),
    environment,
    environments: project.environments,
    entries: selected.entries,
  };
}
