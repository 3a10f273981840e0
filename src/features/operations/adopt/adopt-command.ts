import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openStatePorts } from '../../../app/ports/open-ports.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { parseCategoryAddress, parseObjectAddress } from '../../../model/address.ts';
import { runPropose } from '../../authoring/propose/adopt-propose-command.ts';
import { runProposeWrite } from '../../authoring/propose-fleets/propose-write-command.ts';
import { runAdoptAll } from './adopt-all-command.ts';
import { runAdoptOne } from './adopt-one-command.ts';
import { askBinding } from './ask-binding.ts';
import type { EntryAddress } from './list-unbound.ts';
import type { ChosenBinding } from './observe-choice.ts';

export type AdoptOptions = GlobalOptions & {
  readonly address?: string;
  readonly live?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly propose?: boolean;
  readonly write?: boolean;
  readonly limit?: number;
};

/**
 * `cyclectl adopt ADDRESS LIVE`, or `--all`: imports existing objects into state. Reads the service
 * and cannot write to it. `--propose` binds nothing.
 */
export async function runAdopt(context: CommandContext, options: AdoptOptions): Promise<ExitCode> {
  if (isProposal(options)) {
    return options.write === true
      ? runProposeWrite(context, options)
      : runPropose(context, options);
  }
  const choice = readChoice(options, context.terminal.ask.lack);
  return withProject(context, options, (request) =>
    withOpened(openStatePorts(request), async (ports) => {
      const adopting = { ...request, ports };
      if (choice === null) return runAdoptAll(adopting);
      if ('live' in choice) return runAdoptOne(adopting, choice);
      const asked = await askBinding(adopting, choice.at);
      if (asked.kind === 'refused')
        return printRefused(context, options.directory, asked.diagnostics);
      return asked.kind === 'all' ? runAdoptAll(adopting) : runAdoptOne(adopting, asked.choice);
    }),
  );
}

const usage =
  'Write cyclectl adopt ADDRESS LIVE, cyclectl adopt --all or cyclectl adopt --propose.';

function isProposal({ propose = false, write, limit, address, yes }: AdoptOptions): boolean {
  if (!propose && write === true) {
    throw new OperationalError('--write needs --propose', {
      remedy: 'Add --propose, or remove --write.',
    });
  }
  if (!propose && limit !== undefined) {
    throw new OperationalError('--limit needs --propose', {
      remedy: 'Add --propose, or remove --limit.',
    });
  }
  if (write === true && limit !== undefined) {
    throw new OperationalError('--limit and --write cannot be combined', {
      remedy:
        'Remove --limit: all accounts that are alike are written. --select limits the accounts.',
    });
  }
  if (propose && (address !== undefined || yes === true)) {
    const remedy = 'Write cyclectl adopt --propose; limit it to some accounts with --select.';
    throw new OperationalError('--propose binds nothing, and takes neither an address nor --yes', {
      remedy,
    });
  }
  return propose;
}

// Returns null for all, and no object where a person is asked for it.
function readChoice(
  { address, live, all = false, select, yes }: AdoptOptions,
  lack: string | null,
): ChosenBinding | { readonly at: EntryAddress | null } | null {
  if (all && address === undefined) return null;
  if (all)
    throw new OperationalError('--all and an address cannot be combined', {
      remedy: usage,
    });
  const isAsked = lack === null && yes !== true && live === undefined && address !== '';
  if (!isAsked && (address === undefined || live === undefined || live === '')) {
    throw new OperationalError('adopt needs an address and the object to bind to it', {
      remedy: usage,
    });
  }
  if (address === undefined) return { at: null };
  if (select.length > 0 || yes === true) {
    const remedy = 'Remove --select and --yes: adopt binds one address without a prompt.';
    throw new OperationalError('--select and --yes need --all', { remedy });
  }
  const at = parseObjectAddress(address);
  if (at !== null) return live === undefined ? { at } : { at, live };
  const settle = `cyclectl state settle ${toVisible(address)} exists ID`;
  throw new OperationalError(
    `"${toVisible(address)}" is not the address of an object that can be adopted`,
    {
      remedy:
        parseCategoryAddress(address) === null
          ? 'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; settings are adopted with their object.'
          : `The service does not list custom categories. Find the id in the console, then run ${settle}`,
    },
  );
}
