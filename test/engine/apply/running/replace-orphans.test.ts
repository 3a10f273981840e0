import { describe, expect, it } from 'vitest';
import { listUnfinishedWork } from '../../../../src/features/operations/resume/list-unfinished-work.ts';
import type { UnfinishedObject } from '../../../../src/features/operations/resume/unfinished-work.ts';
import { resolveObject } from '../../../../src/features/operations/state/settle/resolve-object.ts';
import type { Address } from '../../../../src/model/address.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { listTogether } from '../../../faults/list-together.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import {
  listCycles,
  nameTemplate,
  openReplacing,
  replaced,
} from '../../../worlds/cases/replace.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  listLeft,
  listReported,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

// What an interrupted create may have made, where Git names another origin before anybody has seen it.

const install = { method: 'POST', path: '/v1.0/templates/*/install' } as const;

/** A workplace where the install of what takes the place of the cycle was lost on its way, each time that it was sent. */
async function openLost(): Promise<TestFixture> {
  const place = await openReplacing();
  nameTemplate(place, replaced.after);
  place.emulator.control.plantFaults([{ ...install, do: 'drop-before' }]);
  const codes = listReported(await applyAll(place)).map(({ code }) => code);
  expect(codes).toContain('outcome-unknown');
  place.emulator.control.plantFaults([]);
  return place;
}

/** Makes a cycle of a template in the console, and calls and tags it. */
async function makeByHand(
  place: TestFixture,
  template: string,
  body: { readonly Name?: string; readonly Tags?: readonly string[] },
): Promise<string> {
  const found = place.emulator.control.dump().templates.find(({ name }) => name === template);
  const account = quickstartIds.northwind;
  const at = { method: 'POST', path: `/v1.0/templates/${found?.id}/install`, account, body: {} };
  const { Id: id } = (await consoleRequest(place.emulator, at)) as { readonly Id: string };
  await consoleRequest(place.emulator, {
    method: 'PUT',
    path: `/v1.0/cycles/${id}`,
    account,
    body,
  });
  return id;
}

/** An apply that dies right after its install, which lists show only after so many more of them. */
async function dieUnlisted(place: TestFixture, requests: number): Promise<void> {
  nameTemplate(place, replaced.after);
  place.emulator.control.plantFaults([{ ...install, do: 'lag', requests, nth: 1 }]);
  expect(await applyRoughly(place, makeMortal(1, 'writer installTemplate'))).toBeNull();
  place.emulator.control.plantFaults([]);
}

async function listCreates(place: TestFixture): Promise<readonly string[]> {
  return [...(await place.store.readState(replaced.account)).creates.keys()];
}

async function listOpenIn({ store }: TestFixture): Promise<readonly UnfinishedObject[]> {
  const environment = { name: 'local', service: { kind: 'emulator' } } as never;
  const keys = new Set([replaced.account]);
  return (await listUnfinishedWork({ store, environment, keys, isGone: () => true })).objects;
}

async function expectAtRest(place: TestFixture, there: readonly string[]): Promise<void> {
  expect(listCycles(place)).toEqual(there);
  expect(listLeft(await place.plan())).toEqual([]);
  expect(listTogether(place.emulator.requests())).toEqual([]);
}

describe('what a hand made from the template of a lost install', () => {
  it('is not taken for what that made where it has a name or a tag of others', async () => {
    for (const body of [{ Name: 'Mine' }, { Tags: ['cyclectl:mine'] }]) {
      const place = await openLost();
      const id = await makeByHand(place, replaced.after, body);
      nameTemplate(place, replaced.third);
      await applyAll(place);
      await applyAll(place);
      expect(readLive(place, replaced.account).cycles.find((each) => each.id === id)).toMatchObject(
        {
          status: 'Paused',
        },
      );
      await expectAtRest(place, [`${replaced.after} Paused`, `${replaced.third} Active`]);
      await place.close();
    }
  });

  it('is not taken for what is looked for after a lost answer, where it is tagged by somebody else', async () => {
    const place = await openReplacing();
    nameTemplate(place, replaced.after);
    place.emulator.control.plantFaults([{ ...install, do: 'drop-before', nth: 1 }]);
    let made: Promise<string> | null = null;
    const beforeWait = async () => {
      made ??= makeByHand(place, replaced.after, { Tags: ['cyclectl:mine'] });
      await made;
    };
    await applyAll(place, { beforeWait });
    const state = await place.store.readState(replaced.account);
    const bound = state.objects.get(replaced.address as Address)?.remoteId;
    expect(made).not.toBeNull();
    expect(bound).not.toBe(await made);
  });
});

describe('what a lost install makes', () => {
  it('is found when lists show it, and goes, although Git names another template by then', async () => {
    for (const requests of [2, 5, 9, 20]) {
      const place = await openReplacing();
      await dieUnlisted(place, requests);
      nameTemplate(place, replaced.third);
      for (let more = 0; more < 6; more += 1) await applyAll(place);
      await expectAtRest(place, [`${replaced.third} Active`]);
      expect(await listCreates(place), `hidden for ${requests} lists`).toEqual([]);
      await place.close();
    }
  });

  it('is what takes the place of the cycle where Git names its template again before it shows', async () => {
    const place = await openReplacing();
    await dieUnlisted(place, 20);
    nameTemplate(place, replaced.before);
    await applyAll(place);
    expect(listCycles(place)).toContain(`${replaced.after} Paused`);
    expect(await listCreates(place)).toEqual([`${replaced.address}~1`]);
    nameTemplate(place, replaced.after);
    for (let more = 0; more < 6; more += 1) await applyAll(place);
    await expectAtRest(place, [`${replaced.after} Active`]);
    expect(await listCreates(place)).toEqual([]);
  });

  it('is told of in each plan while it does not show, until a person says that it is not there', async () => {
    const place = await openLost();
    nameTemplate(place, replaced.third);
    await applyAll(place);
    await expectAtRest(place, [`${replaced.third} Active`]);
    const address = `${replaced.address}~2` as Address;
    const { notices } = await planOne(place, replaced.account);
    expect(notices).toMatchObject([{ kind: 'create-interrupted', address }]);
    const [open] = await listOpenIn(place);
    expect(open).toMatchObject({ kind: 'create', address });
    expect(open?.person).toContain(`state settle -e local '${address}' absent`);
    const state = await place.store.readState(replaced.account);
    const settled = resolveObject(state, { address, kind: 'cycle' }, { kind: 'absent' });
    if ('refused' in settled) throw new Error(settled.refused.summary);
    await place.store.update(settled.change);
    expect((await planOne(place, replaced.account)).notices).toEqual([]);
  });
});
