import { isStale } from '../../../engine/policy/is-stale.ts';
import {
  countAccounts,
  findUnfinished,
  listOpenRuns,
} from '../../../engine/run/journal/journal-run.ts';
import type { Session } from '../../../engine/run/journal/lock-account.ts';
import { formatArgument } from '../../../kit/text/format-argument.ts';
import { parseObjectAddress, templatesKey } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type {
  AccountState,
  CreateIntent,
  PauseRecord,
} from '../../../model/memory/account-state.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { formatStateCommand } from '../../../model/report/advice/format-state-command.ts';
import type { UnfinishedObject, UnfinishedRun, UnfinishedWork } from './unfinished-work.ts';

/** What the open work of an environment is judged by. */
export type UnfinishedWorkContext = {
  readonly store: StoreReader;
  readonly environment: Environment;
  /** Keys of all accounts that manifests have. */
  readonly keys: ReadonlySet<string>;
  readonly isGone: Session['isGone'];
};

/** All that earlier runs have left open, as far as the store tells: the service is not asked. */
export async function listUnfinishedWork(place: UnfinishedWorkContext): Promise<UnfinishedWork> {
  const { store, isGone } = place;
  const runs = await listRuns(place);
  const objects = (await listObjects(place)).toSorted(compareManualFirst);
  const isIdle = runs.length === 0 && objects.length === 0;
  const locks = (await store.listLocks())
    .map((lock) => ({ ...lock, isStale: isStale(lock, isGone) }))
    // The next run takes over what a dead one has held; where that has left nothing else, nothing is open.
    .filter((lock) => !(lock.isStale && isIdle));
  return { runs, objects, locks };
}

// A run that was stopped or failed has an end, and resume goes on with it all the same.
async function listRuns({ store, isGone }: UnfinishedWorkContext): Promise<UnfinishedRun[]> {
  const open = await listOpenRuns(store, isGone);
  const unfinished = await findUnfinished(store);
  const isListed = open.some(({ run }) => run.id === unfinished?.id);
  const ended =
    unfinished === null || isListed ? [] : [{ run: unfinished, isWorking: false } as const];
  return Promise.all(
    [...ended, ...open].map(async (each) => ({
      ...each,
      accounts: await countAccounts(store, each.run.id),
    })),
  );
}

async function listObjects(place: UnfinishedWorkContext): Promise<UnfinishedObject[]> {
  const found: UnfinishedObject[] = [];
  for (const account of await place.store.listUnfinished()) {
    found.push(...listUnfinished(place, await place.store.readState(account)));
  }
  return found;
}

function listUnfinished(place: UnfinishedWorkContext, memory: AccountState): UnfinishedObject[] {
  if (memory.account === templatesKey) {
    // One that was made waits for nobody here: its draft is published in the console.
    const open = [...memory.creates.values()].filter(({ madeId }) => madeId === undefined);
    return open.map(({ address, begunAt }) => ({
      address,
      kind: 'create',
      since: begunAt,
      does: 'make it',
      person: templateAdvice,
    }));
  }
  const orphan = place.keys.has(memory.account) ? null : formatUnboundAdvice(memory.account);
  return [
    ...[...memory.creates.values()].map((create) => toUnfinishedCreate(place, create, orphan)),
    ...[...memory.pauses.values()].map((pause) => {
      return toUnfinishedPause(pause, orphan ?? findUnknownRun(place, memory, pause));
    }),
    ...[...memory.writes.values()].map(({ address, begunAt, does }): UnfinishedObject => {
      return { address, kind: 'write', since: begunAt, does, person: orphan };
    }),
  ];
}

function toUnfinishedCreate(
  { environment }: UnfinishedWorkContext,
  { address, begunAt }: CreateIntent,
  orphan: string | null,
): UnfinishedObject {
  const isLookedUp = parseObjectAddress(address) !== null && !isDocumented(environment);
  const settle = formatStateCommand('settle', { environment: environment.name, address });
  const ask = `Nothing lists it: look in the console, then ${settle} exists ID, or absent`;
  const late = `Git names another origin by now, and each plan looks for it; where the console has nothing of it: ${settle} absent`;
  const unsettled = toReplacement(address) === null ? null : late;
  const person = orphan ?? (isLookedUp ? unsettled : ask);
  return { address, kind: 'create', since: begunAt, does: 'make it', person };
}

function toUnfinishedPause(
  { address, pausedAt }: PauseRecord,
  person: string | null,
): UnfinishedObject {
  const successor = toReplacement(address);
  return {
    address,
    kind: 'pause',
    since: pausedAt,
    does:
      successor === null
        ? 'edit it and start it again'
        : `stop it, so that ${successor} takes its place`,
    person,
  };
}

// Until a person says what became of its single run, neither it nor one that makes way for it is started.
function findUnknownRun(
  { environment: { name: environment } }: UnfinishedWorkContext,
  { objects }: AccountState,
  pause: PauseRecord,
): string | null {
  const address = toReplacement(pause.address) ?? pause.address;
  if (objects.get(address)?.run?.isUnknown !== true) return null;
  const settle = formatStateCommand('settle', { environment, address });
  return `Whether its single run was had is not known: look in the console, then ${settle} done, or write another moment in its schedule`;
}

function isDocumented({ service }: Environment): boolean {
  return service.kind === 'remote' && service.contract === 'documented';
}

const templateAdvice =
  'Run its cyclectl import FILE --as-template NAME again: it looks for it first, and says what to do where it is not there.';

function formatUnboundAdvice(account: string): string {
  return `No manifest has ${account}: put it back and apply, or end it in the console and let it go with cyclectl state forget ${formatArgument(account)}`;
}

function compareManualFirst(left: UnfinishedObject, right: UnfinishedObject): number {
  if ((left.person === null) !== (right.person === null)) return left.person === null ? 1 : -1;
  return left.address < right.address ? -1 : 1;
}
