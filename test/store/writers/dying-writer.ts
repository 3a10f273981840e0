import type { Address } from '../../../src/model/address.ts';
import { SecretValue } from '../../../src/model/secret/secret.ts';
import type { ObjectRecord, StateChange } from '../../../src/model/state/account-state.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';

/**
 * Writer process. Arguments: file or database address, then `forever` (writes until killed,
 * printing each durable change), `at N` (kills itself at row N), or `race N ACCOUNT` (waits for
 * input, then writes to FILE1 … FILEN).
 */
const [file = '', how, number, account = 'northwind'] = process.argv.slice(2);
const rows = 6;

function makeObject(key: string, round: number): ObjectRecord {
  return {
    address: `${account}/connectors/${key}` as Address,
    kind: 'connector',
    remoteId: String(round),
    applied: {},
    run: null,
  };
}

/** A change whose rows all carry its number. */
function makeChange(round: number): StateChange {
  const saveObjects = Array.from({ length: rows }, (_, index) => makeObject(`${index}`, round));
  const address = `${account}/cycles/contacts` as Address;
  const kind = 'cycle' as const;
  const pause = { address, sent: null, pausedAt: '2026-12-01T05:00:00Z', reason: '' } as const;
  const create = { address, kind, idsBefore: [], connectorIdsBefore: [] } as const;
  return {
    account,
    saveObjects,
    openCreates: [{ ...create, begunAt: '2026-12-01T05:00:00Z', name: `${round}` }],
    openPauses: [{ ...pause, cycleId: `${round}`, schedule: { kind: 'webhook' } }],
  };
}

async function open(place: string) {
  if (!place.startsWith('postgres:')) return openSqliteStore({ file: place });
  return openPostgresStore({ url: new SecretValue(place), scope: 'northwind/prod' });
}

async function writeForever(): Promise<never> {
  const store = await open(file);
  for (let round = 1; ; round += 1) {
    await store.update(makeChange(round));
    process.stdout.write(`${round}\n`);
    // Lets the pipe drain; without it nothing would ever leave.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function dieWithin(row: number): Promise<void> {
  const store = await open(file);
  await store.update(makeChange(1));
  const saveObjects = makeChange(2).saveObjects ?? [];
  const dying = saveObjects.map((object, index) =>
    index === row ? Object.defineProperty({ ...object }, 'remoteId', { get: die }) : object,
  );
  await store.update({
    ...makeChange(2),
    deleteObjects: [makeObject('0', 1).address],
    saveObjects: dying,
  });
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

async function race(files: number): Promise<void> {
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.destroy();
  for (let index = 1; index <= files; index += 1) {
    const store = await open(`${file}${index}`);
    await store.update(makeChange(index));
    await store.update({ account: 'shared', saveObjects: [makeObject('crm', index)] });
    await store.close();
  }
}

if (how === 'forever') await writeForever();
else if (how === 'at') await dieWithin(Number(number));
else await race(Number(number));
