import type { Facts, Portrait } from './portrait.ts';

/** Difference of two services at a place. */
export type Difference = {
  readonly account: string;
  readonly path: string;
  readonly first: string | null;
  readonly second: string | null;
};

/** Compares two services account by account. */
export function comparePortraits(first: Portrait, second: Portrait): readonly Difference[] {
  const accounts = new Set([...first.keys(), ...second.keys()]);
  return [...accounts].flatMap((account) => {
    const before = first.get(account);
    const after = second.get(account);
    const paths = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
    return [...paths].flatMap((path): Difference[] => {
      const sides = { first: read(before, path), second: read(after, path) };
      return sides.first === sides.second ? [] : [{ account, path, ...sides }];
    });
  });
}

// An ignored value counts as none, like one that was never mapped.
function read(facts: Facts | undefined, path: string): string | null {
  const fact = facts?.get(path) ?? null;
  return fact === '["Ignore"]' ? null : fact;
}

/** A difference as a line to read. */
export function writeDifference({ account, path, first, second }: Difference): string {
  return `${account}/${path}: ${first ?? 'nothing'}, and on the other side ${second ?? 'nothing'}`;
}
