import { describe, expect, it } from 'vitest';
import {
  listUnfinishedWork,
  type UnfinishedObject,
} from '../../../../src/features/operations/resume/list-unfinished-work.ts';
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
  const fixture = await openReplacing();
  nameTemplate(fixture, replaced.after);
  fixture.emulator.control.plantFaults([{ ...install, do: 'drop-before' }]);
  const codes = listReported(await applyAll(fixture)).map(({ code }) => code);
  expect(codes).toContain('outcome-unknown');
  fixture.emulator.control.plantFaults([]);
  return fixture;
}

/** Makes a cycle of a template in the console, and calls and tags it. */
async function createInConsole(
  fixture: TestFixture,
  template: string,
  body: { readonly Name?: string; readonly Tags?: readonly string[] },
): Promise<string> {
  const found = fixture.emulator.control.dump().templates.find(({ name }) => name === template);
  const account = quickstartIds.northwind;
  const at = { method: 'POST', path: `/v1.0/templates/${found?.id}/install`, account, body: {} };
  const { Id: id } = (await consoleRequest(fixture.emulator, at)) as { readonly Id: string };
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `/v1.0/cycles/${id}`,
    account,
    body,
  });
  return id;
}

/** An apply that dies right after its install, which lists show only after so many more of them. */
async function dieUnlisted(fixture: TestFixture, requests: number): Promise<void> {
  nameTemplate(fixture, replaced.after);
  fixture.emulator.control.plantFaults([{ ...install, do: 'lag', requests, nth: 1 }]);
  expect(await applyRoughly(fixture, makeMortal(1, 'writer installTemplate'))).toBeNull();
  fixture.emulator.control.plantFaults([]);
}

async function listCreates(fixture: TestFixture): Promise<readonly string[]> {
  return [...(await fixture.store.readState(replaced.account)).creates.keys()];
}

async function listOpenIn({ store }: TestFixture): Promise<readonly UnfinishedObject[]> {
  const environment = { name: 'local', service: { kind: 'emulator' } } as never;
  const keys = new Set([replaced.account]);
  return (await listUnfinishedWork({ store, environment, keys, isGone: () => true })).objects;
}

async function expectAtRest(fixture: TestFixture, there: readonly string[]): Promise<void> {
  expect(listCycles(fixture)).toEqual(there);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(listTogether(fixture.emulator.requests())).toEqual([]);
}

describe('what a user created from the template of a lost install', () => {
  it('is not taken for what that made where it has a name or a tag of others', async () => {
    for (const body of [{ Name: 'Mine' }, { Tags: ['cyclectl:mine'] }]) {
      const fixture = await openLost();
      const id = await createInConsole(fixture, replaced.after, body);
      nameTemplate(fixture, replaced.third);
      await applyAll(fixture);
      await applyAll(fixture);
      expect(
        readLive(fixture, replaced.account).cycles.find((each) => each.id === id),
      ).toMatchObject({
        status: 'Paused',
      });
      await expectAtRest(fixture, [`${replaced.after} Paused`, `${replaced.third} Active`]);
      await fixture.close();
    }
  });

  it('is not adopted after a lost answer if it has another tag', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    fixture.emulator.control.plantFaults([{ ...install, do: 'drop-before', nth: 1 }]);
    let made: Promise<string> | null = null;
    const beforeWait = async () => {
      made ??= createInConsole(fixture, replaced.after, { Tags: ['cyclectl:mine'] });
      await made;
    };
    await applyAll(fixture, { beforeWait });
    const state = await fixture.store.readState(replaced.account);
    const bound = state.objects.get(replaced.address as Address)?.remoteId;
    expect(made).not.toBeNull();
    expect(bound).not.toBe(await made);
  });
});

describe('what a lost install makes', () => {
  it('is found when lists show it, and goes, although Git names another template by then', async () => {
    for (const requests of [2, 5, 9, 20]) {
      const fixture = await openReplacing();
      await dieUnlisted(fixture, requests);
      nameTemplate(fixture, replaced.third);
      for (let more = 0; more < 6; more += 1) await applyAll(fixture);
      await expectAtRest(fixture, [`${replaced.third} Active`]);
      expect(await listCreates(fixture), `hidden for ${requests} lists`).toEqual([]);
      await fixture.close();
    }
  });

  it('is what takes the place of the cycle where Git names its template again before it shows', async () => {
    const fixture = await openReplacing();
    await dieUnlisted(fixture, 20);
    nameTemplate(fixture, replaced.before);
    await applyAll(fixture);
    expect(listCycles(fixture)).toContain(`${replaced.after} Paused`);
    expect(await listCreates(fixture)).toEqual([`${replaced.address}~1`]);
    nameTemplate(fixture, replaced.after);
    for (let more = 0; more < 6; more += 1) await applyAll(fixture);
    await expectAtRest(fixture, [`${replaced.after} Active`]);
    expect(await listCreates(fixture)).toEqual([]);
  });

  it('is reported in each plan while it is not listed, until a person settles that it does not exist', async () => {
    const fixture = await openLost();
    nameTemplate(fixture, replaced.third);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${replaced.third} Active`]);
    const address = `${replaced.address}~2` as Address;
    const { notices } = await planOne(fixture, replaced.account);
    expect(notices).toMatchObject([{ kind: 'create-interrupted', address }]);
    const [open] = await listOpenIn(fixture);
    expect(open).toMatchObject({ kind: 'create', address });
    expect(open?.person).toContain(`state settle -e local '${address}' absent`);
    const state = await fixture.store.readState(replaced.account);
    const settled = resolveObject(state, { address, kind: 'cycle' }, { kind: 'absent' });
    if ('refused' in settled) throw new Error(settled.refused.summary);
    await fixture.store.update(settled.change);
    expect((await planOne(fixture, replaced.account)).notices).toEqual([]);
  });
});
