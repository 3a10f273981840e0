import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../../app/options/parse-address.ts';
import { systemClock } from '../../../../app/ports/open-ports.ts';
import { openStore } from '../../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../../app/project/open-project.ts';
import { OperationalError } from '../../../../kit/operational-error.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { StoreReader } from '../../../../model/ports.ts';

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
  return withOpened(openStore(asked), async (store) => {
    for (const each of what) await checkKnown(asked, store, each);
    const at = systemClock.now();
    for (const each of what) await store.revokeLinks(each, at);
    const of = what.includes('*') ? project.environment.name : what.map(toVisible).join(', ');
    await context.terminal.out(`Revoked the sign-in links of ${of} that were issued until now.\n`);
    return exitCodes.ok;
  });
}

// A revocation of a mistyped name would revoke nothing. An account may have left the project since.
async function checkKnown(
  { project }: ProjectRequest,
  store: StoreReader,
  what: string,
): Promise<void> {
  if (what === '*') return;
  const isConnector = what.includes('/');
  const account = isConnector ? parseConnectorAddress(what).account : what;
  const { objects } = await store.readState(account);
  const known = isConnector
    ? [...objects.keys()].filter((address) => address.includes('/connectors/'))
    : [...project.keys, ...(await store.listAccounts())];
  if (known.some((each) => each === what)) return;
  const near = formatNearest(what, known);
  throw new OperationalError(
    `no ${isConnector ? 'connector' : 'account'} ${toVisible(what)} is in the state of ${project.environment.name}`,
    { remedy: `${near ?? 'Check the name.'} To revoke the links of all accounts, pass --all.` },
  );
}
