type Several<Account> = Iterable<Account> | AsyncIterable<Account>;

/**
 * Orders accounts by rank, then by the order of the report; `toRank` gives null to omit one. Walks
 * them once per rank, so that one at a time is in memory.
 */
export async function* orderByRank<Account>(
  accounts: () => Several<Account>,
  rankOf: (account: Account) => number | null,
): AsyncGenerator<Account, void, undefined> {
  const ranks: (number | null)[] = [];
  for await (const account of accounts()) ranks.push(rankOf(account));
  const present = new Set(ranks.filter((rank) => rank !== null));
  for (const rank of [...present].toSorted((left, right) => left - right)) {
    let index = 0;
    for await (const account of accounts()) {
      if (ranks[index] === rank) yield account;
      index += 1;
    }
  }
}
