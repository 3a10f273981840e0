import { beforeEach, describe, expect, it } from 'vitest';
import { resolveCategory } from '../../../../src/features/operations/state/settle/settle-command.ts';
import { parseCategoryAddress } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, listLeft, listReasons } from '../../../worlds/quickstart.ts';

// Custom categories of a connector: made once, bound in the store, never seen again (SPEC 4.6).

const path = '/v1.0/account/connectors/*/customcategories';

function write(...categories: readonly string[]): Record<string, string> {
  const lines = [
    'apiVersion: cyclectl/v1',
    'kind: Account',
    'metadata: {name: northwind}',
    'spec:',
    '  id: northwind-8812',
    '  connectors:',
    '    crm:',
    '      connector: {name: Sample CRM}',
    ...(categories.length === 0 ? [] : [`      customCategories: {${categories.join(', ')}}`]),
  ];
  return { 'accounts/northwind.yaml': `${lines.join('\n')}\n` };
}

function rewrite(fixture: TestFixture, ...categories: readonly string[]): void {
  for (const [file, text] of Object.entries(write(...categories)))
    fixture.manifests.set(file, text);
}

/** Names of the categories that the service has. */
function listMade({ emulator }: TestFixture): string[] {
  const rows = emulator.control.dump().accounts.flatMap((account) => account.customCategories);
  return rows.map(({ name }) => name);
}

async function listRefusals(fixture: TestFixture) {
  return listReasons(await fixture.plan());
}

async function listOperations(fixture: TestFixture) {
  const planned = await fixture.plan();
  return planned.flatMap((account) => (account.kind === 'planned' ? account.plan.operations : []));
}

async function recall({ store }: TestFixture) {
  const state = await store.readState('northwind');
  const records = [...state.objects.values()];
  return records.find(({ kind }) => kind === 'connector')?.categories;
}

describe('custom categories', () => {
  let fixture: TestFixture;

  beforeEach(async () => {
    fixture = await openFixture({ manifests: write('ledgers: Ledgers', 'books: Books') });
  });

  it('are made with their connector, bound by id, and nothing is left to do or drifts', async () => {
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books']);
    const [account] = fixture.emulator.control.dump().accounts;
    const ids = account?.customCategories.map(({ id }) => String(id));
    expect(await recall(fixture)).toEqual({
      ledgers: { id: ids?.[0], name: 'Ledgers' },
      books: { id: ids?.[1], name: 'Books' },
    });
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect((await fixture.drift())[0]).toMatchObject({ items: [], manifestMoved: 0 });
  });

  it('are made on a connector of ours when they are written later, each once', async () => {
    await applyAll(fixture);
    rewrite(fixture, 'ledgers: Ledgers', 'books: Books', 'constructor: Shelves');
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books', 'Shelves']);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('stay when a line goes, and are not made again when it comes back', async () => {
    await applyAll(fixture);
    rewrite(fixture, 'books: Books');
    await applyAll(fixture);
    rewrite(fixture, 'ledgers: Ledgers', 'books: Books');
    expect(await listOperations(fixture)).toEqual([]);
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books']);
    expect(await recall(fixture)).toHaveProperty('ledgers');
  });

  it('cannot be given another name: that is refused at its line', async () => {
    await applyAll(fixture);
    rewrite(fixture, 'ledgers: Accounts', 'books: Books');
    const refused = await listRefusals(fixture);
    expect(refused.map(({ code, at }) => `${code} ${at?.line}`)).toEqual(['change-refused 9']);
    expect(refused[0]?.summary).toContain('Ledgers');
  });

  it('count as made where the store was lost, and are made again only with --rewrite', async () => {
    await applyAll(fixture);
    fixture.loseStore();
    expect(await listOperations(fixture)).toEqual([]);
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books']);
    fixture.loseStore();
    await fixture.apply({ rewrite: true });
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books', 'Ledgers', 'Books']);
  });

  it('are never made twice after a lost answer: a person has to look (law 8)', async () => {
    fixture.emulator.control.plantFaults([{ method: 'POST', path, nth: 1, do: 'drop-after' }]);
    const [outcome] = await fixture.apply();
    expect(outcome && isSuccess(outcome)).toBe(false);
    expect(outcome?.outcomes.map(({ result }) => result)).toContain('unknown');
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books']);
    const refused = await listRefusals(fixture);
    expect(refused.map(({ code, address }) => `${code} ${address}`)).toEqual([
      'category-open northwind/connectors/crm/customCategories/ledgers',
    ]);
    expect(refused[0]?.remedy).toContain(
      'cyclectl state settle -e local northwind/connectors/crm/customCategories/ledgers exists ID, or absent',
    );
    await fixture.apply();
    expect(listMade(fixture)).toEqual(['Ledgers', 'Books']);
  });

  it('go on after a person has said what is there', async () => {
    fixture.emulator.control.plantFaults([{ method: 'POST', path, nth: 1, do: 'drop-before' }]);
    await fixture.apply();
    expect(listMade(fixture)).toEqual(['Books']);
    const at = parseCategoryAddress('northwind/connectors/crm/customCategories/ledgers');
    if (at === null) return expect.unreachable();
    const state = await fixture.store.readState('northwind');
    const settled = resolveCategory(state, at, { kind: 'absent' });
    if ('refused' in settled) return expect.unreachable();
    await fixture.store.update(settled.change);
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Books', 'Ledgers']);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('that are refused are tried again by the next apply', async () => {
    fixture.emulator.control.plantFaults([
      { method: 'POST', path, nth: 1, do: 'status', status: 400 },
    ]);
    const [outcome] = await fixture.apply();
    expect(outcome?.outcomes.map(({ result }) => result)).toContain('failed');
    expect(listMade(fixture)).toEqual(['Books']);
    await applyAll(fixture);
    expect(listMade(fixture)).toEqual(['Books', 'Ledgers']);
  });
});
