import type { Answer } from '../../emulator/support/start-emulator.ts';
import { type ConsoleAccount, send, toPlace, typeSecret } from '../console-user.ts';
import { type LiveStep, readSteps } from '../portrait/read-steps.ts';
import { writeCredential } from './make-connectors.ts';

const minutes = [1, 5, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 10080];
const often = minutes.map((Interval) => ({ sort: 'start' as const, Interval }));
const activities = [
  ...often,
  ...minutes.slice(3).map(() => ({ sort: 'leave' as const })),
  { sort: 'start' as const, Interval: 60, StartTime: '2099-12-24T01:00:00Z' },
  { sort: 'start' as const, Interval: 1440, StartTime: '2020-02-29T23:59:59Z' },
  { sort: 'start' as const, RunOnce: true, StartTime: '2099-01-01T00:00:00Z' },
  { sort: 'start' as const, RunOnce: true },
  { sort: 'stop' as const, Interval: 15 },
];

const webhookActivities = (['start', 'leave', 'stop'] as const).map((sort) => ({ sort }));

/** Leaves a new cycle as it is, or gives it what it lacks and starts it; `steps` are its steps in order. */
export async function startInConsole(
  account: ConsoleAccount,
  cycle: string,
  steps: readonly LiveStep[],
): Promise<void> {
  const { decks } = account.fleetUser;
  const isWebhook = steps[0].Method.MethodType === 'Webhook';
  const { sort, ...activation } = isWebhook
    ? decks.deal('activity of a webhook', webhookActivities)
    : decks.deal('activity', activities);
  if (sort === 'leave') return;
  const lacking: Answer['body'][] = await send(
    account.caller,
    'GET',
    `/cycles/${cycle}/prerequisites`,
  );
  for (const { ObjectType, ObjectId } of lacking) {
    if (ObjectType === 'AccountConnector') await authenticate(account, ObjectId);
    else {
      const own = await send(account.caller, 'GET', `/steps/${ObjectId}/prerequisites`);
      for (const { ObjectType: kind, ObjectId: id } of own)
        await fill(account, cycle, { isParameter: kind === 'Parameter', id });
    }
  }
  await send(account.caller, 'PUT', `/cycles/${cycle}/activate`, activation);
  if (sort === 'stop') await send(account.caller, 'PUT', `/cycles/${cycle}/deactivate`, {});
}

/** A text for what must have a value and has none. */
async function fill(
  { caller }: ConsoleAccount,
  cycle: string,
  lacking: { readonly isParameter: boolean; readonly id: number },
): Promise<void> {
  const [word, slot] = lacking.isParameter
    ? (['parameters', 'Parameters'] as const)
    : (['fieldmappings', 'RequestFields'] as const);
  const step = (await readSteps(caller, cycle)).find(({ Method }) =>
    Method[slot].some(({ Id }: Answer['body']) => Id === lacking.id),
  );
  const given = { MappingType: 'StaticValue', Value: 'given at last' };
  await send(caller, 'PUT', `/steps/${step.Id}/${word}/${lacking.id}`, given);
}

/** Signs in a connector that waits; each of them has the type that its kind has by default. */
async function authenticate(consoleAccount: ConsoleAccount, id: number): Promise<void> {
  const { caller, fleetUser, account } = consoleAccount;
  const path = `/account/connectors/${id}`;
  const { Name, Connector, Properties } = await send(caller, 'GET', path);
  const release = fleetUser.releases.find((each) => each.Id === Connector.Id);
  const { AuthType } = release.Authentication.find((each: Answer['body']) => each.IsDefault);
  if (AuthType === 'OAuth2') {
    fleetUser.emulator.control.grantConsent({ account, connector: String(id) });
    return;
  }
  if (AuthType !== 'AuthFields') {
    await send(
      caller,
      'PUT',
      path,
      writeCredential(consoleAccount, AuthType === 'Basic' ? 'basic' : 'key', Name),
    );
    return;
  }
  const has = (name: string) => Properties.some((each: Answer['body']) => each.Name === name);
  if (!has('domain')) {
    await send(caller, 'POST', `${path}/properties`, { Name: 'domain', Value: 'desk.example.com' });
  }
  if (!has('token')) {
    const Value = typeSecret(fleetUser, toPlace(account, Name, 'properties', 'token'));
    await send(caller, 'POST', `${path}/properties`, { Name: 'token', Value });
  }
}
