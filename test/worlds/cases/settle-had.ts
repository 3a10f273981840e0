import { lookAtAccount } from '../../../src/engine/observe/look-at-account.ts';
import { openLooking } from '../../../src/engine/run/make-plan.ts';
import { settleDone } from '../../../src/features/operations/state/settle/note-done.ts';
import { type Address, parseObjectAddress } from '../../../src/model/address.ts';
import type { TestWorkplace } from '../workplace.ts';

/** Says of an object that what is left to a person is done, as `cyclectl state settle ADDRESS done` does. */
export async function settleHad(place: TestWorkplace, address: string): Promise<void> {
  const { run } = await place.open();
  const account = parseObjectAddress(address)?.account;
  const entry = run.entries.find(({ key }) => key === account);
  if (entry === undefined) throw new Error(`The workplace has no account ${account}`);
  const sight = await lookAtAccount(await openLooking(run.looking, 1), entry);
  if (sight.kind !== 'seen') throw new Error('The account could not be looked at');
  const settled = settleDone(sight.diff, address as Address);
  if ('refused' in settled) throw new Error(settled.refused.summary);
  await place.store.change(settled.change);
}
