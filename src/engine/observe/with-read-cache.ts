import type { ServiceReader } from '../../model/ports.ts';

/** What is read inside of one account, and what is not told by the lists of a run. */
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
 * A reader that asks each thing once and then answers as it was answered before: what is concluded twice from it is
 * concluded from the same, and costs no second request. For one account and as long as that is looked at.
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
