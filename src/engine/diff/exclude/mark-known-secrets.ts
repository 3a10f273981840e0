import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../../model/diff/verdict.ts';
import type { Print } from '../../../model/plan/expectation.ts';
import { findKnownSecrets, type KnownSecrets } from '../../../model/secret/known-secrets.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** What stands for a name in which a secret is. */
const struck = '[secret]';

/**
 * Marks the fields in which somebody has put a secret that is known, and strikes names that have one, so that neither is
 * shown nor kept. What is as Git wants it is not looked at: Git shows it already.
 */
export function markKnownSecrets(diff: AccountDiff, print: Print): AccountDiff {
  const secrets = findKnownSecrets(diff, print);
  const strike = <T extends Named>(live: T, wanted: string | null): T =>
    live.name === wanted || !secrets.isIn(live.name) ? live : { ...live, name: struck };
  const mark = <T extends AnyDiff>(object: T, wanted: string): T => ({
    ...object,
    live: object.live === null ? null : strike(object.live, wanted),
    verdicts: object.verdicts.map((verdict) => markVerdict(verdict, secrets)),
  });
  return {
    ...diff,
    account: mark(diff.account, diff.account.desired.name),
    connectors: diff.connectors.map((each) => mark(each, each.desired.desired.name)),
    cycles: diff.cycles.map((each) => mark(each, each.desired.bound.desired.name)),
    leftConnectors: diff.leftConnectors.map((each) => ({
      ...each,
      live: strike(each.live, null),
    })),
    leftCycles: diff.leftCycles.map((each) => ({ ...each, live: strike(each.live, null) })),
    predecessors: new Map(
      [...diff.predecessors].map(([address, all]) => [
        address,
        all.map((each) => ({ ...each, live: strike(each.live, null) })),
      ]),
    ),
  };
}

type Named = { readonly name: string };

function markVerdict(verdict: FieldVerdict, secrets: KnownSecrets): FieldVerdict {
  const { state, live } = verdict;
  if (state === 'same' || live?.kind !== 'plain') return verdict;
  return secrets.areIn(live.value) ? { ...verdict, holdsSecret: true } : verdict;
}
