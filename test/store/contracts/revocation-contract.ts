import { expect, it } from 'vitest';
import type { StoreOpeners } from './store-contract.ts';

/** Contract of every store for revocations of sign-in links. */
export function describeRevocations(makeOpeners: () => Promise<StoreOpeners>): void {
  it('keeps all revocations that came at the same time, and of two the later', async () => {
    const openers = await makeOpeners();
    const stores = [await openers.openWriter(), await openers.openWriter()];
    const reader = await openers.openReader();
    expect(await reader.readRevocations()).toEqual({});
    const at = '2099-11-30T10:00:00.000Z';
    const names = Array.from({ length: 10 }, (_, index) => `account-${index}`);
    await Promise.all(names.map((name, index) => stores[index % 2]?.revokeLinks(name, at)));
    // A machine that is behind brings no link back.
    await stores[0]?.revokeLinks('account-1', '2020-01-01T00:00:00.000Z');
    expect(await reader.readRevocations()).toEqual(
      Object.fromEntries(names.map((name) => [name, at])),
    );
    for (const each of [...stores, reader]) await each.close();
  });
}
