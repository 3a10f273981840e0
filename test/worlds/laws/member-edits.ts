import type { Address } from '../../../src/model/address.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import { type Caller, put, signIn } from '../../emulator/support/start-emulator.ts';
import {
  type DumpedAccount,
  type DumpedConnector,
  type DumpedCycle,
  findDumped,
} from '../console/dumped.ts';
import type { TestFixture } from '../fixture.ts';
import type { Draw } from '../generate/draw.ts';
import { listContentEdits } from './content-edits.ts';
import { whileStopped } from './cycle-touches.ts';
import { toSegment } from './live-facts.ts';

/** An edit by hand of one member of an object, managed or not. */
export type MemberEdit = {
  readonly address: Address;
  /** The kind of the object and its path, properties as `*`: a row of the table of members. */
  readonly row: string;
  readonly path: string;
  /** False for a member of a running cycle. */
  readonly isAtRest: boolean;
  /** False where the service took nothing of it. */
  make(): Promise<boolean>;
};

export type Room = {
  readonly caller: Caller;
  readonly account: DumpedAccount;
  /** A text that no one has yet, and a number of 1 to 700. */
  readonly text: string;
  readonly hours: number;
};

/** Makes some edits by hand in an account, and gives the rows that the service took. */
export async function editMembers(
  fixture: TestFixture,
  draw: Draw,
  { account, key = 'northwind' }: { readonly account: string; readonly key?: string },
): Promise<readonly string[]> {
  const caller = (await signIn(fixture.emulator)).inside(account);
  const made: string[] = [];
  const tried = new Set<string>();
  for (let nth = 0; nth < draw.int(0, 8); nth += 1) {
    const dumped = findDumped(fixture.emulator, account);
    if (dumped === null) return made;
    const { objects } = await fixture.store.readState(key);
    const edits = listMemberEdits(objects.values(), {
      caller,
      account: dumped,
      text: `hand ${nth}`,
      hours: 500 + nth,
    });
    // Each row is as likely as another, however many members it has.
    const rows = [...Map.groupBy(edits, ({ row }) => row).values()];
    const own = rows[draw.int(0, Math.max(0, rows.length - 1))] ?? [];
    const edit = own[draw.int(0, Math.max(0, own.length - 1))];
    if (edit === undefined || tried.has(`${edit.address} ${edit.row}`)) continue;
    tried.add(`${edit.address} ${edit.row}`);
    if (await edit.make()) made.push(edit.row);
  }
  return made;
}

/** Rows whose change disturbs nothing but the member: no name, sign-in, start or address of a webhook. */
const harmless = /^(?:account|connector|cycle) (?!displayName|auth$|state$|errorWebhook\/)/;

/** Makes some edits by hand that no line of a manifest has, of cycles at rest alone. */
export async function editUnwritten(
  { emulator, store }: Pick<TestFixture, 'emulator' | 'store'>,
  draw: Pick<Draw, 'int'>,
  {
    key,
    account,
    lines,
  }: {
    readonly key: string;
    readonly account: DumpedAccount;
    readonly lines: ReadonlySet<string>;
  },
): Promise<readonly string[]> {
  const caller = (await signIn(emulator)).inside(account.id);
  const { objects } = await store.readState(key);
  const made: string[] = [];
  for (let left = draw.int(1, 3); left > 0; left -= 1) {
    const hours = draw.int(1, 700);
    const room = { caller, account, text: `beside ${hours}`, hours };
    const edits = listMemberEdits(objects.values(), room).filter(
      ({ address, row, path, isAtRest }) =>
        harmless.test(row) && isAtRest && !lines.has(`${address}/${path}`),
    );
    const edit = edits[draw.int(0, Math.max(0, edits.length - 1))];
    if (edit !== undefined && (await edit.make())) made.push(edit.row);
  }
  return made;
}

/** Unmanaged changes that drift finds. */
export async function listUnmanaged(fixture: TestFixture): Promise<readonly DriftItem[]> {
  return (await fixture.drift()).flatMap((each) =>
    each.kind === 'read' ? each.items.filter(({ kind }) => kind === 'unmanaged') : [],
  );
}

/** The address of a drift item with its path. */
export function toItemName({ address, path }: Pick<DriftItem, 'address' | 'path'>): string {
  return path === null ? address : `${address}/${path}`;
}

/** The addresses of a drift item and of the changes that came with it. */
export function listItemNames({
  address,
  path,
  parts = [],
  unmanaged,
}: Pick<DriftItem, 'address' | 'path' | 'parts' | 'unmanaged'>): readonly string[] {
  const names = parts.map((part) => `${address}/${part.path}`);
  return unmanaged?.isUpgrade === true ? names : [toItemName({ address, path }), ...names];
}

/** All edits by hand of compared members, of the objects that some records bind. */
export function listMemberEdits(
  records: Iterable<ObjectRecord>,
  room: Room,
): readonly MemberEdit[] {
  return [...records].flatMap((record): readonly MemberEdit[] => {
    if (record.kind === 'account') return listAccountEdits(record, room);
    if (record.kind === 'connector') {
      const live = room.account.connectors.find(({ id }) => String(id) === record.remoteId);
      return live === undefined ? [] : listConnectorEdits(record, live, room);
    }
    const live = room.account.cycles.find(({ id }) => id === record.remoteId);
    return live === undefined ? [] : listCycleEdits(record, live, room);
  });
}

