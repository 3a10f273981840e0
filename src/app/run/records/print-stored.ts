import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { CommandContext, GlobalOptions } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { Text } from '../../output/terminal.ts';
import { openStoreReader } from '../../ports/open-store.ts';
import { withEnvironment } from '../../project/open-project.ts';

/** A store that is only read. */
type OpenedStore = Awaited<ReturnType<typeof openStoreReader>>;

/** Prints records of the store. Sends no request. */
export async function printStored(
  context: CommandContext,
  options: GlobalOptions,
  write: (store: OpenedStore, environment: string) => Promise<Text>,
): Promise<ExitCode> {
  return withEnvironment(context, options, (request) =>
    withOpened(openStoreReader(request), async (store) => {
      await context.terminal.out(await write(store, request.project.environment.name));
      return exitCodes.ok;
    }),
  );
}
