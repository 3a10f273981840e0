import type { DesiredAccount } from '../../model/desired/desired.ts';
import { type Ignored, isOfObject } from '../../model/desired/scope/ignored.ts';
import type { OwnerRule } from '../../model/desired/scope/ownership.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Secrets } from '../../model/ports.ts';
import { resolveAccount } from '../resolve/resolve-account.ts';
import { addExpectedOfDocument } from './add-expected-secrets.ts';

/** Environment of a run, its secrets, and the date in UTC. */
type Resolving = {
  readonly environment: string;
  readonly environments: KnownEnvironments;
  readonly secrets: Secrets;
  readonly today: string;
};

/**
 * Resolves the account for a run: active ignores go before its own ownership rules, and those of
 * cyclectl.yaml come last. Null if it does not exist in the environment.
 */
export async function resolveForRun(
  { environment, environments, secrets, today }: Resolving,
  document: AccountDocument,
): Promise<DesiredAccount | null> {
  addExpectedOfDocument({ secrets }, document);
  const desired = await resolveAccount(document, environment, secrets);
  if (desired === null) return null;
  const ofAll = environments.get(environment)?.ownership ?? [];
  const ignores = desired.ignores.map((each) => (each.until < today ? toOver(each) : each));
  const rules = ignores.flatMap((each) =>
    each.isOver === true || isOfObject(each) ? [] : [toRule(each)],
  );
  return { ...desired, ignores, ownership: [...rules, ...desired.ownership, ...ofAll] };
}

function toOver(ignored: Ignored): Ignored {
  return { ...ignored, isOver: true };
}

function toRule(ignored: Ignored): OwnerRule {
  return { pattern: ignored.path, owner: 'observed', ignored };
}