function listAccountEdits(
  record: ObjectRecord,
  { caller, account, text, hours }: Room,
): MemberEdit[] {
  const url = account.webhookUrl ?? 'https://hooks.example.com/hand';
  return listEdits(
    record,
    { caller, path: `/accounts/${account.id}` },
    {
      displayName: { Name: text },
      description: { Description: text },
      timezone: { Timezone: account.timezone === 'Asia/Tokyo' ? 'Asia/Seoul' : 'Asia/Tokyo' },
      auditInfo: { AuditInfo: text },
      taskAuditInfo: { TaskAuditInfo: text },
      'retention/successHours': { StepDataSuccessRetentionHours: hours },
      'retention/erroredHours': { StepDataErroredRetentionHours: hours },
      'errorWebhook/enabled': {
        TransactionErrorWebhookEnabled: !account.webhookEnabled,
        TransactionErrorWebhookUrl: url,
      },
      'errorWebhook/url': { TransactionErrorWebhookUrl: `https://hooks.example.com/${hours}` },
      'errorWebhook/includeWarnings': {
        TransactionErrorWebhookIncludeWarnings: !account.webhookIncludeWarnings,
      },
    },
  );
}

function listConnectorEdits(
  record: ObjectRecord,
  live: DumpedConnector,
  { caller, text }: Room,
): MemberEdit[] {
  const { address } = record;
  const path = `/account/connectors/${live.id}`;
  const off = {
    address,
    row: 'connector auth',
    path: 'auth',
    isAtRest: true,
    make: async () => (await put(caller, `${path}/deauthenticate`, {})).status === 200,
  };
  return [
    ...listEdits(
      record,
      { caller, path },
      {
        displayName: { Name: text },
        description: { Description: text },
      },
    ),
    ...(live.isAuthenticated ? [off] : []),
    ...addedProperty(record, live, { caller, text, path }),
    ...live.properties.map(({ id, name }) => ({
      address,
      row: 'connector properties/*',
      path: `properties/${toSegment(name)}`,
      isAtRest: true,
      make: async () => {
        const body = { Name: name, Value: text };
        return (await put(caller, `${path}/properties/${id}`, body)).status === 200;
      },
    })),
  ];
}

// A property that nobody has set yet.
function addedProperty(
  { address }: ObjectRecord,
  live: DumpedConnector,
  { caller, text, path }: Pick<Room, 'caller' | 'text'> & { readonly path: string },
): MemberEdit[] {
  const name = ['region', 'port', 'rootFolder'].find((each) =>
    live.properties.every((property) => property.name !== each),
  );
  if (name === undefined) return [];
  const make = async () => {
    const { status } = await caller.call('POST', `/v1.0${path}/properties`, {
      Name: name,
      Value: text,
    });
    return status === 200;
  };
  return [
    { address, row: 'connector properties/*', path: `properties/${name}`, isAtRest: true, make },
  ];
}

function listCycleEdits(record: ObjectRecord, live: DumpedCycle, room: Room): MemberEdit[] {
  const { address } = record;
  const { caller, text, hours } = room;
  const { stepErrorAction, collectionSplitType, logStepDataRequests, shareable, tags } = live;
  const own = listEdits(
    record,
    { caller, path: `/cycles/${live.id}` },
    {
      displayName: { Name: text },
      description: { Description: text },
      tags: { Tags: [...tags, text] },
      'retention/successHours': { StepDataSuccessRetentionHours: hours },
      'retention/erroredHours': { StepDataErroredRetentionHours: hours },
      errorAction: { StepErrorAction: stepErrorAction === 'Retry' ? 'Ignore' : 'Retry' },
      collectionSplit: { CollectionSplitType: collectionSplitType === 'First' ? 'None' : 'First' },
      logRequests: { LogStepDataRequests: !logStepDataRequests },
      shareable: { Shareable: !shareable },
    },
  );
  const stop = {
    address,
    row: 'cycle state',
    path: 'state',
    isAtRest: false,
    make: async () => (await put(caller, `/cycles/${live.id}/deactivate`)).status === 200,
  };
  return [
    ...[...own, ...listContentEdits(record, live, room)].map((edit) => ({
      ...edit,
      isAtRest: live.status !== 'Active',
      make: () => whileStopped({ caller, live }, edit.make),
    })),
    ...(live.status === 'Active' ? [stop, ...otherInterval(record, live, caller)] : []),
  ];
}

// Another interval of the list, from the same start.
function otherInterval(
  { address }: ObjectRecord,
  { id, activation }: DumpedCycle,
  caller: Caller,
): MemberEdit[] {
  if (activation === null || activation.intervalMinutes === null) return [];
  const Interval = activation.intervalMinutes === 60 ? 120 : 60;
  const make = async () => {
    await put(caller, `/cycles/${id}/deactivate`);
    const StartTime = new Date(activation.startAtMs).toISOString();
    return (await put(caller, `/cycles/${id}/activate`, { StartTime, Interval })).status === 200;
  };
  return [{ address, row: 'cycle schedule', path: 'schedule', isAtRest: false, make }];
}

function listEdits(
  { address, kind }: ObjectRecord,
  { caller, path }: { readonly caller: Caller; readonly path: string },
  bodies: Readonly<Record<string, unknown>>,
): MemberEdit[] {
  return Object.entries(bodies).map(([field, body]) => ({
    address,
    row: `${kind} ${field}`,
    path: field,
    isAtRest: true,
    make: async () => (await put(caller, path, body)).status === 200,
  }));
}
