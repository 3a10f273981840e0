import { isStale } from '../../../engine/policy/is-stale.ts';
import {
  countAccounts,
  findUnfinished,
  listOpenRuns,
} from '../../../engine/run/journal/journal-run.ts';
import type { Session } from '../../../engine/run/journal/lock-account.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { type Address, parseObjectAddress, templatesKey } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';
import type {
  AccountState,
  CreateIntent,
  PauseRecord,
} from '../../../model/state/account-state.ts';
import type { HeldLock } from '../../../model/state/lock.ts';
import type { RunRecord, RunTally } from '../../../model/state/run.ts';

export type UnfinishedWork = {
  /** Runs that died, that are running, or that ended before all was done; newest first. */
  readonly runs: readonly UnfinishedRun[];
  /** Unfinished work on single objects; manual actions first. */
  readonly objects: readonly UnfinishedObject[];
  /** Accounts locked by a running or dead run. */
  readonly locks: readonly (HeldLock & { readonly isStale: boolean })[];
};

export type UnfinishedRun = {
  readonly run: RunRecord;
  readonly accounts: RunTally;
  readonly isWorking: boolean;
};

/** Operation that started and has no recorded end. */
export type UnfinishedObject = {
  readonly address: Address;
  readonly kind: 'create' | 'pause' | 'write';
  /** ISO UTC. */
  readonly since: string;
  /** Operation as a sentence. */
  readonly does: string;
  /** Instruction for a person; null when resume or the next apply finishes it. */
  readonly person: string | null;
};

/** Context to classify the unfinished work of an environment. */
export type UnfinishedWorkContext = {
  readonly store: StoreReader;
  readonly environment: Environment;
  /** Keys of all accounts in manifests. */
  readonly keys: ReadonlySet<string>;
  readonly isGone: Session['isGone'];
};

/** Lists unfinished work by the store alone, without a call to the service. */
export async function listUnfinishedWork(context: UnfinishedWorkContext): Promise<UnfinishedWork> {
  const { store, isGone } = context;
  const runs = await listRuns(context);
  const objects = (await listObjects(context)).toSorted(compareManualFirst);
  const isIdle = runs.length === 0 && objects.length === 0;
  const locks = (await store.listLocks())
    .map((lock) => ({ ...lock, isStale: isStale(lock, isGone) }))
    // Hides the lock of a dead run without other unfinished work, because the next run takes it
    // over.
    .filter((lock) => !(lock.isStale && isIdle));
  return { runs, objects, locks };
}

// Includes stopped and failed runs, because resume continues them too.
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

async function listObjects(context: UnfinishedWorkContext): Promise<UnfinishedObject[]> {
  const found: UnfinishedObject[] = [];
  for (const account of await context.store.listUnfinished()) {
    found.push(...listUnfinished(context, await context.store.readState(account)));
  }
  return found;
}

function listUnfinished(context: UnfinishedWorkContext, state: AccountState): UnfinishedObject[] {
  if (state.account === templatesKey) {
    // Skips a created template, because only its draft in the console is left to publish.
    const open = [...state.creates.values()].filter(({ madeId }) => madeId === undefined);
    return open.map(({ address, begunAt }) => ({
      address,
      kind: 'create',
      since: begunAt,
      does: 'create it',
      person: templateAdvice,
    }));
  }
  const orphan = context.keys.has(state.account) ? null : formatUnboundAdvice(state.account);
  return [
    ...[...state.creates.values()].map((create) => toUnfinishedCreate(context, create, orphan)),
    ...[...state.pauses.values()].map((pause) => toUnfinishedPause(pause, orphan)),
    ...[...state.writes.values()].map(({ address, begunAt, does }): UnfinishedObject => {
      const person = orphan ?? findUnknownRun(context, state, address);
      return { address, kind: 'write', since: begunAt, does, person };
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
  const ask = `The service does not list it. Look in the console, then run ${settle} exists ID, or absent`;
  const late = `Git declares another origin now, and each plan looks it up. If the console does not have it: ${settle} absent`;
  const unsettled = toReplacement(address) === null ? null : late;
  const person = orphan ?? (isLookedUp ? unsettled : ask);
  return { address, kind: 'create', since: begunAt, does: 'create it', person };
}

function toUnfinishedPause(
  { address, pausedAt }: PauseRecord,
  person: string | null,
): UnfinishedObject {
  const replacement = toReplacement(address);
  return {
    address,
    kind: 'pause',
    since: pausedAt,
    does:
      replacement === null ? 'edit and restart it' : `stop it, to replace it with ${replacement}`,
    person,
  };
}

// A person says if a run of unknown outcome took place.
function findUnknownRun(
  { environment: { name: environment } }: UnfinishedWorkContext,
  { objects }: AccountState,
  address: Address,
): string | null {
  if (objects.get(address)?.run?.isUnknown !== true) return null;
  const settle = formatStateCommand('settle', { environment, address });
  return `Unknown if its single run happened. Look in the console, then run ${settle} done`;
}

function isDocumented({ service }: Environment): boolean {
  return service.kind === 'remote' && service.contract === 'documented';
}

const templateAdvice =
  'Run its cyclectl import FILE --as-template NAME again. It looks the template up first, and says what to do without it.';

function formatUnboundAdvice(account: string): string {
  return `No manifest declares ${account}. Restore it and apply; or finish it in the console, then run cyclectl state forget ${formatArgument(account)}`;
}

function compareManualFirst(left: UnfinishedObject, right: UnfinishedObject): number {
  if ((left.person === null) !== (right.person === null)) return left.person === null ? 1 : -1;
  return left.address < right.address ? -1 : 1;
}
