import { describe, expect, it } from 'vitest';
import { runStatus } from '../../../../src/features/inspect/status/run-status.ts';
import type { ReadStatus } from '../../../../src/model/report/status.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { openQuickstart } from '../../../worlds/quickstart.ts';

const connector = 'Sample File Store';
const newest = { promote: { connector, release: { version: '4.0' } } };
const catalog = '/v1.0/connectors';

async function lookAt(fixture: TestFixture) {
  const before = fixture.emulator.requests().length;
  const { run } = await fixture.open();
  const now = fixture.emulator.control.advance('0s');
  const accounts = await Array.fromAsync(runStatus({ ...run, now }));
  return {
    accounts: accounts.filter((each): each is ReadStatus => each.kind === 'read'),
    paths: fixture.emulator
      .requests()
      .slice(before)
      .map(({ path }) => path),
  };
}

function count(paths: readonly string[], path: string): number {
  return paths.filter((each) => each === path).length;
}

describe('connectors behind the latest release', () => {
  it('are those of drift, for one list of the catalog in the whole run', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const before = await lookAt(fixture);
    expect(before.accounts.flatMap(({ behind }) => behind)).toEqual([]);
    fixture.emulator.control.console(newest);
    const { accounts, paths } = await lookAt(fixture);
    const found = accounts.flatMap(({ behind }) => behind);
    expect(found).toMatchObject([
      {
        address: 'contoso/connectors/warehouse',
        name: connector,
        installed: { version: '3.1' },
        latest: { version: '4.0' },
      },
      { address: 'northwind/connectors/files' },
    ]);
    expect(paths.filter((path) => !path.endsWith('/token')).toSorted()).toEqual([
      catalog,
      '/v1.0/cycles',
      '/v1.0/cycles',
    ]);
    const notices = (await fixture.drift()).flatMap((each) =>
      each.kind === 'read' ? each.notices : [],
    );
    expect(notices.filter(({ kind }) => kind === 'behind-release')).toEqual(
      found.map(({ id: _, ...rest }) => ({ kind: 'behind-release', ...rest })),
    );
  });

  it('are named by their id if the state is lost', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    fixture.emulator.control.console(newest);
    const known = (await lookAt(fixture)).accounts.flatMap(({ behind }) => behind);
    fixture.loseStore();
    expect((await lookAt(fixture)).accounts.flatMap(({ behind }) => behind)).toEqual(
      known.map((each) => ({ ...each, address: null })),
    );
  });

  it('are unknown if the catalog is refused, which is asked once and fails no account', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: catalog, every: 1, do: 'status', status: 403 },
    ]);
    const { accounts, paths } = await lookAt(fixture);
    const behindUnread = expect.stringContaining('403') as string;
    expect(accounts).toMatchObject([
      { behind: [], behindUnread },
      { behind: [], behindUnread },
    ]);
    expect(count(paths, catalog)).toBe(1);
  });

  it('cost nothing where no cycle uses a connector', async () => {
    const fixture = await openQuickstart();
    const { accounts, paths } = await lookAt(fixture);
    expect(accounts.map(({ behind }) => behind)).toEqual([[], []]);
    expect(count(paths, catalog)).toBe(0);
  });
});
