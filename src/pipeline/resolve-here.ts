import type { DesiredAccount } from '../model/desired.ts';
import type { AccountDocument } from '../model/manifest.ts';
import type { Secrets } from '../model/ports.ts';
import type { KnownEnvironments } from '../model/variable.ts';
import { resolveAccount } from '../stages/resolve/resolve-account.ts';

/** The environment of a run, and where its secrets are. */
type Resolving = {
  readonly environment: string;
  readonly environments: KnownEnvironments;
  readonly secrets: Secrets;
};

/**
 * The account as it is wanted in the environment of the run, with what cyclectl.yaml says there of who owns its fields
 * after what the account says itself. Null where it does not exist there.
 */
export async function resolveHere(
  { environment, environments, secrets }: Resolving,
  document: AccountDocument,
): Promise<DesiredAccount | null> {
  const desired = await resolveAccount(document, environment, secrets);
  const ownership = environments.get(environment)?.ownership ?? [];
  return desired === null || ownership.length === 0
    ? desired
    : { ...desired, ownership: [...desired.ownership, ...ownership] };
}
