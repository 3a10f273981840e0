import { type FleetUser, send } from '../console-user.ts';
import { dealName, dealText } from './hard-texts.ts';

const idForms = ['free', 'guid', 'none', 'domain', 'odd', 'upper'] as const;
// Two are equal, and the others give the same key.
const plainNames = [
  'Northwind Traders',
  'Northwind Traders',
  'NORTHWIND  traders!',
  'Größe · Łódź',
];
const zones = [null, 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC'];
const hours = [
  {},
  { StepDataSuccessRetentionHours: 0, StepDataErroredRetentionHours: 0 },
  { StepDataSuccessRetentionHours: 744, StepDataErroredRetentionHours: null },
  { StepDataSuccessRetentionHours: null, StepDataErroredRetentionHours: 12 },
  // It is lowered to 744 in silence.
  { StepDataSuccessRetentionHours: 9000, StepDataErroredRetentionHours: 1 },
];
const on = { TransactionErrorWebhookEnabled: true };
const url = 'https://hooks.example.com/fleet?a=1&b=%20#part';
const webhooks = [
  [],
  [{ ...on, TransactionErrorWebhookUrl: url }],
  [
    {
      ...on,
      TransactionErrorWebhookUrl: 'http://hooks.example.com:8080/errors',
      TransactionErrorWebhookIncludeWarnings: true,
    },
  ],
  // The service prepends https://.
  [{ ...on, TransactionErrorWebhookUrl: 'hooks.example.com/plain' }],
  // Off again: the address stays stored.
  [
    { ...on, TransactionErrorWebhookUrl: url, TransactionErrorWebhookIncludeWarnings: true },
    { TransactionErrorWebhookEnabled: false },
  ],
];
const beyond = [{}, {}, {}, { AuditInfo: 'who: #1' }, { TaskAuditInfo: 'tasks' }];

/**
 * Makes the account of a place in the fleet, turns its knobs one after the other, and gives its Id. Each
 * fifth is a sub account of `parent`.
 */
export async function makeAccount(
  { caller, decks }: FleetUser,
  index: number,
  parent: string | null,
): Promise<string> {
  const Id = writeId(decks.deal('account id', idForms), index);
  const isChild = parent !== null && decks.deal('sub account', [true, false, false, false, false]);
  const made = await send(caller, 'POST', '/accounts', {
    ...(Id === null ? {} : { Id }),
    Name: dealName(decks, 'account name', plainNames),
    ...decks.deal('beyond', beyond),
    ...(isChild ? { ParentAccountId: parent } : {}),
  });
  const Timezone = decks.deal('zone', zones);
  const Description = dealText(decks, 'account description');
  const edits = [
    ...(Timezone === null ? [] : [{ Timezone }]),
    ...(Description === null ? [] : [{ Description }]),
    decks.deal('retention', hours),
    ...decks.deal('webhook', webhooks),
  ];
  for (const edit of edits)
    await send(caller, 'PUT', `/accounts/${encodeURIComponent(made.Id)}`, edit);
  return made.Id;
}

function writeId(form: (typeof idForms)[number], index: number): string | null {
  const digits = String(index).padStart(4, '0');
  switch (form) {
    case 'guid':
      return `0b5f3c9e-1c2d-4e5f-8a9b-00000000${digits}`;
    case 'domain':
      return `fleet-${digits}.example`;
    case 'odd':
      return `~odd(${digits})'*%2F=&+,;:@!$|`;
    case 'upper':
      return `FLEET-${digits}`;
    case 'none':
      return null;
    case 'free':
      return `fleet-${digits}`;
  }
}
