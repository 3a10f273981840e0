import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSuccess } from '../../src/model/outcome.ts';
import { openWorkplace, planOf, type TestWorkplace } from '../worlds/workplace.ts';

async function readQuickstart(): Promise<Record<string, string>> {
  const root = new URL('../../examples/quickstart/', import.meta.url);
  const names = ['accounts/contoso.yaml', 'accounts/northwind.yaml'];
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, root), 'utf8')));
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      (texts[index] ?? '').replaceAll(
        /file: secrets\/([a-z-]+)\.not-a-secret/g,
        (_all, id: string) => `env: ${id.replaceAll('-', '_')}`,
      ),
    ]),
  );
}

describe('the quickstart', () => {
  let place: TestWorkplace;
  beforeAll(async () => {
    place = await openWorkplace({
      manifests: await readQuickstart(),
      secrets: {
        northwind_crm_key: 'canary-1',
        northwind_files_password: 'canary-2',
        contoso_warehouse_key: 'canary-3',
        contoso_client_secret: 'canary-4',
      },
    });
  });

  it('is planned, applied, and then there is nothing to do', async () => {
    const planned = await place.plan();
    for (const account of ['contoso', 'northwind']) planOf(planned, account);
    const outcomes = await place.apply({ planned });
    expect(
      outcomes.flatMap((item) => [
        ...item.diagnostics,
        ...item.outcomes.flatMap((one) => one.diagnostics),
      ]),
    ).toEqual([]);
    expect(outcomes.every(isSuccess)).toBe(true);
    const again = await place.plan();
    for (const account of ['contoso', 'northwind']) {
      const plan = planOf(again, account);
      expect({ operations: plan.operations, changes: plan.changes, hasNews: plan.hasNews }).toEqual(
        { operations: [], changes: [], hasNews: false },
      );
    }
    expect(
      (await place.drift()).flatMap((item) => (item.kind === 'read' ? item.items : [])),
    ).toEqual([]);
  });
});
