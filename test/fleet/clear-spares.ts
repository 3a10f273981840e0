import type { Emulator } from '../../src/emulator/emulator.ts';
import { signIn } from '../emulator/support/start-emulator.ts';
import { send } from './console-user.ts';
import type { Portrait } from './portrait/portrait.ts';

/**
 * Deletes, in the console of a rebuilt service, the connectors that installs of templates brought beside those
 * of the files; no step uses them. Gives how many.
 */
export async function clearSpares(emulator: Emulator, before: Portrait): Promise<number> {
  const caller = await signIn(emulator);
  let count = 0;
  for (const { id, externalId, connectors, cycles } of emulator.control.dump().accounts) {
    const used = new Set(
      cycles.flatMap(({ bindings }) => bindings.map((each) => each.accountConnectorId)),
    );
    const spares = connectors.filter(
      (each) => !used.has(each.id) && !before.get(externalId)?.has(`connectors/${each.name}/kind`),
    );
    for (const { id: spare } of spares) {
      await send(caller.inside(id), 'DELETE', `/account/connectors/${spare}`, {});
    }
    count += spares.length;
  }
  return count;
}
