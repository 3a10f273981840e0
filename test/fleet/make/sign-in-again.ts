import type { Emulator } from '../../../src/emulator/emulator.ts';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { toPlace } from '../console-user.ts';
import { drawPortrait, type Facts, type Portrait } from '../portrait/portrait.ts';
import type { Fleet } from './make-fleet.ts';

/**
 * Signs connectors of a rebuilt service in where no manifest can: by consent, or with the typed
 * credentials. Returns their number.
 */
export async function signInAgain(
  emulator: Emulator,
  before: Portrait,
  fleet: Fleet,
): Promise<number> {
  const caller = await signIn(emulator);
  const now = await drawPortrait(emulator);
  let count = 0;
  for (const account of emulator.control.dump().accounts) {
    const was: Facts = before.get(account.externalId) ?? new Map();
    const is: Facts = now.get(account.externalId) ?? new Map();
    for (const { id, name } of account.connectors) {
      const fact = `connectors/${name}/authenticated`;
      if (was.get(fact) !== 'true' || is.get(fact) === 'true') continue;
      count += 1;
      const AuthValue = findCredential(fleet, account.externalId, name);
      const isOauth = is.get(`connectors/${name}/authentication`)?.includes('(OAuth2)') === true;
      if (isOauth && AuthValue === null) {
        emulator.control.grantConsent({ account: account.id, connector: String(id) });
        continue;
      }
      const body = { AuthValue: AuthValue ?? 'of another type' };
      await put(caller.inside(account.id), `/account/connectors/${id}`, body);
    }
  }
  return count;
}

/** Typed credential of a connector; null after a consent. */
function findCredential({ secrets }: Fleet, account: string, name: string): string | null {
  const typed = secrets.get(toPlace(account, name, 'auth'));
  const password = secrets.get(toPlace(account, name, 'auth', 'password'));
  if (typed !== undefined) return typed;
  return password === undefined ? null : Buffer.from(`sync:${password}`).toString('base64');
}
