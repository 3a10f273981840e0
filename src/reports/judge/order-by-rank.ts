type Several<Account> = Iterable<Account> | AsyncIterable<Account>;

/**
 * Accounts by their rank, those of equal rank in the order of the report; `toRank` gives null for one that has nothing to
 * say. They are walked once to rank them and once for each rank that there is, so that no two are in memory.
 */
export async function* orderByRank<Account>(
  accounts: () => Several<Account>,
  rankOf: (account: Account) => number | null,
): AsyncGenerator<Account, void, undefined> {
  const ranks: (number | null)[] = [];
  for await (const account of accounts()) ranks.push(rankOf(account));
  const present = new Set(ranks.filter((rank) => rank !== null));
  for (const rank of [...present].toSorted((left, right) => left - right)) {
    let place = 0;
    for await (const account of accounts()) {
      if (ranks[place] === rank) yield account;
      place += 1;
    }
  }
}
