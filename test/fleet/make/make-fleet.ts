import type { Emulator } from '../../../src/emulator/emulator.ts';
import { type ConsoleAccount, openFleetUser } from '../console-user.ts';
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
  const fleetUser = await openFleetUser(emulator, seed);
  let first: string | null = null;
  for (let index = 0; index < accounts; index += 1) {
    const account = await makeAccount(fleetUser, index, first);
    first ??= account;
    const consoleAccount: ConsoleAccount = {
      fleetUser,
      account,
      caller: fleetUser.caller.inside(account),
    };
    await makeConnectors(consoleAccount, fleetUser.decks.deal('connector count', connectorCounts));
    await makeCycles(consoleAccount, fleetUser.decks.deal('cycle count', cycleCounts));
  }
  await emulator.control.letPass('2s');
  return { secrets: fleetUser.secrets };
}
