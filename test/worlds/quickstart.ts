import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '../../src/model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../src/model/plan/outcome.ts';
import { listRefusedDiagnostics } from '../../src/model/plan/refused.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { type DumpedAccount, findDumped } from './console/dumped.ts';
import {
  type ApplyOptions,
  type FixtureOptions,
  openFixture,
  planOf,
  type TestFixture,
} from './fixture.ts';

/** Values of the quickstart's secrets, each found wherever it appears. */
export const quickstartSecrets = {
  northwind_crm_key: 'canary-1+ä/crm=',
  northwind_files_password: 'canary-2+ö/files=',
  contoso_warehouse_key: 'canary-3 & warehouse',
  contoso_client_secret: 'canary-4"client\\',
} as const;

/** External ids of the quickstart's accounts, by key. */
export const quickstartIds = { contoso: 'contoso.example', northwind: 'northwind-8812' } as const;

/** A workplace with the manifests of the quickstart, nothing of them applied. */
export async function openQuickstart(
  options: Omit<Partial<FixtureOptions>, 'manifests' | 'secrets'> = {},
): Promise<TestFixture> {
  const manifests = Object.fromEntries(
    await Promise.all(
      (['contoso', 'northwind'] as const).map(
        async (key) => [`accounts/${key}.yaml`, await readQuickstartManifest(key)] as const,
      ),
    ),
  );
  return openFixture({ ...options, manifests, secrets: quickstartSecrets });
}

/** A manifest of the quickstart, its secrets as variables. */
export async function readQuickstartManifest(key: keyof typeof quickstartIds): Promise<string> {
  const url = new URL(`../../examples/quickstart/accounts/${key}.yaml`, import.meta.url);
  const text = await readFile(url, 'utf8');
  return text.replaceAll(
    /file: secrets\/([a-z-]+)\.not-a-secret/g,
    (_, id: string) => `env: ${id.replaceAll('-', '_')}`,
  );
}

/** Replaces text in a manifest; fails where it is not there. */
export function editManifest(
  fixture: TestFixture,
  key: string,
  edit: { readonly from: string | RegExp; readonly to: string },
): void {
  const path = `accounts/${key}.yaml`;
  const before = fixture.manifests.get(path) ?? '';
  const after = before.replace(edit.from, edit.to);
  if (after === before) throw new Error(`${path} has no ${edit.from}`);
  fixture.manifests.set(path, after);
}

/** Applies with as many deletes as the plan has, and all replaces, and gives what became of it. */
export async function applyAll(
  fixture: TestFixture,
  options: ApplyOptions = {},
): Promise<readonly AccountOutcome[]> {
  const planned = options.planned ?? (await fixture.plan());
  const deletes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  const allowDeletes = deletes.filter(({ verb }) => verb === 'delete' || verb === 'replace').length;
  return fixture.apply({
    allowReplace: true,
    allowNewWebhookUrls: true,
    ...options,
    planned,
    allowDeletes,
  });
}

/** All that is said of some outcomes. */
export function listReported(outcomes: readonly AccountOutcome[]): readonly Diagnostic[] {
  return outcomes.flatMap((each) => [
    ...each.diagnostics,
    ...each.outcomes.flatMap(({ diagnostics }) => diagnostics),
    ...listRefusedDiagnostics(each.refused ?? []),
  ]);
}

/** Why accounts or objects of them were refused; of all accounts, or of one. */
export function listReasons(
  planned: readonly PlannedAccount[],
  account?: string,
): readonly Diagnostic[] {
  return planned.flatMap((each) => {
    const name = each.kind === 'planned' ? each.plan.account : each.account;
    if (account !== undefined && name !== account) return [];
    return each.kind === 'unplanned'
      ? each.diagnostics
      : listRefusedDiagnostics(each.plan.refused ?? []);
  });
}

/** Remaining operations of a plan by account, to compare with nothing. */
export function listLeft(planned: readonly PlannedAccount[]): readonly string[] {
  return planned.flatMap((each) => {
    if (each.kind === 'unplanned') return each.diagnostics.map(({ summary }) => summary);
    const { operations, changes, hasNews, refused = [] } = each.plan;
    return [
      ...listRefusedDiagnostics(refused).map(({ summary }) => summary),
      ...operations.map(({ address, does }) => `${address} ${does}`),
      ...changes.map(({ address, verb }) => `${verb} ${address}`),
      ...(hasNews ? [`${each.plan.account} has news`] : []),
    ];
  });
}

/** An account of the quickstart as the service holds it; fails where it has none. */
export function readLive(fixture: TestFixture, key: keyof typeof quickstartIds): DumpedAccount {
  const found = findDumped(fixture.emulator, quickstartIds[key]);
  if (found === null) throw new Error(`The service has no ${key}`);
  return found;
}

/** The writes that the service got since a number of requests, `METHOD path`, sign-ins aside. */
export function listWrites(fixture: TestFixture, since = 0): readonly string[] {
  return fixture.emulator
    .requests()
    .slice(since)
    .filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token')
    .map(({ method, path }) => `${method} ${path}`);
}

/** The one plan of an account, from a fresh plan. */
export async function planOne(fixture: TestFixture, key: string) {
  return planOf(await fixture.plan(), key);
}
