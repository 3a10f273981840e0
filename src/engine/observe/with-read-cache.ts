import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { ServiceReader } from '../../model/ports.ts';
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

/** One read of an account, by its method and the ids that it is asked with. */
export type CachedRead = { readonly method: CachedMethod; readonly ids: readonly string[] };

/** Reader that keeps answers, and a way to forget those that are no longer true. */
export type ReadCache = {
  readonly reader: ServiceReader;
  forget(isOver: (read: CachedRead) => boolean): void;
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

/** The same with a way to forget answers, for an apply, which writes. */
export function openReadCache(reader: ServiceReader): ReadCache {
  const answers = new Map<string, CachedRead & { readonly answer: Promise<unknown> }>();
  const keep = <K extends CachedMethod>(method: K): ServiceReader[K] => {
    const ask = reader[method] as (...ids: readonly string[]) => Promise<Answer<unknown>>;
    const once = async (...ids: readonly string[]): Promise<unknown> => {
      const key = JSON.stringify([method, ...ids]);
      const kept = answers.get(key);
      if (kept !== undefined) return kept.answer;
      const asked = { method, ids, answer: ask(...ids) };
      answers.set(key, asked);
      const answer = await asked.answer;
      const isFinal = answer.ok && !isLate(method, answer.value);
      if (!isFinal && answers.get(key) === asked) answers.delete(key);
      return answer;
    };
    return once as ServiceReader[K];
  };
  return {
    reader: { ...reader, ...Object.fromEntries(cachedMethods.map((name) => [name, keep(name)])) },
    forget: (isOver) => {
      for (const [key, read] of answers) if (isOver(read)) answers.delete(key);
    },
  };
}

/** The same with the search for the account. */
export function withCachedReads({ reader, findAccount }: AccountReads): AccountReads {
  const answers = new Map<string, ReturnType<AccountFinder>>();
  return {
    reader: withReadCache(reader),
    findAccount: (ids) => {
      const key = JSON.stringify([ids.external, ids.bound]);
      const answer = answers.get(key) ?? findAccount(ids);
      answers.set(key, answer);
      return answer;
    },
  };
}
