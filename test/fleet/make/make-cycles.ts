import type { Answer } from '../../emulator/support/start-emulator.ts';
import { type ConsoleAccount, send } from '../console-user.ts';
import { type LiveStep, readSteps } from '../portrait/read-steps.ts';
import { fleetWorld } from './fleet-world.ts';
import { dealName, dealText } from './hard-texts.ts';
import { makeMappings } from './make-mappings.ts';
import { startInConsole } from './start-in-console.ts';

const tags = [[], ['eu'], ['- a: b', 'ü, ö', '#1'], ['null', 'true', '007'], ['us', 'eu', 'all']];
const hours = [
  {},
  {},
  { StepDataSuccessRetentionHours: 0, StepDataErroredRetentionHours: 744 },
  { StepDataErroredRetentionHours: 24 },
];

/** Makes some cycles, most of them of templates, and leaves them as people do. */
export async function makeCycles(account: ConsoleAccount, count: number): Promise<void> {
  const taken = new Set<string>();
  for (let left = count; left > 0; left -= 1) {
    taken.add(await settle(account, await makeCycle(account), taken));
  }
  if (account.fleetUser.decks.deal('deleted', [true, false, false, false]))
    await leaveDeleted(account);
  if (account.fleetUser.decks.deal('by nobody', [true, false, false, false, false])) {
    await send(account.caller, 'POST', '/cycles', { Name: 'Begun and left', Tags: ['draft'] });
  }
}

type Made = { readonly cycle: Answer['body']; readonly slots: readonly string[] };

async function makeCycle({ fleetUser, caller }: ConsoleAccount): Promise<Made> {
  const { decks, templates } = fleetUser;
  const isImported = decks.deal('from', [true, ...Array<boolean>(11).fill(false)]);
  const template = decks.deal(isImported ? 'imported' : 'template', templates);
  const slots = listSlots(template);
  if (!isImported) {
    const cycle = await send(caller, 'POST', `/templates/${template.Id}/install`, {});
    return { cycle, slots };
  }
  const file = await send(caller, 'GET', `/templates/${template.Id}/export`);
  return { cycle: await send(caller, 'POST', '/cycles/import', file), slots };
}

/** Connectors of a template's steps, in order of execution. */
function listSlots({ Name, Tags }: Answer['body']): readonly string[] {
  const found = fleetWorld.templates?.find(
    ({ name, tags = [] }) => name === Name && tags.join() === Tags.join(),
  );
  return found?.steps.map(({ connector }) => connector) ?? [];
}

const settings = [
  {},
  { StepErrorAction: 'Retry', LogStepDataRequests: false },
  {},
  { StepErrorAction: 'Ignore', CollectionSplitType: 'First', Shareable: true },
  { CollectionSplitType: 'None', LogStepDataRequests: true, Shareable: false },
];

/** Gives a cycle what people change in one, and gives its name. */
async function settle(
  account: ConsoleAccount,
  { cycle: made, slots }: Made,
  taken: ReadonlySet<string>,
): Promise<string> {
  const { caller } = account;
  const { decks } = account.fleetUser;
  const wanted = dealName(decks, 'cycle name', [made.Name, made.Name, 'Sales → Support']);
  let Name = wanted;
  for (let twin = 2; taken.has(Name); twin += 1) Name = `${wanted} ${twin}`;
  const Description = dealText(decks, 'cycle description');
  const Tags = decks.deal('tags', [undefined, ...tags]);
  await send(caller, 'PUT', `/cycles/${made.Id}`, {
    ...(Name === made.Name ? {} : { Name }),
    ...(Description === null ? {} : { Description }),
    ...(Tags === undefined ? {} : { Tags }),
    ...decks.deal('cycle retention', hours),
    // By its id, so that the decks stay as the seed of the suite draws them.
    ...settings[made.Id.charCodeAt(0) % settings.length],
  });
  await setVariables(account, made.Id);
  const steps = await readSteps(caller, made.Id);
  await chooseConnectors(account, steps, slots);
  await makeMappings(account, { id: made.Id, name: Name, steps });
  await startInConsole(account, made.Id, steps);
  return Name;
}

const values = [
  'emea',
  '',
  '007',
  'true',
  '15',
  ' x ',
  'a: b #c',
  'two\nlines',
  'it\'s "ü"',
  '- x',
];

async function setVariables({ caller, fleetUser }: ConsoleAccount, cycle: string): Promise<void> {
  const variables: Answer['body'][] = await send(
    caller,
    'GET',
    `/cycles/${cycle}/variables?orderBy=name`,
  );
  const changed = variables.flatMap(({ SystemName }) => {
    const Value = fleetUser.decks.deal('variable', [null, null, null, ...values]);
    return Value === null ? [] : [{ SystemName, Value }];
  });
  if (changed.length > 0) await send(caller, 'PATCH', `/cycles/${cycle}/variables`, changed);
}

/** The install took the oldest of a kind for all slots; where there are more, each slot gets one of them. */
async function chooseConnectors(
  { caller, fleetUser }: ConsoleAccount,
  steps: readonly LiveStep[],
  slots: readonly string[],
): Promise<void> {
  const installed: Answer['body'][] = await send(
    caller,
    'GET',
    '/account/connectors?pageSize=1000',
  );
  const chosen = new Map<string, number>();
  for (const [index, step] of steps.entries()) {
    const slot = slots[index] ?? '';
    const kind = slot.replace(/#\d$/, '');
    const ofKind = installed.filter(({ Connector }) => Connector.Name === kind);
    const Id = chosen.get(slot) ?? fleetUser.decks.deal('slot', ofKind).Id;
    chosen.set(slot, Id);
    if (Id === step.AccountConnector.Id) continue;
    const AccountConnector = { Id };
    await send(caller, 'PUT', `/cycles/${step.CycleId}/steps/${step.Id}`, { AccountConnector });
  }
}

async function leaveDeleted({ fleetUser, caller }: ConsoleAccount): Promise<void> {
  const template = fleetUser.decks.deal('deleted one', fleetUser.templates);
  const { Id } = await send(caller, 'POST', `/templates/${template.Id}/install`, {});
  await send(caller, 'DELETE', `/cycles/${Id}`, {});
}
