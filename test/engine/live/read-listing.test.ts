import { expect, it } from 'vitest';
import {
  adopted,
  head,
  listPlanRefusals,
  openMadeInConsole,
} from '../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { listReported } from '../../worlds/quickstart.ts';

const withoutFiles = head.replace(/ {4}files:\n(?: {6}.*\n)+/, '');

it('looks for cycles that use a connector which is to be deleted, where no cycle is managed', async () => {
  const fixture = await openMadeInConsole();
  const lists = async () => {
    const from = fixture.emulator.requests().length;
    await fixture.plan();
    const asked = fixture.emulator.requests().slice(from);
    return asked.filter(({ path }) => path === '/v1.0/cycles').length;
  };
  expect(await lists()).toBe(0);
  fixture.manifests.set(adopted.file, withoutFiles);
  expect(await lists()).toBe(1);
  const [cycle] = findDumped(fixture.emulator, adopted.id)?.cycles ?? [];
  expect(await listPlanRefusals(fixture)).toMatchObject([
    {
      code: 'connector-in-use',
      address: 'northwind/connectors/files',
      summary: expect.stringContaining(`"${cycle?.name}" (${cycle?.id}) uses it`),
    },
  ]);
  const path = `/v1.0/cycles/${cycle?.id}`;
  await consoleRequest(fixture.emulator, { method: 'DELETE', path, account: adopted.id });
  expect(listReported(await fixture.apply({ allowDeletes: 1 }))).toEqual([]);
  const { connectors = [] } = findDumped(fixture.emulator, adopted.id) ?? {};
  expect(connectors.map(({ name }) => name)).toEqual(['crm']);
});
