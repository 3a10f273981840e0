import { expect, it } from 'vitest';
import type { DriftAccount, PlannedAccount } from '../../../src/model/report/report.ts';
import { openFront, shapesOfBefore } from '../../worlds/cases/section-l-front.ts';
import { labelDumped } from '../../worlds/console/dumped.ts';
import {
  editManifest,
  listReasons,
  listReported,
  openQuickstart,
  readLive,
} from '../../worlds/quickstart.ts';

// The quickstart through a front that answers in the shapes of SERVICE L: a cycle that a webhook starts, a connector that
// a person signs in, and a cycle whose template leaves a required field open.

const backfill = `
    backfill:
      from: {template: Order Backfill}
      state: active
      schedule: {every: 1h, startAt: 2026-12-01T06:00:00Z}
`;
const filled = `${backfill}      steps: {Mark order: {fields: {order.state: old}}}
`;

function listOperations(planned: readonly PlannedAccount[]): readonly string[] {
  return planned.flatMap((each) =>
    each.kind === 'planned'
      ? each.plan.operations.map(({ address, does }) => `${address} ${does}`)
      : each.diagnostics.map(({ summary }) => summary),
  );
}

function listDrift(accounts: readonly DriftAccount[]): readonly object[] {
  return accounts.flatMap((each): readonly object[] =>
    each.kind === 'read' ? [...each.items] : [each],
  );
}

it('converges through answers in the shapes of SERVICE L, and names what a cycle lacks', async () => {
  const front: { opened?: Awaited<ReturnType<typeof openFront>> } = {};
  const fixture = await openQuickstart({
    choices: shapesOfBefore,
    front: async (url) => {
      front.opened = await openFront(url);
      return front.opened.url;
    },
  });
  const { rewritten, asked = [] } = front.opened ?? {};
  editManifest(fixture, 'contoso', { from: /$/, to: backfill });
  const [refused] = listReasons(await fixture.plan());
  expect(refused?.address).toBe('contoso/cycles/backfill/steps/Mark order/fields/order.state');
  // What no export shows, the start of the cycle does.
  const path = '/v1.0/templates/*/export';
  const { control } = fixture.emulator;
  control.plantFaults([{ method: 'GET', path, every: 1, do: 'status', status: 404 }]);
  const [reported, ...others] = listReported(await fixture.apply());
  control.plantFaults([]);
  expect([reported?.summary, others]).toEqual([
    'contoso/cycles/backfill: Missing field mapping (steps/Mark order/fields/order.state)',
    [],
  ]);
  expect(readLive(fixture, 'contoso').cycles.map(({ name, status }) => [name, status])).toEqual([
    ['Orders in', 'Active'],
    ['backfill', 'Paused'],
  ]);

  editManifest(fixture, 'contoso', { from: backfill, to: filled });
  expect(listReported(await fixture.apply())).toEqual([]);
  fixture.emulator.control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
  expect(listReported(await fixture.apply())).toEqual([]);
  expect(listOperations(await fixture.plan())).toEqual([]);
  expect(listDrift(await fixture.drift())).toEqual([]);

  const accounts = [readLive(fixture, 'contoso'), readLive(fixture, 'northwind')];
  const cycles = accounts.flatMap((account) => account.cycles);
  expect(cycles.map(({ status }) => status)).toEqual(Array(4).fill('Active'));
  const orders = labelDumped(cycles.find(({ name }) => name === 'Orders in') as never);
  const [received, write] = [orders.get('Order received'), orders.get('Write file')];
  const mapped = (location: string) => {
    const field = write?.method.fields.find(({ key }) => key === location);
    return write?.mappings[field?.id ?? 0];
  };
  const sourceId = (location: string) =>
    received?.method.responseFields.find(({ key }) => key === location)?.id;
  for (const [location, source] of [
    ['name', 'id'],
    ['[orders].[lines].sku', '[lines].product.sku'],
  ] as const) {
    expect(mapped(location)).toMatchObject({
      type: 'PreviousStep',
      sourceStepId: received?.id,
      sourceFieldId: sourceId(source),
    });
  }
  expect([...(rewritten ?? [])].sort()).toEqual([
    'method members',
    'missing mapping',
    'prerequisites of a step',
    'unauthenticated connector',
    'unmapped field',
    'webhook',
  ]);
  // Asked by the apply that could not start its cycle, and by the plan that then fills it.
  expect(asked.filter((line) => /\/steps\/[^/]+\/prerequisites$/.test(line))).toHaveLength(2);
});
