import { type CommandContext, type GlobalOptions, waitForStop } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import type { ListenAddress } from '../../../../app/output/open-http-server.ts';
import { systemClock } from '../../../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../../../app/project/open-project.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import { openLinkServer } from './open-link-server.ts';

export type ConsentServeOptions = GlobalOptions & {
  readonly listen: ListenAddress;
  /** Where a customer who is done is sent. */
  readonly returnTo?: string;
};

/** `cyclectl consent serve`: answers the sign-in links of customers until it is stopped. */
export async function runConsentServe(
  context: CommandContext,
  options: ConsentServeOptions,
): Promise<ExitCode> {
  return withProject(context, options, serve);
}

async function serve(asked: ProjectRequest<ConsentServeOptions>): Promise<ExitCode> {
  const { context, options } = asked;
  const { terminal } = context;
  const { listen, returnTo } = options;
  const report = (address: string, text: string) =>
    terminal.log(toVisible(`${systemClock.now()} ${address} ${text}`));
  context.deferSignals();
  const server = await openLinkServer(asked, { listen, returnTo, report });
  terminal.log(`Listening on http://${listen.host}:${server.port}. Press Ctrl-C to stop.`);
  try {
    await waitForStop(context);
  } finally {
    await server.close();
  }
  return exitCodes.ok;
}
