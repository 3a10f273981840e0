import type { Emulator } from '../../../src/emulator/emulator.ts';
import { type ConsoleAccount, openHand } from '../hand.ts';
import { makeAccount } from './make-account.ts';
import { makeConnectors } from './make-connectors.ts';
import { makeCycles } from './make-cycles.ts';

/** The secrets of a fleet, which the service does not show. */
export type Fleet = {
  /** Secrets by the place of `toCommandContext`. */
  readonly secrets: ReadonlyMap<string, string>;
};

// Three on average.
const cycleCounts = [0, 2, 3, 3, 4, 6];
const connectorCounts = [0, 1, 2, 2, 3, 4];

/**
 * Makes a fleet in the console by plain requests, with slightly different accounts; the same seed
 * makes the same fleet. At the end due cycles run once.
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
