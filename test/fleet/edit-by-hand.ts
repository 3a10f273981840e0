import type { Emulator } from '../../src/emulator/emulator.ts';
import type { Address } from '../../src/model/address.ts';
import { contentLists } from '../../src/model/observed/contents.ts';
import type { ObjectRecord } from '../../src/model/state/account-state.ts';
import { signIn } from '../emulator/support/start-emulator.ts';
import type { DumpedAccount } from '../worlds/console/dumped.ts';
import { listContentFacts, listFacts } from '../worlds/laws/live-facts.ts';
import { listMemberEdits } from '../worlds/laws/member-edits.ts';

/** Changes made by hand: how many members moved in each account, and of which rows. */
export type HandEdits = {
  readonly moved: ReadonlyMap<string, number>;
  readonly rows: ReadonlySet<string>;
};

/** Edits one member after the other of a fleet by hand, each row in its turn, of any object. */
export async function editFleet(emulator: Emulator, edits: number): Promise<HandEdits> {
  const person = await signIn(emulator);
  const before = new Map(list(emulator).map((account) => [account.externalId, account]));
  const rows = new Set<string>();
  const touched = new Set<string>();
  const keys = [...before.keys()];
  for (let nth = 0; rows.size + touched.size < edits * 4 && nth < edits * 20; nth += 1) {
    if (touched.size >= edits) break;
    const account = list(emulator).find(({ externalId }) => externalId === keys[nth % keys.length]);
    if (account === undefined) continue;
    const room = { caller: person.inside(account.id), account, text: `by hand ${nth}`, hours: 300 };
    const all = listMemberEdits(toRecords(account), room).filter(
      // A rename, a sign-out and a stop move more than one member.
      ({ row }) => !/displayName|auth$|state$|errorWebhook/.test(row),
    );
    const fresh = all.filter(({ row }) => !rows.has(row));
    const some = (fresh.length > 0 ? fresh : all).filter(
      ({ address, path }) => !touched.has(`${address} ${path}`),
    );
    const edit = some[(nth * 7) % Math.max(1, some.length)];
    if (edit === undefined || !(await edit.make())) continue;
    rows.add(edit.row);
    touched.add(`${edit.address} ${edit.path}`);
  }
  const moved = list(emulator).map((account): [string, number] => {
    const was = before.get(account.externalId);
    return [account.externalId, was === undefined ? 0 : countMoved(was, account)];
  });
  return { moved: new Map(moved.filter(([, count]) => count > 0)), rows };
}

function list(emulator: Emulator): readonly DumpedAccount[] {
  return emulator.control.dump().accounts;
}

function toRecords(account: DumpedAccount): ObjectRecord[] {
  const record = (kind: ObjectRecord['kind'], id: string | number): ObjectRecord => ({
    address: `${account.externalId} ${kind} ${id}` as Address,
    kind,
    remoteId: String(id),
    applied: {},
    run: null,
  });
  return [
    record('account', account.externalId),
    ...account.connectors.map(({ id }) => record('connector', id)),
    // Each was looked at whole when the fleet was brought in.
    ...account.cycles.map(({ id }) => ({
      ...record('cycle', id),
      baseline: { [contentLists.steps]: { kind: 'plain' as const, value: [] } },
    })),
  ];
}

function countMoved(before: DumpedAccount, after: DumpedAccount): number {
  const [was, is] = [readFacts(before), readFacts(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => was.get(name) !== is.get(name)).length;
}

// What is inside a cycle is told once, by the paths of members.
function readFacts(account: DumpedAccount): ReadonlyMap<string, string> {
  const own = [...listFacts(account)].filter(
    ([name]) => !/^\S* (?:steps|variables|connectors)\//.test(name),
  );
  return new Map([...own, ...listContentFacts(account)]);
}
