import { expect, it } from 'vitest';
import { type CallOptions, runCall } from '../../../../src/features/inspect/call/call-command.ts';
import { runApplyCommand } from '../../../../src/features/sync/apply-command.ts';
import { copyExample } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../../support/run-in-process.ts';

it('calls with a custom category by its key in the manifest, or by its id', async () => {
  const { directory, edit } = await copyExample('quickstart');
  const crm = 'properties: {region: eu}';
  const categories = 'customCategories: {ledgers: Ledgers}';
  await edit('accounts/northwind.yaml', crm, `${crm}\n      ${categories}`);
  const before = await call(directory, { customCategory: 'ledgers' });
  expect(before).toMatchObject({ code: 1, out: '' });
  const talk = openRecordedContext();
  expect(await runApplyCommand(talk.context, { ...optionsFor(directory), yes: true })).toBe(0);
  const shown = await call(directory, { customCategory: 'ledgers', dryRun: true, format: 'json' });
  const id: unknown = JSON.parse(shown.out).body.CustomCategoryId;
  expect(id).toBeGreaterThan(0);
  for (const customCategory of ['ledgers', String(id)]) {
    expect(await call(directory, { customCategory })).toMatchObject({ code: 0 });
  }
  const wrong = await call(directory, { customCategory: 'legders' });
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.words).toContain('has no custom category "legders" [category-unknown]');
  expect(wrong.words).toContain('Nearest names: "ledgers".');
});

it('knows the custom categories of an account whose key was changed in Git, before the next apply too', async () => {
  const { directory, edit } = await copyExample('quickstart');
  const crm = 'properties: {region: eu}';
  const categories = 'customCategories: {ledgers: Ledgers}';
  await edit('accounts/northwind.yaml', crm, `${crm}\n      ${categories}`);
  const talk = openRecordedContext();
  expect(await runApplyCommand(talk.context, { ...optionsFor(directory), yes: true })).toBe(0);
  await edit('accounts/northwind.yaml', 'name: northwind', 'name: northwind-ag');
  const asked = { address: 'northwind-ag/connectors/crm', customCategory: 'ledgers' };
  expect(await call(directory, asked)).toMatchObject({ code: 0 });
});

async function call(directory: string, more: Partial<CallOptions>) {
  const talk = openRecordedContext();
  const merge = [{ name: 'contactId', text: 'c-2' }];
  const asked = { method: 'Get contact', param: [], field: [], merge };
  const address = 'northwind/connectors/crm';
  const options = { ...optionsFor(directory), address, ...asked, ...more };
  const code = await runCall(talk.context, options);
  return { code, out: talk.out(), words: talk.said().split(/\s+/).join(' ') };
}
