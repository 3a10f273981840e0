import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../../app/options/parse-address.ts';
import { systemClock } from '../../../../app/ports/open-ports.ts';
import { openStore } from '../../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../../app/project/open-project.ts';
import { OperationalError } from '../../../../kit/operational-error.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';

export type ConsentRevokeOptions = GlobalOptions & {
  /** Addresses of connectors, and keys of accounts. */
  readonly what: readonly string[];
  readonly all?: boolean;
};

/** `cyclectl consent revoke`: voids the links that were issued until now. */
export async function runConsentRevoke(
  context: CommandContext,
  options: ConsentRevokeOptions,
): Promise<ExitCode> {
  const { what, all = false } = options;
  if (what.length > 0 === all) {
    throw new OperationalError('consent revoke needs accounts or connectors, or --all', {
      remedy: 'Name them, such as northwind or northwind/connectors/crm.',
    });
  }
  return withProject(context, options, (request) => revoke(request, all ? ['*'] : what));
}

async function revoke(asked: ProjectRequest, what: readonly string[]): Promise<ExitCode> {
  const { context, project } = asked;
  for (const each of what) checkKnown(asked, each);
  return withOpened(openStore(asked), async (store) => {
    const at = systemClock.now();
    for (const each of what) await store.revokeLinks(each, at);
    const of = what.includes('*') ? project.environment.name : what.map(toVisible).join(', ');
    await context.terminal.out(`Revoked the sign-in links of ${of} that were issued until now.\n`);
    return exitCodes.ok;
  });
}

// A revocation of a mistyped name would revoke nothing.
function checkKnown({ project }: ProjectRequest, what: string): void {
  if (what === '*') return;
  const account = what.includes('/') ? parseConnectorAddress(what).account : what;
  if (project.keys.has(account)) return;
  throw new OperationalError(`no account ${toVisible(account)} is in the project`, {
    remedy: 'Check its name; or revoke the links of all accounts with --all.',
  });
}
