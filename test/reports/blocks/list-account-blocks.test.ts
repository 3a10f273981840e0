import { expect, it } from 'vitest';
import { orderByRank } from '../../../src/reports/blocks/list-account-blocks.ts';

type Account = { readonly name: string; readonly rank: number | null };

const accounts: readonly Account[] = [
  { name: 'a', rank: 7 },
  { name: 'b', rank: null },
  { name: 'c', rank: 2 },
  { name: 'd', rank: 7 },
  { name: 'e', rank: 2 },
];

it('gives accounts by their rank, and those of equal rank in the order that they had', async () => {
  const names: string[] = [];
  const rankOf = ({ rank }: Account) => rank;
  for await (const { name } of orderByRank(() => accounts, rankOf)) names.push(name);
  expect(names).toEqual(['c', 'e', 'a', 'd']);
});

it('takes no account before the one before was used, and walks once more than there are ranks', async () => {
  let [held, most, walks] = [0, 0, 0];
  async function* walk(): AsyncGenerator<Account, void, undefined> {
    walks += 1;
    for (const account of accounts) {
      held += 1;
      most = Math.max(most, held);
      yield account;
      held -= 1;
    }
  }
  for await (const account of orderByRank(walk, ({ rank }) => rank)) {
    expect(account).toBeDefined();
    expect(held).toBe(1);
  }
  expect([most, walks]).toEqual([1, 3]);
});
