import { describe, expect, it } from 'vitest';
import { OperationalError } from '../../../../src/kit/operational-error.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { installTemplate, signIn } from '../../../emulator/support/start-emulator.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { isTried } from '../../../faults/share.ts';
import { openDocumented } from '../../../guarantees/open-documented.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { destroyIn, listBound } from '../../../worlds/features/destroy-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  quickstartIds,
  quickstartSecrets,
  readLive,
} from '../../../worlds/quickstart.ts';

const filesCycle = 'northwind/cycles/contacts-to-files';
const mailerCycle = 'northwind/cycles/contacts-to-mailer';

async function openApplied(): Promise<TestFixture> {
  const place = await openQuickstart();
  await applyAll(place);
  return place;
}

async function expectRefused(
  place: TestFixture,
  addresses: readonly string[],
  says: readonly string[],
): Promise<void> {
  const since = place.emulator.requests().length;
  const { refused, kept } = await destroyIn(place, addresses);
  expect(refused.map(({ code, summary }) => `${code}: ${summary}`)).toEqual(
    says.map((part) => expect.stringContaining(part)),
  );
  expect(kept.size).toBe(0);
  expect(listWrites(place, since)).toEqual([]);
}

describe('a destroy of an account', () => {
  it('stops and drains its cycles, deletes them, then its connectors, itself last, and forgets all of it', async () => {
    const place = await openApplied();
    const others = readLive(place, 'contoso');
    const since = place.emulator.requests().length;
    const { outcomes, kept } = await destroyIn(place, ['northwind']);
    expect(outcomes?.every(isSuccess)).toBe(true);
    expect(
      listWrites(place, since).map((write) =>
        write.replace(/\/v1.0\/|\/[0-9a-f-]{36}|\/\d+$/g, ''),
      ),
    ).toEqual([
      'PUT cycles/deactivate',
      'DELETE cycles',
      'DELETE cycles',
      'DELETE account/connectors',
      'DELETE account/connectors',
      'DELETE account/connectors',
      'DELETE accounts/northwind-8812',
    ]);
    expect(findDumped(place.emulator, quickstartIds.northwind)).toBeNull();
    expect(readLive(place, 'contoso')).toEqual(others);
    const state = await place.store.readState('northwind');
    expect([state.objects.size, state.writes.size, state.pauses.size]).toEqual([0, 0, 0]);

    const text = kept.get('northwind') ?? '';
    const remains = JSON.parse(text);
    expect(remains).toMatchObject({
      account: 'northwind',
      settings: { name: 'Northwind Traders' },
    });
    expect(remains.connectors.length).toBe(3);
    expect(remains.cycles[0]).toMatchObject({
      address: filesCycle,
      variables: [{ displayName: 'region', value: 'emea' }],
      runsOn: { schedule: { every: '15m' } },
    });
    expect(JSON.stringify(remains.cycles)).toContain('{{LastSuccessfulRunDate}}');
    for (const canary of Object.values(quickstartSecrets)) {
      expect(text).not.toContain(JSON.stringify(canary).slice(1, -1));
    }

    expect((await destroyIn(place, ['northwind'])).refused).toEqual([]);
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('needs no manifest: what is remembered says what is ours', async () => {
    const place = await openApplied();
    place.manifests.delete('accounts/northwind.yaml');
    const { outcomes } = await destroyIn(place, ['northwind']);
    expect(outcomes?.every(isSuccess)).toBe(true);
    expect(findDumped(place.emulator, quickstartIds.northwind)).toBeNull();
  });

  it('is finished by the same words, wherever it died', async () => {
    const place = await openQuickstart();
    place.manifests.delete('accounts/northwind.yaml');
    await applyAll(place);
    const immortal = makeMortal(-1);
    await destroyIn(place, ['contoso'], immortal);
    const count = immortal.effects().length;
    expect(count).toBeGreaterThan(15);
    for (let nth = 0; nth < count; nth += 1) {
      if (!isTried(nth, { turn: 1, parts: 3 })) continue;
      await applyAll(place);
      const mortal = makeMortal(nth);
      const died = await destroyIn(place, ['contoso'], mortal);
      const where = `dead after effect ${nth} of ${count}, ${mortal.last()}`;
      expect(died.outcomes, where).toBeNull();
      const again = await destroyIn(place, ['contoso']);
      expect(again.refused, where).toEqual([]);
      expect(again.outcomes?.every(isSuccess), where).toBe(true);
      expect(findDumped(place.emulator, quickstartIds.contoso), where).toBeNull();
      expect(await listBound(place, 'contoso'), where).toEqual([]);
    }
  });
});

describe('a destroy of what is in an account', () => {
  it('takes what was named and nothing else, and what Git still names is made again', async () => {
    const place = await openApplied();
    const { outcomes, kept } = await destroyIn(place, [mailerCycle, 'northwind/connectors/mailer']);
    expect(outcomes?.every(isSuccess)).toBe(true);
    expect(JSON.parse(kept.get('northwind') ?? '').settings).toBeNull();
    expect(await listBound(place, 'northwind')).toEqual([
      'northwind',
      'northwind/connectors/crm',
      'northwind/connectors/files',
      filesCycle,
    ]);
    const { cycles } = readLive(place, 'northwind');
    expect(cycles.map(({ status }) => status).sort()).toEqual(['Active', 'DeleteScheduled']);
    await applyAll(place);
    expect(await listBound(place, 'northwind')).toContain(mailerCycle);
  });

  it('counts what is gone already as done', async () => {
    const place = await openApplied();
    const caller = (await signIn(place.emulator)).inside('northwind-8812');
    const cycle = readLive(place, 'northwind').cycles.find(({ name }) => name.includes('mailer'));
    await caller.call('DELETE', `/v1.0/cycles/${cycle?.id}`, {});
    const { outcomes, planned } = await destroyIn(place, [mailerCycle]);
    expect(planned).toMatchObject([
      { plan: { operations: [], notices: [{ kind: 'gone-already', address: mailerCycle }] } },
    ]);
    expect(outcomes?.every(isSuccess)).toBe(true);
    expect(await listBound(place, 'northwind')).not.toContain(mailerCycle);
  });

  it('does nothing where somebody has changed what was shown', async () => {
    const place = await openApplied();
    const caller = (await signIn(place.emulator)).inside('northwind-8812');
    const id = readLive(place, 'northwind').cycles.find(({ status }) => status === 'Active')?.id;
    const { outcomes } = await destroyIn(place, [filesCycle], {
      meanwhile: async () => void (await caller.call('PUT', `/v1.0/cycles/${id}/deactivate`, {})),
    });
    expect(outcomes?.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
      'plan-stale',
    ]);
    expect(listWrites(place).filter((write) => write.startsWith('DELETE'))).toEqual([]);
  });
});

describe('nothing is destroyed', () => {
  it('that is protected, by its manifest or by what was applied, alone or with its account', async () => {
    const place = await openApplied();
    const plain = place.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(place, 'northwind', {
      from: '    files:\n',
      to: '    files:\n      protect: true\n',
    });
    await expectRefused(place, ['northwind/connectors/files', filesCycle], ['has protect: true']);
    await expectRefused(place, ['northwind'], ['northwind/connectors/files cannot be destroyed']);
    await applyAll(place);
    place.manifests.set('accounts/northwind.yaml', plain);
    await expectRefused(place, ['northwind'], ['was applied with protect: true']);
    editManifest(place, 'contoso', {
      from: '  displayName:',
      to: '  protect: true\n  displayName:',
    });
    await expectRefused(place, ['contoso'], ['protected: contoso cannot be destroyed']);
  });

  it('that a cycle still uses, that is not ours, or that holds what is not ours', async () => {
    const place = await openApplied();
    await expectRefused(
      place,
      ['northwind/connectors/crm', mailerCycle],
      [`connector-in-use: northwind/connectors/crm cannot be destroyed: ${filesCycle} uses it`],
    );
    await expectRefused(place, ['northwind/cycles/nobody'], ['not-remembered']);
    await expectRefused(place, ['fabrikam', 'a//b'], ['address-unknown', 'not-remembered']);
    const caller = (await signIn(place.emulator)).inside('northwind-8812');
    await installTemplate(caller, 'Order Backfill');
    await expectRefused(place, ['northwind'], ['account-not-empty: northwind cannot be destroyed']);
    place.loseStore();
    await expectRefused(place, ['northwind/connectors/files'], ['not-remembered']);
  });

  it('where what there is cannot be kept or read', async () => {
    const place = await openApplied();
    const since = place.emulator.requests().length;
    const keeper = {
      save: () =>
        Promise.reject(new OperationalError('the disk is full', { remedy: 'Make room.' })),
    };
    const unkept = await destroyIn(place, ['northwind'], { keeper });
    expect(unkept.outcomes?.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
      { code: 'not-kept', summary: expect.stringContaining('the disk is full') },
    ]);
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/steps/**', every: 1, do: 'status', status: 500 },
    ]);
    const unread = await destroyIn(place, ['northwind']);
    expect(unread.outcomes?.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
      { code: 'not-kept' },
    ]);
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', every: 1, do: 'status', status: 500 },
    ]);
    expect((await destroyIn(place, ['northwind'])).refused).toMatchObject([{ code: 'unread' }]);
    place.emulator.control.plantFaults([]);
    expect(listWrites(place, since)).toEqual([]);
  });

  it('while a cycle does not come to rest, but for the rest of it', async () => {
    const place = await openApplied();
    place.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/deactivate', every: 1, do: 'ignore' },
    ]);
    const { outcomes } = await destroyIn(place, ['northwind']);
    place.emulator.control.plantFaults([]);
    const results = outcomes?.flatMap((each) => each.outcomes.map(({ result }) => result));
    expect(results).toEqual([
      'failed',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(listWrites(place).filter((write) => write.startsWith('DELETE'))).toEqual([]);
  });

  it('of an account into which somebody has put something since', async () => {
    const place = await openApplied();
    const caller = (await signIn(place.emulator)).inside('northwind-8812');
    let isPut = false;
    const { outcomes } = await destroyIn(place, ['northwind'], {
      tap: async (call, go) => {
        const answer = await go();
        if (call.name === 'deleteConnector' && !isPut) {
          isPut = true;
          await installTemplate(caller, 'Order Backfill');
        }
        return answer;
      },
    });
    expect(listReported(outcomes ?? []).map(({ code }) => code)).toEqual(['account-not-empty']);
    expect(findDumped(place.emulator, quickstartIds.northwind)).not.toBeNull();
  });

  it('by a service that offers no way to: it names what a person does', async () => {
    const place = await openDocumented();
    await applyAll(place);
    const since = place.emulator.requests().length;
    const { refused } = await destroyIn(place, ['northwind'], { contract: 'documented' });
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['not-offered']));
    expect(refused.map(({ remedy }) => remedy)).toContain(
      'Delete it in the console, then remove it from state: cyclectl state forget northwind -e local',
    );
    expect(listWrites(place, since)).toEqual([]);
  });
});
