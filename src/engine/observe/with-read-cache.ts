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

/**
 * Caches each read of one account, so that all conclusions use the same answer and need no second
 * request.
 */
export function withReadCache(reader: ServiceReader): ServiceReader {
  const answers = new Map<string, Promise<unknown>>();
  const keep = <K extends (typeof cachedMethods)[number]>(name: K): ServiceReader[K] => {
    const ask = reader[name] as (...args: readonly string[]) => Promise<unknown>;
    const once = (...args: readonly string[]): Promise<unknown> => {
      const key = JSON.stringify([name, ...args]);
      const answer = answers.get(key) ?? ask(...args);
      answers.set(key, answer);
      return answer;
    };
    return once as ServiceReader[K];
  };
  return { ...reader, ...Object.fromEntries(cachedMethods.map((name) => [name, keep(name)])) };
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
