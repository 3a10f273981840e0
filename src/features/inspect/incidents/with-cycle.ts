import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts, type ReadPorts } from '../../../app/ports/open-ports.ts';
import {
  type ProjectContext,
  type ProjectRequest,
  withProject,
} from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { findEntryHere } from '../../../engine/index/find-entry.ts';
import {
  findAccountState,
  type KnownAccount,
  type LookupContext,
  withLazyFinder,
} from '../../../engine/run/reads/find-account-state.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Address, parseObjectAddress, toCycleAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** A cycle of a manifest that state binds to one of the service. */
export type KnownCycle = {
  readonly account: KnownAccount;
  readonly accountId: RemoteId;
  readonly address: Address;
  readonly cycleId: RemoteId;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Text about a cycle, with what could not be read for it; or why there is none. */
export type CycleAnswer =
  | {
      readonly text: Parameters<CommandContext['terminal']['out']>[0];
      readonly unread?: readonly Diagnostic[];
    }
  | Refused;

/**
 * Runs a command that reads about one cycle, with its ports, and prints the text of its answer; prints
 * diagnostics in place of the answer where the cycle is not found.
 */
export async function withCycle<O extends GlobalOptions & { readonly address: string }>(
  context: CommandContext,
  options: O,
  work: (request: ProjectRequest<O>, ports: ReadPorts, cycle: KnownCycle) => Promise<CycleAnswer>,
): Promise<ExitCode> {
  const { directory, address } = options;
  return withProject(context, options, (request) =>
    withOpened(openReadPorts(request), async (ports) => {
      await printDiagnostics(context, directory, request.project.diagnostics);
      const lookup = withLazyFinder(toRun(request.project, ports).context, 1);
      const found = await findCycle(lookup, request.project, address);
      const answer = 'refused' in found ? found : await work(request, ports, found);
      if ('refused' in answer) return printRefused(context, directory, answer.refused);
      await printDiagnostics(context, directory, answer.unread ?? []);
      await context.terminal.out(answer.text);
      return answer.unread === undefined ? exitCodes.ok : exitCodes.failed;
    }),
  );
}

/**
 * Finds the cycle of `ACCOUNT/cycles/KEY` by manifest and state. Throws `OperationalError` for any other
 * text.
 */
async function findCycle(
  context: LookupContext,
  project: Pick<ProjectContext, 'accounts' | 'environment'>,
  text: string,
): Promise<KnownCycle | Refused> {
  const { account, key } = parseCycleAddress(text);
  const found = findEntryHere(project, account);
  if ('refused' in found) return found;
  const known = await findAccountState(context, found.entry, 'Its runs are unknown');
  if ('refused' in known) return known;
  const address = toCycleAddress(account, key);
  const record = known.state.objects.get(address);
  if (known.id === null || record === undefined) return reportMissing(known, { address, key });
  return { account: known, accountId: known.id, address, cycleId: record.remoteId };
}

function reportMissing(
  { desired, state }: KnownAccount,
  { address, key }: { readonly address: Address; readonly key: string },
): Refused {
  const wanted = desired.cycles.kind === 'set' ? [...desired.cycles.value.keys()] : [];
  const bound = [...state.objects.keys()].flatMap((each) => {
    const parsed = parseObjectAddress(each);
    return parsed?.kind === 'cycle' ? [parsed.key] : [];
  });
  const isWanted = wanted.includes(key);
  const summary = isWanted
    ? 'The service does not have this cycle yet, or no state of cyclectl binds it'
    : `The account ${desired.key} has no cycle "${key}"`;
  const remedy = isWanted
    ? 'Apply its manifest, or adopt what exists.'
    : (formatNearest(key, [...wanted, ...bound], 'cycles') ?? 'It has no cycles.');
  return { refused: [reportError('address-unknown', { summary, address, remedy })] };
}
