import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { ServiceReader, StoreReader } from '../../model/ports.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import type { AccountReads } from './source.ts';

/** Reads within one account that the lists of a run do not cover. */
const cachedMethods = [
  'readAccount',
  'listConnectors',
  'readConnector',
  'listCycles',
  'readCycle',
  'listSteps',
  'listSources',
  'listEdges',
  'listVariables',
  'listMappings',
  'listPrerequisites',
  'exportCycle',
] as const;

export type CachedMethod = (typeof cachedMethods)[number];

/** Reads by methods and by the objects that they are asked of; all of them where one is left out. */
export type ReadScope = {
  readonly methods?: readonly CachedMethod[];
  readonly objects?: readonly RemoteId[];
};

/** Reader that keeps answers, and a way to forget those that are no longer true. */
export type ReadCache = {
  readonly reader: ServiceReader;
  forget(scope: ReadScope): void;
};

/**
 * Caches each read of one account, so that all conclusions use the same answer and need no second
 * request. A failed read is asked again, and steps while there are none.
 */
export function withReadCache(reader: ServiceReader): ServiceReader {
  return openReadCache(reader).reader;
}

// A list may show a new cycle before its steps.
function isLate(method: CachedMethod, value: unknown): boolean {
  return method === 'listSteps' && Array.isArray(value) && value.length === 0;
}

/** Answers by method, and by object, so that a write finds those that it changes among many. */
type Answers = Map<CachedMethod, Map<RemoteId, Map<string, Promise<unknown>>>>;

/** The same with a way to forget answers, for an apply, which writes. */
export function openReadCache(reader: ServiceReader): ReadCache {
  const answers: Answers = new Map();
  const keep = <K extends CachedMethod>(method: K): ServiceReader[K] => {
    const ask = reader[method] as (...ids: readonly string[]) => Promise<Answer<unknown>>;
    const once = async (...ids: readonly string[]): Promise<unknown> => {
      // Each is asked of the account alone, or of an object in it.
      const [account = '', object = account] = ids;
      const key = JSON.stringify(ids);
      const kept = answers.get(method)?.get(object)?.get(key);
      if (kept !== undefined) return kept;
      const asked = ask(...ids);
      const own = getOrMake(getOrMake(answers, method), object);
      own.set(key, asked);
      const answer = await asked;
      const isFinal = answer.ok && !isLate(method, answer.value);
      if (!isFinal && own.get(key) === asked) own.delete(key);
      return answer;
    };
    return once as ServiceReader[K];
  };
  const kept = Object.fromEntries(cachedMethods.map((name) => [name, keep(name)])) as Pick<
    ServiceReader,
    CachedMethod
  >;
  return {
    reader: { ...reader, ...kept, listPlainMappings: kept.listMappings },
    forget: ({ methods = cachedMethods, objects }) => {
      for (const method of methods) {
        if (objects === undefined) answers.delete(method);
        else for (const object of objects) answers.get(method)?.delete(object);
      }
    },
  };
}

function getOrMake<K, Inner extends Map<unknown, unknown>>(map: Map<K, Inner>, key: K): Inner {
  const found = map.get(key) ?? (new Map() as Inner);
  map.set(key, found);
  return found;
}

/** The same with the search for the account, and states, which must not be newer than the answers. */
export function withCachedReads({ reader, findAccount, store }: AccountReads): AccountReads {
  const answers = new Map<string, ReturnType<AccountFinder>>();
  const states = new Map<string, ReturnType<StoreReader['readState']>>();
  return {
    store: {
      ...store,
      readState: (account, only) => {
        const key = JSON.stringify([account, only]);
        const state = states.get(key) ?? store.readState(account, only);
        states.set(key, state);
        return state;
      },
    },
    reader: withReadCache(reader),
    findAccount: (ids) => {
      const key = JSON.stringify([ids.external, ids.bound]);
      const answer = answers.get(key) ?? findAccount(ids);
      answers.set(key, answer);
      return answer;
    },
  };
}
