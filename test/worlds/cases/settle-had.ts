import { observeAccount } from '../../../src/engine/observe/observe-account.ts';
import { fromManifest } from '../../../src/engine/observe/source.ts';
import { openRunContext } from '../../../src/engine/run/open-run.ts';
import { resolveDone } from '../../../src/features/operations/state/settle/resolve-done.ts';
import { type Address, parseObjectAddress } from '../../../src/model/address.ts';
import type { TestFixture } from '../fixture.ts';

/** Says of an object that what is left to a person is done, as `cyclectl state settle ADDRESS done` does. */
export async function settleHad(fixture: TestFixture, address: string): Promise<void> {
  const { run } = await fixture.open();
  const account = parseObjectAddress(address)?.account;
  const entry = run.entries.find(({ key }) => key === account);
  if (entry === undefined) throw new Error(`The workplace has no account ${account}`);
  const observation = await observeAccount(
    await openRunContext(run.context, 1),
    fromManifest(entry),
  );
  if (observation.kind !== 'observed') throw new Error('The account could not be looked at');
  const settled = resolveDone(observation.diff, address as Address);
  if ('refused' in settled) throw new Error(settled.refused.summary);
  await fixture.store.update(settled.change);
}
