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
  const fixture = await openQuickstart();
  await applyAll(fixture);
  return fixture;
}

async function expectRefused(
  fixture: TestFixture,
  addresses: readonly string[],
  says: readonly string[],
): Promise<void> {
  const since = fixture.emulator.requests().length;
  const { refused, kept } = await destroyIn(fixture, addresses);
  expect(refused.map(({ code, summary }) => `${code}: ${summary}`)).toEqual(
    says.map((part) => expect.stringContaining(part)),
  );
  expect(kept.size).toBe(0);
  expect(listWrites(fixture, since)).toEqual([]);
}

describe('a destroy of an account', () => {
  it('needs no templates, because Git declares nothing in it', async () => {
    const fixture = await openApplied();
    const templates = { method: 'GET', path: '/v1.0/templates' };
    fixture.emulator.control.plantFaults([{ ...templates, do: 'status', status: 500 }]);
    const { outcomes } = await destroyIn(fixture, ['northwind']);
    expect(outcomes).toMatchObject([{ diagnostics: [] }]);
  });

  it('stops and drains its cycles, deletes them, then its connectors, itself last, and forgets all of it', async () => {
    const fixture = await openApplied();
    const others = readLive(fixture, 'contoso');
    const since = fixture.emulator.requests().length;
    const { outcomes, kept } = await destroyIn(fixture, ['northwind']);
    expect(outcomes).toMatchObject([{ diagnostics: [] }]);
    expect(
      listWrites(fixture, since).map((write) =>
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
    expect(findDumped(fixture.emulator, quickstartIds.northwind)).toBeNull();
    expect(readLive(fixture, 'contoso')).toEqual(others);
    const state = await fixture.store.readState('northwind');
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

    expect((await destroyIn(fixture, ['northwind'])).refused).toEqual([]);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('needs no manifest: the state says what is ours', async () => {
    const fixture = await openApplied();
    fixture.manifests.delete('accounts/northwind.yaml');
    const { outcomes } = await destroyIn(fixture, ['northwind']);
    expect(outcomes).toMatchObject([{ diagnostics: [] }]);
    expect(findDumped(fixture.emulator, quickstartIds.northwind)).toBeNull();
  });

  it('is finished by the same words, wherever it died', async () => {
    const fixture = await openQuickstart();
    fixture.manifests.delete('accounts/northwind.yaml');
    await applyAll(fixture);
    const immortal = makeMortal(-1);
    await destroyIn(fixture, ['contoso'], immortal);
    const count = immortal.effects().length;
    expect(count).toBeGreaterThan(15);
    for (let nth = 0; nth < count; nth += 1) {
      if (!isTried(nth, { turn: 1, parts: 3 })) continue;
      await applyAll(fixture);
      const mortal = makeMortal(nth);
      const died = await destroyIn(fixture, ['contoso'], mortal);
      const where = `dead after effect ${nth} of ${count}, ${mortal.last()}`;
      expect(died.outcomes, where).toBeNull();
      const again = await destroyIn(fixture, ['contoso']);
      expect(again.refused, where).toEqual([]);
      expect(again.outcomes?.every(isSuccess), where).toBe(true);
      expect(findDumped(fixture.emulator, quickstartIds.contoso), where).toBeNull();
      expect(await listBound(fixture, 'contoso'), where).toEqual([]);
    }
  });
});

describe('a destroy of what is in an account', () => {
  it('takes what was named and nothing else, and what Git still names is made again', async () => {
    const fixture = await openApplied();
    const { outcomes, kept } = await destroyIn(fixture, [
      mailerCycle,
      'northwind/connectors/mailer',
    ]);
    expect(outcomes).toMatchObject([{ diagnostics: [] }]);
    expect(JSON.parse(kept.get('northwind') ?? '').settings).toBeNull();
    expect(await listBound(fixture, 'northwind')).toEqual([
      'northwind',
      'northwind/connectors/crm',
      'northwind/connectors/files',
      filesCycle,
    ]);
    const { cycles } = readLive(fixture, 'northwind');
    expect(cycles.map(({ status }) => status).sort()).toEqual(['Active', 'DeleteScheduled']);
    await applyAll(fixture);
    expect(await listBound(fixture, 'northwind')).toContain(mailerCycle);
  });

  it('counts what is gone already as done', async () => {
    const fixture = await openApplied();
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    const cycle = readLive(fixture, 'northwind').cycles.find(({ name }) => name.includes('mailer'));
    await caller.call('DELETE', `/v1.0/cycles/${cycle?.id}`, {});
    const { outcomes, planned } = await destroyIn(fixture, [mailerCycle]);
    expect(planned).toMatchObject([
      { plan: { operations: [], notices: [{ kind: 'gone-already', address: mailerCycle }] } },
    ]);
    expect(outcomes).toMatchObject([{ diagnostics: [] }]);
    expect(await listBound(fixture, 'northwind')).not.toContain(mailerCycle);
    // A second one finds that the first did it.
    const again = await destroyIn(fixture, [mailerCycle]);
    expect(again).toMatchObject({ refused: [], planned: [] });
  });

  it('does nothing if the account changed since the plan', async () => {
    const fixture = await openApplied();
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    const id = readLive(fixture, 'northwind').cycles.find(({ status }) => status === 'Active')?.id;
    const { outcomes } = await destroyIn(fixture, [filesCycle], {
      meanwhile: async () => void (await caller.call('PUT', `/v1.0/cycles/${id}/deactivate`, {})),
    });
    expect(outcomes?.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
      'plan-stale',
    ]);
    expect(listWrites(fixture).filter((write) => write.startsWith('DELETE'))).toEqual([]);
  });
});

describe('nothing is destroyed', () => {
  it('that is protected, by its manifest or by what was applied, alone or with its account', async () => {
    const fixture = await openApplied();
    const plain = fixture.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(fixture, 'northwind', {
      from: '    files:\n',
      to: '    files:\n      protect: true\n',
    });
    await expectRefused(fixture, ['northwind/connectors/files', filesCycle], ['has protect: true']);
    await expectRefused(fixture, ['northwind'], ['northwind/connectors/files cannot be destroyed']);
    await applyAll(fixture);
    fixture.manifests.set('accounts/northwind.yaml', plain);
    await expectRefused(fixture, ['northwind'], ['was applied with protect: true']);
    editManifest(fixture, 'contoso', {
      from: '  displayName:',
      to: '  protect: true\n  displayName:',
    });
    await expectRefused(fixture, ['contoso'], ['protected: contoso cannot be destroyed']);
  });

  it('that a cycle still uses, that is not ours, or that holds what is not ours', async () => {
    const fixture = await openApplied();
    await expectRefused(
      fixture,
      ['northwind/connectors/crm', mailerCycle],
      [`connector-in-use: northwind/connectors/crm cannot be destroyed: ${filesCycle} uses it`],
    );
    await expectRefused(fixture, ['northwind/cycles/nobody'], ['not-remembered']);
    await expectRefused(fixture, ['fabrikam', 'a//b'], ['address-unknown', 'not-remembered']);
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    await installTemplate(caller, 'Order Backfill');
    await expectRefused(
      fixture,
      ['northwind'],
      ['account-not-empty: northwind cannot be destroyed'],
    );
    fixture.loseStore();
    await expectRefused(fixture, ['northwind/connectors/files'], ['not-remembered']);
  });

  it('where what there is cannot be kept or read', async () => {
    const fixture = await openApplied();
    const since = fixture.emulator.requests().length;
    const backup = {
      save: () =>
        Promise.reject(new OperationalError('the disk is full', { remedy: 'Make room.' })),
    };
    const unkept = await destroyIn(fixture, ['northwind'], { backup });
    expect(unkept.outcomes?.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
      { code: 'not-kept', summary: expect.stringContaining('the disk is full') },
    ]);
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/steps/**', every: 1, do: 'status', status: 500 },
    ]);
    const unread = await destroyIn(fixture, ['northwind']);
    expect(unread.outcomes?.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
      { code: 'not-kept' },
    ]);
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', every: 1, do: 'status', status: 500 },
    ]);
    expect((await destroyIn(fixture, ['northwind'])).refused).toMatchObject([{ code: 'unread' }]);
    fixture.emulator.control.plantFaults([]);
    expect(listWrites(fixture, since)).toEqual([]);
  });

  it('while a cycle does not come to rest, but for the rest of it', async () => {
    const fixture = await openApplied();
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/deactivate', every: 1, do: 'ignore' },
    ]);
    const { outcomes } = await destroyIn(fixture, ['northwind']);
    fixture.emulator.control.plantFaults([]);
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
    expect(listWrites(fixture).filter((write) => write.startsWith('DELETE'))).toEqual([]);
  });

  it('of an account with a new object since the plan', async () => {
    const fixture = await openApplied();
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    let isPut = false;
    const { outcomes } = await destroyIn(fixture, ['northwind'], {
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
    expect(findDumped(fixture.emulator, quickstartIds.northwind)).not.toBeNull();
  });

  it('by a service that offers no way to: it names what a person does', async () => {
    const fixture = await openDocumented();
    await applyAll(fixture);
    const since = fixture.emulator.requests().length;
    const { refused } = await destroyIn(fixture, ['northwind'], { contract: 'documented' });
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['not-offered']));
    expect(refused.map(({ remedy }) => remedy)).toContain(
      'Delete it in the console, then remove it from state: cyclectl state forget northwind -e local',
    );
    expect(listWrites(fixture, since)).toEqual([]);
  });
});
