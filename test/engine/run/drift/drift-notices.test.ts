import { describe, expect, it } from 'vitest';

import type { Notice } from '../../../../src/model/plan/notice.ts';
import type { DriftAccount } from '../../../../src/model/report/report.ts';
import {
  cycleEntry,
  firstSteps,
  openAdopted,
  promoteRelease,
  upgradeInstalled,
} from '../../../worlds/cases/adopted-cycle.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, openQuickstart, quickstartSecrets } from '../../../worlds/quickstart.ts';
import { countKinds } from '../requests/budget.ts';

const upgradeable = '/v1.0/cycles/upgradeable';

function noticesOf(accounts: readonly DriftAccount[], ...kinds: readonly Notice['kind'][]) {
  const all = accounts.flatMap((each) => (each.kind === 'read' ? each.notices : []));
  return all.filter(({ kind }) => kinds.includes(kind));
}

async function countRequests(fixture: TestFixture, work: () => Promise<unknown>) {
  const before = fixture.emulator.requests().length;
  await work();
  return countKinds(fixture.emulator.requests().slice(before));
}

describe('cycles behind their templates', () => {
  it('are reported by drift from the release until the upgrade, and by no plan', async () => {
    const fixture = await openAdopted(cycleEntry);
    await applyAll(fixture);
    expect(noticesOf(await fixture.drift(), 'behind-template')).toEqual([]);
    promoteRelease(fixture, firstSteps);
    const found = await fixture.drift();
    const address = expect.stringMatching(/\/cycles\/sync$/);
    expect(noticesOf(found, 'behind-template')).toEqual([{ kind: 'behind-template', address }]);
    expect(found).toMatchObject([{ items: [] }]);
    const [planned] = await fixture.plan();
    const reported =
      planned?.kind === 'planned' ? planned.plan.notices.map(({ kind }) => kind) : [];
    expect(reported).not.toContain('behind-template');
    upgradeInstalled(fixture);
    expect(noticesOf(await fixture.drift(), 'behind-template')).toEqual([]);
  });

  it('are a notice too where they cannot be read, and the account is read', async () => {
    const fixture = await openAdopted(cycleEntry);
    await applyAll(fixture);
    fixture.emulator.control.plantFaults([
      { path: upgradeable, every: 1, do: 'status', status: 500 },
    ]);
    const [account] = await fixture.drift();
    expect(account).toMatchObject({ kind: 'read', items: [] });
    const why = expect.stringContaining('500');
    expect(noticesOf([account as DriftAccount], 'behind-unread')).toMatchObject([{ why }]);
  });

  it('are nothing to a service that has no such list', async () => {
    const fixture = await openAdopted(cycleEntry);
    await applyAll(fixture);
    fixture.emulator.control.plantFaults([
      { path: upgradeable, every: 1, do: 'status', status: 404 },
    ]);
    expect(noticesOf(await fixture.drift(), 'behind-unread', 'behind-template')).toEqual([]);
  });

  it('cost one request more than the look at the cycles for each account that has cycles of templates', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const planned = await countRequests(fixture, () => fixture.plan());
    const drift = await countRequests(fixture, () => fixture.drift());
    // Each of the three cycles has two steps with parameters, and one of them has fields.
    const inside = { steps: 3, edges: 3, variables: 3, parameters: 6, fields: 3 };
    expect(drift).toEqual({ ...planned, ...inside, [`GET ${upgradeable}`]: 2 });
  });
});

describe('connectors behind the latest release', () => {
  const connector = 'Sample File Store';
  const newest = { connector, release: { version: '4.0' } };

  it('are reported by drift, and by no plan', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    expect(noticesOf(await fixture.drift(), 'behind-release')).toEqual([]);
    fixture.emulator.control.console({ promote: newest });
    const found = await fixture.drift();
    expect(noticesOf(found, 'behind-release')).toMatchObject([
      {
        address: 'contoso/connectors/warehouse',
        name: connector,
        installed: { version: '3.1' },
        latest: { version: '4.0' },
      },
      { address: 'northwind/connectors/files' },
    ]);
    expect(found).toMatchObject([{ items: [] }, { items: [] }]);
    const plans = await fixture.plan();
    expect(JSON.stringify(plans)).not.toContain('behind-release');
  });

  it('are not reported of a service that moves them itself', async () => {
    const fixture = await openQuickstart({ choices: { installedRelease: 'latest' } });
    await fixture.apply();
    fixture.emulator.control.console({ promote: newest });
    expect(noticesOf(await fixture.drift(), 'behind-release')).toEqual([]);
  });

  it('are not reported of a service that does not show what is installed', async () => {
    const fixture = await openQuickstart({ serves: 'documented', contract: 'documented' });
    await fixture.apply();
    fixture.emulator.control.console({ promote: newest });
    const found = await fixture.drift();
    const objects = found.flatMap((each) => (each.kind === 'read' ? each.objects : []));
    expect(objects).toContainEqual({ address: 'northwind/connectors/files', isThere: true });
    expect(noticesOf(found, 'behind-release')).toEqual([]);
  });

  it('cost no request', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const before = await countRequests(fixture, () => fixture.drift());
    fixture.emulator.control.console({ promote: newest });
    expect(await countRequests(fixture, () => fixture.drift())).toEqual(before);
  });
});

it('reports errors and warnings in the runs of a cycle, which are no drift', async () => {
  const fixture = await openQuickstart();
  await fixture.apply();
  expect(noticesOf(await fixture.drift(), 'troubled')).toEqual([]);
  fixture.emulator.control.upsetApp('crm', { revoke: quickstartSecrets.northwind_crm_key });
  await fixture.emulator.control.letPass('2h');
  const found = await fixture.drift();
  const [notice] = noticesOf(found, 'troubled');
  expect(notice).toMatchObject({ address: 'northwind/cycles/contacts-to-files' });
  expect(notice?.kind === 'troubled' ? notice.errors : 0).toBeGreaterThan(0);
  expect(found.map((each) => (each.kind === 'read' ? each.items : [each]))).toEqual([[], []]);
});

it('names what the service does not show, once', async () => {
  const fixture = await openQuickstart();
  await fixture.apply();
  const fields = [{ address: 'northwind/cycles/contacts-to-files', path: 'schedule' }];
  expect(noticesOf(await fixture.drift(), 'unshown')).toEqual([
    { kind: 'unshown', address: 'northwind', fields },
  ]);
});
