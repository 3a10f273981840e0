import { expect, it } from 'vitest';
import { type Address, isWithin } from '../../../../src/model/address.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import {
  applyAll,
  listLeft,
  listWrites,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

const law =
  'what is accepted is no drift any more, and all other drift is what it was, before and after an apply';
const file = 'test/features/operations/accept/accept.properties.test.ts';

/** Values that a person may type. */
const texts = ['by hand', 'password=hunter2-8812', 'ghp_abcdefghij0123456789', '-', 'ä → "b"\n'];
/** What no manifest of the quickstart manages, and what of it is edited together. */
const cycle = {
  'contacts-to-files': 'Contacts to files',
  'contacts-to-mailer': 'Contacts to mailer',
};

it(law, async () => {
  await checkLaw({ law, file, runs: 12, seed: 61 }, async (draw, note) => {
    const fixture = await openQuickstart();
    try {
      await applyAll(fixture);
      for (let turn = 0; turn < 2; turn += 1) {
        const account = draw.some(['Description', 'AuditInfo', 'TaskAuditInfo', 'Timezone'], 60);
        const cycles = draw.some(Object.values(cycle), 60);
        const toEdit = (names: readonly string[]) =>
          Object.fromEntries(names.map((name) => [name, draw.pick(texts)]));
        const edits = {
          account: { ...toEdit(account), ...(account.includes('Timezone') ? zone(turn) : {}) },
          cycles: cycles.map((name) => [name, toEdit(['Description'])] as const),
        };
        note(JSON.stringify(edits));
        await editByHand(fixture, edits);
        const before = await listDrifted(fixture);
        const unmanaged = before.filter(({ isManaged }) => !isManaged);
        const places = unmanaged.flatMap(({ address, object }) => [address, object]);
        const addresses = draw.some([...new Set(places)], 40);
        note(`accept ${addresses.join(' ')}`);
        if (addresses.length === 0) continue;
        const live = fixture.emulator.control.dump().accounts;
        const since = fixture.emulator.requests().length;
        const { refused, outcomes } = await acceptIn(fixture, { addresses });
        expect(refused).toEqual([]);
        expect(listWrites(fixture, since)).toEqual([]);
        expect(fixture.emulator.control.dump().accounts).toEqual(live);
        const isAccepted = ({ address, isManaged }: Drifted) =>
          !isManaged && addresses.some((each) => isWithin(each, address));
        expect(outcomes?.flatMap(({ accepted }) => accepted)).toHaveLength(
          before.filter(isAccepted).length,
        );
        const rest = before.filter((each) => !isAccepted(each));
        expect(await listDrifted(fixture)).toEqual(rest);
        await applyAll(fixture);
        expect(listLeft(await fixture.plan())).toEqual([]);
        expect(await listDrifted(fixture)).toEqual(rest.filter(({ isManaged }) => !isManaged));
        const { objects } = await fixture.store.readState('northwind');
        expect(JSON.stringify([...objects])).not.toMatch(/hunter2|ghp_/);
      }
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

function zone(turn: number) {
  return { Timezone: turn === 0 ? 'Asia/Tokyo' : 'Asia/Seoul' };
}

type Drifted = {
  readonly address: Address;
  readonly object: Address;
  readonly isManaged: boolean;
};

async function listDrifted(fixture: TestFixture): Promise<readonly Drifted[]> {
  const accounts = await fixture.drift();
  return accounts.flatMap((each) =>
    each.kind === 'read'
      ? each.items.map(({ address: object, path, kind }) => ({
          address: `${object}/${path}` as Address,
          object,
          isManaged: kind !== 'unmanaged',
        }))
      : [],
  );
}

async function editByHand(
  fixture: TestFixture,
  edits: {
    readonly account: unknown;
    readonly cycles: readonly (readonly [name: string, body: unknown])[];
  },
): Promise<void> {
  const { caller } = await openConsoleUser(fixture.emulator);
  const inside = caller.inside(quickstartIds.northwind);
  const { cycles } = readLive(fixture, 'northwind');
  await put(caller, `/accounts/${quickstartIds.northwind}`, edits.account);
  for (const [name, body] of edits.cycles) {
    const live = cycles.find((each) => each.name === name);
    // A running cycle takes no edit.
    await inside.call('PUT', `/v1.0/cycles/${live?.id}`, body);
  }
}
