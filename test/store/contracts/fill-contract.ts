import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportState } from '../../../src/features/operations/state/export-state.ts';
import { readState } from '../../../src/features/operations/state/read-state.ts';
import { toFieldPath } from '../../../src/model/address.ts';
import { SecretValue } from '../../../src/model/secret/secret.ts';
import type { StateEntry } from '../../../src/model/state/state-entry.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { anyChange } from '../account-states.ts';
import { makeFullChange, makeHolder, makeRun, makeRunAccount } from '../samples.ts';
import { revisionChanges } from './revision-contract.ts';
import type { StoreOpeners } from './store-contract.ts';

const account = 'northwind';
const target = { environment: 'prod', service: 'remote', address: 'https://one.test' } as const;

/** Contract of every store for imports. */
export function describeFilling(makeOpeners: () => Promise<StoreOpeners>): void {
  async function openNew() {
    return (await makeOpeners()).openWriter();
  }

  it('takes in all that another store wrote down, whatever texts are in it', async () => {
    const [source, copy] = [await openNew(), await openNew()];
    const changes = fc.sample(anyChange, { numRuns: 40, seed: 7 });
    for (const change of changes) await source.update(change);
    await source.saveTarget(target);
    await source.revokeLinks('northwind', '2026-11-30T10:00:00.000Z');
    await source.saveRun(makeRun('run-1', '2026-11-21T19:00:00Z'));
    await source.saveRun(makeRun('run-2'));
    const names = Array.from({ length: 120 }, (_, at) => `a${at + 100}`);
    await source.saveRunAccounts(
      'run-2',
      names.map((name) => makeRunAccount(name, 'begun')),
    );
    for (const change of revisionChanges) await source.updateRevisions(change);
    await source.acquireLock(account, makeHolder('ann-1'));

    const written = await exportFrom(source);
    await copy.fill(() => readState(toLines(written), { file: 'a.jsonl', scope: 'a/b' }));
    expect(await exportFrom(copy)).toBe(written);
    expect(await copy.listAccounts()).toEqual(await source.listAccounts());
    // Who works on an account is not known to the copy.
    expect(await copy.listLocks()).toEqual([]);
    for (const store of [source, copy]) await store.close();
  });

  it('keeps and writes down no secret, also where a mistake of ours puts one into a record', async () => {
    const store = await openNew();
    const secret = 'c4nary-of-a-secret';
    const value = new SecretValue(secret) as never;
    const applied = { [toFieldPath('auth')]: { kind: 'plain', value } } as never;
    const [object] = makeFullChange(account).saveObjects ?? [];
    if (object === undefined) throw new Error('the sample has no object');
    await store.update({ account, saveObjects: [{ ...object, applied }] });
    const written = await exportFrom(store);
    expect(written).toContain('"auth":');
    for (const form of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')])
      expect(written).not.toContain(form);
    await store.close();
  });

  it('takes in nothing where the last line is wrong', async () => {
    const store = await openNew();
    function* entries(): Generator<StateEntry> {
      yield { kind: 'target', record: target };
      for (const record of makeFullChange(account).saveObjects ?? [])
        yield { kind: 'object', account, record };
      throw new Error('cut');
    }
    await expect(store.fill(entries)).rejects.toThrow('cut');
    expect(await store.listAccounts()).toEqual([]);
    expect(await store.readTarget()).toBeNull();
    await store.close();
  });

  it('imports nothing into a store with records or a lock', async () => {
    const nothing = () => [];
    for (const begin of [
      (store: Store) =>
        store.update({ account, openWrites: makeFullChange(account).openWrites ?? [] }),
      (store: Store) => store.saveRun(makeRun('run-1')),
      (store: Store) => store.saveTarget(target),
      (store: Store) => store.acquireLock(account, makeHolder('ann-1')),
    ]) {
      const store = await openNew();
      await store.fill(nothing);
      await begin(store);
      await expect(store.fill(nothing)).rejects.toThrow(StoreError);
      await store.close();
    }
  });

  it('is filled by one of two that come at once', async () => {
    const openers = await makeOpeners();
    const stores = [await openers.openWriter(), await openers.openWriter()];
    const filled = await Promise.allSettled(
      stores.map((store) => store.fill(() => [{ kind: 'target', record: target }])),
    );
    expect(filled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const store of stores) await store.close();
  });
}

type Store = Awaited<ReturnType<StoreOpeners['openWriter']>>;

async function exportFrom(store: Store): Promise<string> {
  let text = '';
  for await (const piece of exportState('a/b', store, () => undefined)) text += piece;
  return text;
}

function toLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}
