import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../../src/model/manifest/manifest.generated.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { openFixture } from '../../../worlds/fixture.ts';
import { addBudgets, type Budget, countKinds, makeBudget } from './budget.ts';
import { planOnWire, type Spent } from './plan-on-wire.ts';

// What a plan without anything to do asks of the service, request by request. The formula counts
// the manifests as they are written; `beyond` has the requests above it.

/** A fleet, what happens to it before it is planned, and what its plan costs beyond the formula. */
type Shape = {
  readonly title: string;
  readonly accounts: readonly WrittenAccount['spec'][];
  /** What was applied before, where it is not the same. */
  readonly appliedFirst?: readonly WrittenAccount['spec'][];
  readonly choices?: Partial<Choices>;
  /** How many accounts `--select` names; all are planned where it is left out. */
  readonly named?: number;
  readonly losesStore?: true;
  readonly beyond?: Budget;
};

const crm = { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'KEY' } } };
const files = { connector: { name: 'Sample File Store' }, properties: { rootFolder: '/in' } };
const storedFiles = { ...files, authentication: 'API key', auth: { apiKey: { env: 'KEY' } } };
const app = { connector: { name: 'Our App' }, auth: 'none' as const };
const mailer = { connector: { name: 'Sample Mailer' }, auth: { oauth: { user: 'it@a.example' } } };
const connectors = { crm, files: storedFiles };
const hourly = { state: 'active', schedule: { every: '1h' } } as const;

const full: WrittenCycle = {
  from: { template: 'Contacts to Files' },
  ...hourly,
  tags: ['a'],
  variables: { region: 'emea' },
  steps: {
    'List changed contacts': { parameters: { list: { option: 'Leads' } } },
    'Write file': {
      parameters: { overwrite: true },
      fields: {
        'Contact.Email': { step: 'List changed contacts', field: 'Contact.Email' },
        'Contact.Name': 'somebody',
      },
    },
  },
};
const bare: WrittenCycle = { from: { template: 'Contacts to Files' }, displayName: 'B', ...hourly };
const mapped: WrittenCycle = {
  ...bare,
  displayName: 'M',
  steps: { 'Write file': { fields: { 'Contact.Name': { variable: 'region' } } } },
};
const byWebhook: WrittenCycle = {
  from: { template: 'Orders to Files' },
  state: 'active',
  steps: { 'Write file': { fields: { '[orders].total': 'none' } } },
};
const twoSlots: WrittenCycle = {
  from: { template: 'CRM to CRM' },
  connectors: { 'Sample CRM': 'first', 'Sample CRM#2': 'second' },
  ...hourly,
  steps: { 'Get contact#2': { parameters: { list: { option: 'Leads' } } } },
};
const twoCrms = { first: crm, second: { ...crm, displayName: 'Second' } };
const waiting: WrittenCycle = { from: { template: 'Mail by webhook' }, state: 'active' };

/** A template whose slots are a native connector, called from outside, and one that a person signs in. */
const mailByWebhook = `
  - name: Mail by webhook
    steps:
      - name: Order received
        connector: Our App
      - name: Add subscriber
        connector: Sample Mailer
        fields:
          Email.Address: {step: Order received, field: id}
`;

const plain = { displayName: 'Plain', timezone: 'UTC' };
const rich = { ...plain, connectors, cycles: { full, bare } };

const shapes: readonly Shape[] = [
  { title: 'accounts and nothing in them', accounts: [plain, plain, plain] },
  { title: 'connectors without cycles', accounts: [{ connectors }, { connectors }, plain] },
  {
    title: 'a connectors key without an entry',
    accounts: [{ ...plain, connectors: {} }],
  },
  {
    title: 'cycles of which neither steps nor variables are managed',
    accounts: [{ connectors, cycles: { bare } }],
  },
  {
    title: 'cycles without a connectors key',
    appliedFirst: [{ connectors, cycles: { bare } }],
    accounts: [{ cycles: { bare } }],
  },
  { title: 'steps, variables, parameters and fields', accounts: [rich, rich, plain] },
  {
    title: 'a cycle that a webhook starts',
    accounts: [{ connectors: { app, files: storedFiles }, cycles: { 'by-webhook': byWebhook } }],
  },
  { title: '19 accounts by name', accounts: Array(19).fill(plain), named: 19 },
  { title: '20 accounts by name', accounts: Array(20).fill(plain), named: 20 },
  { title: 'one full account by name', accounts: [rich, rich], named: 1 },
  // Which variable a mapping means is told by the list of variables alone: it reads as a system name.
  {
    title: 'a mapping from a variable that is not managed',
    accounts: [{ connectors, cycles: { mapped } }],
    beyond: { variables: 1 },
  },
  // Edges say which of two steps of one name is the second, the export which steps share a slot.
  {
    title: 'slots and step names that repeat',
    accounts: [
      { connectors: twoCrms, cycles: { 'two-slots': twoSlots } },
      { connectors: twoCrms, cycles: { 'two-slots': twoSlots } },
    ],
    beyond: { edges: 2, export: 1 },
  },
  // Only its steps tell whether a cycle without a schedule can be started by itself.
  {
    title: 'a cycle without a schedule that waits for a person',
    accounts: [{ connectors: { app, mailer }, cycles: { waiting } }],
    beyond: { steps: 1 },
  },
  // A list of several pages is read until two readings agree.
  {
    title: 'a list of two pages',
    accounts: Array(101).fill(plain),
    choices: { maximumPageSize: 100 },
    beyond: { 'accounts page': 3 },
  },
  // Only an empty page says that a list is at its end, so that each has two, and two readings.
  {
    title: 'a service that does not count its pages',
    accounts: [{ connectors }],
    choices: { totalPagesHeader: 'absent' },
    beyond: { 'accounts page': 3, 'catalogue page': 3, 'templates page': 3, connectors: 3 },
  },
  // The list has the Ids that the service made; which one is whose is asked by the external id.
  {
    title: 'a lost store and accounts that have other Ids',
    accounts: [plain, plain],
    choices: { accountIds: 'guid' },
    losesStore: true,
    beyond: { account: 2 },
  },
  {
    title: 'accounts that have other Ids, which are remembered',
    accounts: [plain, plain],
    choices: { accountIds: 'guid' },
  },
  // 401 may mean an old token: a new one is asked for and tried before the header of an account is.
  {
    title: 'a catalogue that wants an account',
    appliedFirst: [plain, plain],
    accounts: [{ connectors }, { connectors }],
    choices: { catalogueNeedsAccount: 'yes' },
    beyond: { 'catalogue page': 2, 'sign-in': 1 },
  },
];

