import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { readConfirmation } from '../../../app/options/read-confirmation.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Address, parseObjectAddress, toAccountAddress } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listAmbiguities } from '../../../model/diff/field-diff.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { listReleased } from '../../../model/secret/secret-places.ts';
import type {
  AccountState,
  ObjectRecord,
  StateChange,
} from '../../../model/state/account-state.ts';
import type { StateObject } from '../../../model/state/state-object.ts';
import { formatDocument, formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { formatStateEntryText, formatStateText, listStateRows } from './format-state-text.ts';
import { toObjectSides } from './to-object-sides.ts';
import { toStateData, toStateEntryData } from './to-state-data.ts';
import { withLockedStore } from './with-locked-store.ts';

/** `cyclectl state list`: lists managed objects, one a line. */
export async function runStateList(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withOpened(openStoreReader(request), async (store) => {
      const states = readAccounts(store);
      await context.terminal.out(
        options.format === 'json'
          ? formatDocumentPieces('state', { accounts: listStateData(states) })
          : formatListing(context.terminal, {
              layOut: (columns) => formatEach(states, columns),
              rows: () => listRows(states),
            }),
      );
      return exitCodes.ok;
    }),
  );
}

async function* readAccounts(store: StoreReader): AsyncGenerator<AccountState, void, undefined> {
  for (const account of await store.listAccounts()) yield await store.readState(account);
}

async function* listStateData(
  states: AsyncIterable<AccountState>,
): AsyncGenerator<ReturnType<typeof toStateData>, void, undefined> {
  for await (const state of states) yield toStateData(state);
}

async function* formatEach(
  states: AsyncIterable<AccountState>,
  columns: number,
): AsyncGenerator<string, void, undefined> {
  for await (const state of states) yield formatStateText(state, columns);
}

async function* listRows(
  states: AsyncIterable<AccountState>,
): AsyncGenerator<readonly string[], void, undefined> {
  for await (const state of states) yield* listStateRows(state);
}

/**
 * `cyclectl state show ADDRESS`: shows the state entry of one object; with `live` also the live
 * object.
 */
export async function runStateShow(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly live?: boolean },
): Promise<ExitCode> {
  const { address, account } = parseAddress(options.address);
  return withProject(context, options, async (request) => {
    const record = await readRecord(request, { account, address });
    if (record === null && options.live !== true) return printNotInState(context, options);
    const sides = options.live === true ? await observeSides(request, { account, address }) : null;
    if (sides === 'not-seen') return exitCodes.failed;
    const shown = { address, record, sides };
    await context.terminal.out(
      options.format === 'json'
        ? formatDocument('state', { object: toStateEntryData(shown) })
        : formatStateEntryText(shown),
    );
    return exitCodes.ok;
  });
}

type ObjectPlace = { readonly account: string; readonly address: Address };

async function readRecord(
  request: ProjectRequest,
  { account, address }: ObjectPlace,
): Promise<ObjectRecord | null> {
  return withOpened(openStoreReader(request), async (store) => {
    const { objects } = await store.readState(account);
    return objects.get(address) ?? null;
  });
}

async function observeSides(
  request: ProjectRequest,
  { account, address }: ObjectPlace,
): Promise<StateObject['sides'] | 'not-seen'> {
  const { context, options, project } = request;
  const entry = project.selected.entries.find((item) => item.key === account);
  if (entry === undefined) {
    throw new OperationalError(`no manifest declares the account ${account}`, {
      remedy: 'Write its manifest first; --live shows only objects in Git.',
    });
  }
  return withOpened(openReadPorts(request), async (ports) => {
    const looking = await openRunContext(toRun(project, ports).context, 1);
    const observation = await observeAccount(looking, fromManifest(entry));
    const { diagnostics } =
      observation.kind === 'observed'
        ? { diagnostics: listAmbiguities(observation.diff, address) }
        : observation;
    if (observation.kind === 'observed' && diagnostics.length === 0)
      return toObjectSides(observation.diff, address);
    await printDiagnostics(context, options.directory, diagnostics);
    return 'not-seen';
  });
}

async function printNotInState(
  context: CommandContext,
  { directory, address }: GlobalOptions & { readonly address: string },
): Promise<ExitCode> {
  const summary = `State has no entry ${address}`;
  return printRefused(context, directory, [reportError('not-remembered', { summary })]);
}

/**
 * `cyclectl state forget ADDRESS`: removes an object from state. Sends nothing; the object is
 * unmanaged until it is adopted again.
 */
export async function runStateForget(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly yes?: boolean },
): Promise<ExitCode> {
  const { address, account, kind } = parseAddress(options.address);
  return withProject(context, options, (request) =>
    withLockedStore(request, { account, command: 'state forget' }, async (store) => {
      const state = await store.readState(account);
      const isOf = (item: Address) =>
        kind === 'account' ||
        item === address ||
        toReplacement(item) === address ||
        item.startsWith(`${address}/`);
      const change = {
        deleteObjects: [...state.objects.keys()].filter(isOf),
        closeCreates: [...state.creates.keys()].filter(isOf),
        closePauses: [...state.pauses.keys()].filter(isOf),
        closeWrites: [...state.writes.keys()].filter(isOf),
      };
      const forgotten = new Set(Object.values(change).flat());
      if (forgotten.size === 0) return printNotInState(context, options);
      const stopped = change.closePauses.map(formatStaysPaused).join('');
      const question = `${stopped}Remove ${forgotten.size} of ${toVisible(address)} from state? The service is not changed. Only "yes" is accepted:`;
      const otherwise = { summary: 'Nothing was removed from state', address };
      if (!(await readConfirmation(context, options, { question, otherwise })))
        return exitCodes.failed;
      if (options.yes === true && stopped !== '') context.terminal.log(stopped.trimEnd());
      await store.update({
        account,
        ...change,
        ...toReleasedRecords(state, change.deleteObjects),
      });
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('state', { forgotten: [...forgotten] })
          : `Removed from state: ${forgotten.size}.\n`,
      );
      return exitCodes.ok;
    }),
  );
}

// Keeps places where a secret of ours may remain, for an account that stays in state.
function toReleasedRecords(
  state: AccountState,
  dropped: readonly Address[],
): Partial<Pick<StateChange, 'saveObjects'>> {
  const own = toAccountAddress(state.account);
  const record = state.objects.get(own);
  if (record === undefined || dropped.includes(own)) return {};
  return { saveObjects: [{ ...record, ...listReleased(state, { dropped, bound: [] }) }] };
}

// Warns, because removal ends the obligation of cyclectl to start the cycle again.
function formatStaysPaused(address: Address): string {
  return `${toVisible(address)} was paused by cyclectl and not started again. After the removal, start it in the console.\n`;
}

function parseAddress(text: string): NonNullable<ReturnType<typeof parseObjectAddress>> {
  const parsed = parseObjectAddress(text);
  if (parsed !== null) return parsed;
  throw new OperationalError(`"${toVisible(text)}" is not the address of an object`, {
    remedy:
      'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; cyclectl state list shows addresses.',
  });
}
