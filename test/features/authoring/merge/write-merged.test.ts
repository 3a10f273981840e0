import { describe, expect, it } from 'vitest';
import { OperationalError } from '../../../../src/kit/operational-error.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';

describe('A file', () => {
  it('of two accounts is written once, or not at all where one of them cannot be read', async () => {
    const fixture = await openTwo();
    let writes = 0;
    const merged = await exportAccounts(fixture, {
      merge: 'moved',
      onReplace: () => (writes += 1),
    });
    expect(merged.map(({ kind }) => kind)).toEqual(['merged', 'merged']);
    expect(writes).toBe(1);

    const other = await openTwo();
    const before = other.manifests.get(file);
    other.emulator.control.plantFaults([
      {
        method: 'GET',
        path: `/v1.0/cycles/${readLive(other, 'northwind').cycles[0]?.id}/steps`,
        every: 1,
        do: 'status',
        status: 503,
      },
    ]);
    const left = await exportAccounts(other, { merge: 'moved' });
    expect(left).toMatchObject([
      { kind: 'failed', account: 'contoso', diagnostics: [{ code: 'file-not-merged' }] },
      { kind: 'failed', account: 'northwind', diagnostics: [{ code: 'unread' }] },
    ]);
    expect(other.manifests.get(file)).toBe(before);
  });

  it('that a person edits meanwhile is left as that person wrote it', async () => {
    const fixture = await openTwo();
    const edited = `${fixture.manifests.get(file)}# Edited.\n`;
    const left = await exportAccounts(fixture, {
      merge: 'moved',
      onReplace: () => fixture.manifests.set(file, edited),
    });
    expect(left).toMatchObject([
      { kind: 'failed', diagnostics: [{ code: 'file-changed' }] },
      { kind: 'failed', diagnostics: [{ code: 'file-changed' }] },
    ]);
    expect(fixture.manifests.get(file)).toBe(edited);
  });

  it('that cannot be written is reported for each of its accounts', async () => {
    const fixture = await openTwo();
    const written = await exportAccounts(fixture, {
      merge: 'moved',
      onReplace: () => {
        throw new OperationalError('cannot write it: the disk is full', { remedy: 'Make room.' });
      },
    });
    const code = 'file-not-written';
    expect(written).toMatchObject([
      { kind: 'failed', diagnostics: [{ code, address: 'contoso', remedy: 'Make room.' }] },
      { kind: 'failed', diagnostics: [{ code, address: 'northwind' }] },
    ]);
  });
});

// Two accounts in one file, the names of which somebody has changed.
async function openTwo(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  const [one, two] = ['northwind', 'contoso'].map(
    (key) => fixture.manifests.get(`accounts/${key}.yaml`) ?? '',
  );
  fixture.manifests.delete('accounts/contoso.yaml');
  fixture.manifests.set(file, `${one}---\n${two}`);
  await fixture.apply();
  for (const key of ['northwind', 'contoso'] as const) {
    const { id } = readLive(fixture, key);
    const body = { Name: `${key} by hand` };
    await consoleRequest(fixture.emulator, { method: 'PUT', path: `/v1.0/accounts/${id}`, body });
  }
  return fixture;
}
