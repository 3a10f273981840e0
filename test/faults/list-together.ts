import type { RequestRecord } from '../../src/emulator/http/request-log.ts';

const action = /\/cycles\/([^/]+?)(?:\/(activate|deactivate))?$/;

/**
 * Times at which several cycles of an account ran, by the service's log, whether or not its answers
 * arrived. For accounts whose cycles all replace each other.
 */
export function listTogether(requests: readonly RequestRecord[]): readonly string[] {
  const active = new Set<string>();
  return requests.flatMap(({ account, method, path, status, fault }) => {
    const [, id = '', what] = action.exec(path) ?? [];
    if (status !== 200 || fault === 'ignore' || id === '') return [];
    const cycle = `${account} ${id}`;
    if (method === 'PUT' && what === 'activate') active.add(cycle);
    const isEnded = what === 'deactivate' || (method === 'DELETE' && what === undefined);
    if (isEnded) active.delete(cycle);
    const running = [...active].filter((each) => each.startsWith(`${account} `));
    return what === 'activate' && running.length > 1 ? [`${running.join(' and ')} run`] : [];
  });
}
