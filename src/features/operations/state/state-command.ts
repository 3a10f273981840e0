import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { requireYes } from '../../../app/options/require-yes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { lookAtAccount } from '../../../engine/observe/look-at-account.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import { type Address, accountAddress, parseObjectAddress } from '../../../model/address.ts';
import { successorOf } from '../../../model/desired/scope/predecessor.ts';
import { listDoubts } from '../../../model/diff/doubt.ts';
import type { AccountMemory, MemoryChange, ObjectRecord } from '../../../model/memory/memory.ts';
import type { RememberedObject } from '../../../model/memory/remembered.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { listLetGo } from '../../../model/secret/secret-places.ts';
import { showSides } from '../../../reports/text/parts/show-sides.ts';
import { withLockedStore } from './with-locked-store.ts';
import { writeForgottenJson, writeMemoryJson, writeRememberedJson } from './write-memory-json.ts';
import { writeMemoryText, writeRememberedText } from './write-memory-text.ts';

/** `cyclectl state list`: what we remember, an object a line. */
export async function runStateList(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, async (opening) => {
    const store = await openStoreReader(opening.root, opening.environment, context);
    try {
      const memories = readMemories(store);
      const pieces = options.format === 'json' ? writeMemoryJson(memories) : writeEach(memories);
      for await (const piece of pieces) await context.terminal.out(piece);
    } finally {
      await store.close();
    }
    return exitCodes.ok;
  });
}

async function* readMemories(store: StoreReader): AsyncGenerator<AccountMemory, void, undefined> {
  for (const account of await store.listAccounts()) yield await store.readMemory(account);
}

async function* writeEach(
  memories: AsyncIterable<AccountMemory>,
): AsyncGenerator<string, void, undefined> {
  for await (const memory of memories) yield writeMemoryText(memory);
}

/** `cyclectl state show ADDRESS`: what we remember of one object; with `live` also what is there. */
export async function runStateShow(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly live?: boolean },
): Promise<ExitCode> {
  const { address, account } = parseAddress(options.address);
  return withOpening(context, options, async (opening) => {
    const record = await readRecord(context, opening, { account, address });
    if (record === null && options.live !== true) return sayNothingKnown(context, options);
    const sides =
      options.live === true
        ? await lookAtSides(context, options, { opening, account, address })
        : null;
    if (sides === 'not-seen') return exitCodes.failed;
    const shown = { address, record, sides };
    await context.terminal.out(
      options.format === 'json' ? writeRememberedJson(shown) : writeRememberedText(shown),
    );
    return exitCodes.ok;
  });
}

async function readRecord(
  context: CommandContext,
  { root, environment }: Opening,
  { account, address }: { readonly account: string; readonly address: Address },
): Promise<ObjectRecord | null> {
  const store = await openStoreReader(root, environment, context);
  try {
    return (await store.readMemory(account)).objects.get(address) ?? null;
  } finally {
    await store.close();
  }
}

async function lookAtSides(
  context: CommandContext,
  options: GlobalOptions,
  asked: { readonly opening: Opening; readonly account: string; readonly address: Address },
): Promise<RememberedObject['sides'] | 'not-seen'> {
  const { opening, account, address } = asked;
  const { environment, root } = opening;
  const entry = opening.selected.entries.find((item) => item.key === account);
  if (entry === undefined) {
    throw new Trouble(`no manifest has the account ${account}`, {
      remedy: 'Write its manifest first; only what is in Git can be looked at.',
    });
  }
  const place = await openForReading({ root, environment, context, verbose: options.verbose });
  try {
    const looking = await openLooking(toRun(opening, place).looking, 1);
    const sight = await lookAtAccount(looking, entry);
    const { diagnostics } =
      sight.kind === 'seen' ? { diagnostics: listDoubts(sight.diff, address) } : sight;
    if (sight.kind === 'seen' && diagnostics.length === 0) return showSides(sight.diff, address);
    await printDiagnostics(context, options.directory, diagnostics);
    return 'not-seen';
  } finally {
    await place.close();
  }
}

async function sayNothingKnown(
  context: CommandContext,
  { directory, address }: GlobalOptions & { readonly address: string },
): Promise<ExitCode> {
  const summary = `Nothing is remembered of ${address}`;
  await printDiagnostics(context, directory, [
    { code: 'not-remembered', severity: 'error', summary },
  ]);
  return exitCodes.failed;
}

/** `cyclectl state forget ADDRESS`: lets an object go. Nothing is sent; it is foreign until it is adopted again. */
export async function runStateForget(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly yes?: boolean },
): Promise<ExitCode> {
  const { address, account, kind } = parseAddress(options.address);
  return withOpening(context, options, (opening) => {
    const place = { ...opening, account, command: 'state forget' };
    return withLockedStore(context, place, async (store) => {
      const memory = await store.readMemory(account);
      const isOf = (item: Address) =>
        kind === 'account' ||
        item === address ||
        successorOf(item) === address ||
        item.startsWith(`${address}/`);
      const change = {
        dropObjects: [...memory.objects.keys()].filter(isOf),
        closeCreates: [...memory.creates.keys()].filter(isOf),
        closePauses: [...memory.pauses.keys()].filter(isOf),
        closeWrites: [...memory.writes.keys()].filter(isOf),
      };
      const forgotten = new Set(Object.values(change).flat());
      if (forgotten.size === 0) return sayNothingKnown(context, options);
      const stopped = change.closePauses.map(sayStaysPaused).join('');
      const question = `${stopped}Forget ${forgotten.size} of ${toVisible(address)}? The service is left as it is. Only "yes" does it:`;
      const otherwise = { summary: 'Nothing was forgotten', address };
      if (!(await requireYes(context, options, { question, otherwise }))) return exitCodes.failed;
      if (options.yes === true && stopped !== '') context.terminal.say(stopped.trimEnd());
      await store.change({ account, ...change, ...keepLetGo(memory, change.dropObjects) });
      await context.terminal.out(
        options.format === 'json'
          ? writeForgottenJson([...forgotten])
          : `Forgotten: ${forgotten.size}.\n`,
      );
      return exitCodes.ok;
    });
  });
}

// Of an account that stays known: where a secret of ours may stand still.
function keepLetGo(
  memory: AccountMemory,
  dropped: readonly Address[],
): Partial<Pick<MemoryChange, 'keepObjects'>> {
  const own = accountAddress(memory.account);
  const record = memory.objects.get(own);
  if (record === undefined || dropped.includes(own)) return {};
  return { keepObjects: [{ ...record, ...listLetGo(memory, { dropped, bound: [] }) }] };
}

// Forgetting is the end of our promise to start it again, so that a person must know.
function sayStaysPaused(address: Address): string {
  return `${toVisible(address)} was paused by cyclectl and not started again; when it is forgotten, nobody will: start it in the console.\n`;
}

function parseAddress(text: string): NonNullable<ReturnType<typeof parseObjectAddress>> {
  const parsed = parseObjectAddress(text);
  if (parsed !== null) return parsed;
  throw new Trouble(`"${toVisible(text)}" is no address of an object`, {
    remedy:
      'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; cyclectl state list shows them.',
  });
}
