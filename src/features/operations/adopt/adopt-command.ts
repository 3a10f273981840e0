import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { openStatePorts } from '../../../app/ports/open-ports.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { parseCategoryAddress, parseObjectAddress } from '../../../model/address.ts';
import { runPropose } from '../../authoring/propose/adopt-propose-command.ts';
import { runAdoptAll } from './adopt-all-command.ts';
import { runAdoptOne } from './adopt-one-command.ts';

/** What `cyclectl adopt` takes beside the options of every command. */
export type AdoptOptions = GlobalOptions & {
  readonly address?: string;
  readonly live?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly propose?: boolean;
  readonly limit?: number;
};

/**
 * `cyclectl adopt ADDRESS LIVE`, or `--all`: binds what is in the service already to entries of the manifests. It
 * reads the service and has no way to write to it. With `--propose` it binds nothing.
 */
export async function runAdopt(context: CommandContext, options: AdoptOptions): Promise<ExitCode> {
  if (isProposal(options)) return runPropose(context, options);
  const choice = readChoice(options);
  return withProject(context, options, async (opening) => {
    const { root, environment } = opening;
    const place = await openStatePorts({ root, environment, context, verbose: options.verbose });
    try {
      const adopting = { context, options, opening, place, begun: performance.now() };
      return await (choice === null ? runAdoptAll(adopting) : runAdoptOne(adopting, choice));
    } finally {
      await place.close();
    }
  });
}

const usage =
  'Write cyclectl adopt ADDRESS LIVE, cyclectl adopt --all or cyclectl adopt --propose.';

function isProposal({ propose = false, limit, address, yes }: AdoptOptions): boolean {
  if (!propose && limit !== undefined) {
    throw new OperationalError('--limit is of --propose', { remedy: 'Leave it out.' });
  }
  if (propose && (address !== undefined || yes === true)) {
    const remedy = 'Write cyclectl adopt --propose, with --select where it is about some accounts.';
    throw new OperationalError('--propose binds nothing, and so takes no address and no --yes', {
      remedy,
    });
  }
  return propose;
}

// Null for all.
function readChoice({ address, live, all = false, select, yes }: AdoptOptions) {
  if (all && address === undefined) return null;
  if (all)
    throw new OperationalError('--all adopts what is found, and no single address', {
      remedy: usage,
    });
  if (address === undefined || live === undefined || live === '') {
    throw new OperationalError('what shall be bound to what is not said', { remedy: usage });
  }
  if (select.length > 0 || yes === true) {
    const remedy = 'Leave --select and --yes out: one address is bound, and nothing is asked.';
    throw new OperationalError('--select and --yes are of --all', { remedy });
  }
  const at = parseObjectAddress(address);
  if (at !== null) return { at, live };
  const settle = `cyclectl state settle ${toVisible(address)} exists ID`;
  throw new OperationalError(
    `"${toVisible(address)}" is no address of an object that can be adopted`,
    {
      remedy:
        parseCategoryAddress(address) === null
          ? 'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; settings belong to their object.'
          : `The service does not list custom categories: look in the console, then ${settle}`,
    },
  );
}