describe('a plan without anything to do asks for exactly what its budget says:', () => {
  it.each(shapes)('$title', async (shape) => {
    const spent = await spend(shape);
    const { named } = shape;
    const budget = makeBudget(
      named === undefined ? shape.accounts : shape.accounts.slice(0, named),
      named,
    );
    expect(countKinds(spent.requests)).toEqual(addBudgets(budget, shape.beyond ?? {}));
    expect(spent.reported).toBe(spent.requests.length);
  });

  it('nothing twice, where every list has one page', async () => {
    const { requests } = await spend({ title: '', accounts: [rich, rich, plain] });
    const lines = requests.map((one) => `${one.method} ${one.path}?${one.query} ${one.account}`);
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });

  it('bytes for each account within a bound, which the size of the fleet does not move', async () => {
    const [two, four, eight] = [await spendOnRich(2), await spendOnRich(4), await spendOnRich(8)];
    const early = makeCostOfOne(two, four);
    const late = makeCostOfOne(four, eight);
    // Its connectors and cycles; of the full cycle steps, variables, twice parameters, once fields.
    expect(late.requests).toBe(7);
    // An account, 2 connectors, 2 cycles, 3 steps, 1 variable, 4 parameters, 7 fields; 1 KB for each.
    expect(late.receivedBytes).toBeLessThan(7 * answerHeadBytes + 20 * 1000);
    expect(late.sentBytes).toBeLessThan(7 * requestBytes);
    expect(late.receivedBytes / early.receivedBytes).toBeCloseTo(1, 1);
    expect(late.sentBytes / early.sentBytes).toBeCloseTo(1, 1);
  });
});

/** Most bytes of a GET with its headers, and of the headers of an answer. */
const requestBytes = 320;
const answerHeadBytes = 250;

function spendOnRich(count: number): Promise<Spent> {
  return spend({ title: '', accounts: Array(count).fill(rich) });
}

/** What each account more adds. */
function makeCostOfOne(less: Spent, more: Spent) {
  const count = more.planned.length - less.planned.length;
  return {
    requests: (more.requests.length - less.requests.length) / count,
    sentBytes: (more.sentBytes - less.sentBytes) / count,
    receivedBytes: (more.receivedBytes - less.receivedBytes) / count,
  };
}

/** Makes a workplace, applies, and counts what the plan after it costs. There is nothing to do in it. */
async function spend(shape: Shape): Promise<Spent> {
  const { accounts, appliedFirst, choices, named } = shape;
  const fixture = await openFixture({
    world: `${quickstartWorldText}${mailByWebhook}`,
    manifests: writeManifests(appliedFirst ?? accounts),
    secrets: { KEY: 'a-key-not-a-secret' },
    ...(choices === undefined ? {} : { choices }),
  });
  await fixture.apply();
  if (appliedFirst !== undefined) {
    for (const [path, text] of Object.entries(writeManifests(accounts)))
      fixture.manifests.set(path, text);
    await fixture.apply();
  }
  if (shape.losesStore) fixture.loseStore();
  const names = accounts.slice(0, named).map((_, index) => `account=${nameAccount(index)}`);
  const spent = await planOnWire(fixture, named === undefined ? undefined : names);
  await fixture.close();
  expect(spent.planned.map(listWork)).toEqual(Array(named ?? accounts.length).fill([]));
  return spent;
}

function listWork(account: PlannedAccount): readonly unknown[] {
  return account.kind === 'planned' ? account.plan.operations : account.diagnostics;
}

function writeManifests(accounts: readonly WrittenAccount['spec'][]): Record<string, string> {
  return Object.fromEntries(
    accounts.map((spec, index) => {
      const name = nameAccount(index);
      const manifest = {
        apiVersion: 'cyclectl/v1',
        kind: 'Account',
        metadata: { name },
        spec: { id: `${name}.example`, ...spec },
      };
      return [`accounts/${name}.yaml`, stringify(manifest, { aliasDuplicateObjects: false })];
    }),
  );
}

function nameAccount(index: number): string {
  return `account-${String(index + 1).padStart(3, '0')}`;
}
