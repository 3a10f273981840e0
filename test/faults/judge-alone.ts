import type { RequestRecord } from '../../src/emulator/http/request-log.ts';

const deed = /\/cycles\/([^/]+?)(?:\/(activate|deactivate))?$/;

/**
 * Moments at which more than one cycle of an account ran, as the service's own log tells: what it did counts, whether or
 * not its answer came through. For accounts in which all cycles that ever run take the place of one another.
 */
export function listTogether(requests: readonly RequestRecord[]): readonly string[] {
  const active = new Set<string>();
  return requests.flatMap(({ account, method, path, status, fault }) => {
    const [, id = '', what] = deed.exec(path) ?? [];
    if (status !== 200 || fault === 'ignore' || id === '') return [];
    const cycle = `${account} ${id}`;
    if (method === 'PUT' && what === 'activate') active.add(cycle);
    const isEnded = what === 'deactivate' || (method === 'DELETE' && what === undefined);
    if (isEnded) active.delete(cycle);
    const running = [...active].filter((each) => each.startsWith(`${account} `));
    return what === 'activate' && running.length > 1 ? [`${running.join(' and ')} run`] : [];
  });
}
