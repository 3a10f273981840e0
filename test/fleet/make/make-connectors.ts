import type { Answer } from '../../emulator/support/start-emulator.ts';
import { type ConsoleAccount, type FleetUser, send, toPlace, typeSecret } from '../console-user.ts';
import { type AuthCard, type ConnectorCard, connectorCards } from './connector-cards.ts';
import { dealName, dealText } from './hard-texts.ts';

/** Installs some connectors, of which several may be of one kind. */
export async function makeConnectors(account: ConsoleAccount, count: number): Promise<void> {
  const { decks } = account.fleetUser;
  const taken = new Set<string>();
  for (let left = count; left > 0; left -= 1) {
    const card = decks.deal('connector', connectorCards);
    const usual = [card.kind, card.kind, 'CRM', 'crm', 'Warehouse (EU)'];
    const wanted = dealName(decks, 'connector name', usual);
    let name = wanted;
    for (let twin = 2; taken.has(name); twin += 1) name = `${wanted} ${twin}`;
    taken.add(name);
    await installInConsole(account, card, name);
  }
}

async function installInConsole(
  consoleAccount: ConsoleAccount,
  card: ConnectorCard,
  name: string,
): Promise<void> {
  const { fleetUser, caller, account } = consoleAccount;
  const release = findRelease(fleetUser, card);
  const type = release.Authentication.find(
    (each: Answer['body']) => each.AuthName === card.authentication,
  );
  const Description = dealText(fleetUser.decks, 'connector description');
  const { Id } = await send(caller, 'POST', `/connectors/${release.Id}/install`, {
    Name: name,
    ...(Description === null ? {} : { Description }),
    ...(type === undefined ? {} : { AuthenticationId: type.Id }),
    ...writeCredential(consoleAccount, card.auth, name),
    Properties: drawProperties(consoleAccount, { name, release, auth: card.auth }),
  });
  if (card.auth === 'consent')
    fleetUser.emulator.control.grantConsent({ account, connector: String(Id) });
  if (fleetUser.decks.deal('category', [true, false, false, false])) {
    const Name = dealName(fleetUser.decks, 'category name', ['Own things']);
    await send(caller, 'POST', `/account/connectors/${Id}/customcategories`, { Name });
  }
}

function findRelease({ releases }: FleetUser, card: ConnectorCard): Answer['body'] {
  const fitting = releases
    .filter(({ Name, ReleaseStatus }) => Name === card.kind && ReleaseStatus === 'Live')
    .filter(({ Version }) => card.version === undefined || Version === card.version)
    .sort((left, right) => (left.Version < right.Version ? -1 : 1));
  return fitting.at(-1);
}

/** Credential that a user types for a connector. */
export function writeCredential(
  { fleetUser, account }: ConsoleAccount,
  auth: AuthCard,
  name: string,
): { readonly AuthValue?: string } {
  if (auth === 'key' || auth === 'tokens') {
    return { AuthValue: typeSecret(fleetUser, toPlace(account, name, 'auth')) };
  }
  if (auth !== 'basic') return {};
  const password = typeSecret(fleetUser, toPlace(account, name, 'auth', 'password'));
  fleetUser.secrets.set(toPlace(account, name, 'auth', 'username'), 'sync');
  return { AuthValue: Buffer.from(`sync:${password}`).toString('base64') };
}

const texts = ['/orders', 'two words', 'a: b #c', 'true', '0022', '22', '', "it's", 'ünï', ' x '];

function drawProperties(
  { fleetUser, account }: ConsoleAccount,
  at: { readonly name: string; readonly release: Answer['body']; readonly auth: AuthCard },
): { readonly Name: string; readonly Value: string | null }[] {
  const offered: Answer['body'][] = at.release.Parameters;
  return offered
    .filter((each) => each.IsAccountConnectorProperty)
    .flatMap(({ TargetName: Name, IsSensitive, IsOptional, Values }) => {
      const isLacking = at.auth === 'fields lacking' && Name === 'token';
      const isNeeded = at.auth === 'fields' && !IsOptional;
      const isSet = isNeeded || fleetUser.decks.deal('has property', [true, true, false]);
      if (isLacking || !isSet) return [];
      if (IsSensitive) {
        return [
          { Name, Value: typeSecret(fleetUser, toPlace(account, at.name, 'properties', Name)) },
        ];
      }
      const menu =
        Values?.length > 0 ? Values : Name === 'domain' ? ['desk.example.com'] : [...texts, null];
      return [{ Name, Value: fleetUser.decks.deal(`property ${Name}`, menu) }];
    });
}
