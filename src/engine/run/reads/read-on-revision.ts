import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { makeAccountFinder } from '../../live/open-account-finder.ts';
import type { RunContext } from '../../observe/run-context.ts';

/**
 * Reads an account by `look`, and again if a rollout brought it to another revision meanwhile, because that is
 * recorded before its first write.
 */
export async function readOnRevision<L>(
  context: RunContext,
  entry: AccountEntry,
  look: (context: RunContext, isAgain: boolean) => Promise<L>,
): Promise<L> {
  const found = await look(context, false);
  if ((await context.revisions?.readAgain(entry)) !== true) return found;
  // A list of the run may be older than the first write.
  const fresh = { ...context, findAccount: makeAccountFinder(context.reader) };
  for (;;) {
    const again = await look(fresh, true);
    if ((await context.revisions?.readAgain(entry)) !== true) return again;
  }
}
