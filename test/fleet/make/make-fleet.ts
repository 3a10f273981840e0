import type { Emulator } from '../../../src/emulator/emulator.ts';
import { type ConsoleAccount, openHand } from '../hand.ts';
import { makeAccount } from './make-account.ts';
import { makeConnectors } from './make-connectors.ts';
import { makeCycles } from './make-cycles.ts';

/** What the person who made a fleet remembers beside what the service shows. */
export type Fleet = {
  /** Secrets by the place of `toCommandContext`. */
  readonly secrets: ReadonlyMap<string, string>;
};

// Three on average.
const cycleCounts = [0, 2, 3, 3, 4, 6];
const connectorCounts = [0, 1, 2, 2, 3, 4];

/**
 * Makes a fleet as people did in the console: by plain requests, one account after the other, each of them a
 * bit different. The same seed makes the same fleet. At the end what is due runs once.
 */
export async function makeFleet(
  emulator: Emulator,
  { accounts, seed }: { readonly accounts: number; readonly seed: number },
): Promise<Fleet> {
  const hand = await openHand(emulator, seed);
  let first: string | null = null;
  for (let index = 0; index < accounts; index += 1) {
    const account = await makeAccount(hand, index, first);
    first ??= account;
    const room: ConsoleAccount = { hand, account, caller: hand.caller.inside(account) };
    await makeConnectors(room, hand.decks.deal('connector count', connectorCounts));
    await makeCycles(room, hand.decks.deal('cycle count', cycleCounts));
  }
  await emulator.control.letPass('2s');
  return { secrets: hand.secrets };
}
