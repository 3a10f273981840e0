import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keyOrder } from '../../../src/model/manifest/key-order.ts';

it('names the keys of accounts, connectors and cycles in the order of the schema', async () => {
  const url = new URL('../../../schemas/account.schema.json', import.meta.url);
  const { $defs, properties } = JSON.parse(await readFile(url, 'utf8'));
  expect(keyOrder.account).toEqual(Object.keys(properties.spec.properties));
  expect(keyOrder.connector).toEqual(Object.keys($defs.installedConnector.properties));
  expect(keyOrder.cycle).toEqual(Object.keys($defs.cycle.properties));
});
