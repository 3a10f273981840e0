import { writeCanonicalJson } from '../../kit/canonical-json.ts';
import { beginHash } from '../../kit/running-hash.ts';
import type { PlanChoices, PlanSummary, PlanTarget } from '../../model/plan.ts';
import { planFormat } from '../../model/plan.ts';
import type { PlannedAccount } from '../../model/report.ts';

/** What stands in a plan file beside its accounts. `envelope` is outside the digest: it differs from run to run. */
export type PlanHead = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly envelope: { readonly createdAt: string; readonly tool: string };
};

/** Counts accounts as they pass. */
export type Tally = { add(account: PlannedAccount): void; total(): PlanSummary };

/**
 * A plan as one JSON document, written as its accounts come: one account per line, only those with
 * something to say; then the counts, and last the digest of all that went before. Without a digest it
 * is no plan.
 */
export async function* writePlan(
  head: PlanHead,
  accounts: AsyncIterable<PlannedAccount>,
  tally: Tally,
): AsyncGenerator<string, void, undefined> {
  const hash = beginHash();
  const sealed = (text: string): string => {
    hash.add(text);
    return text;
  };
  yield '{\n';
  yield `"envelope":${writeCanonicalJson(head.envelope)},\n`;
  yield sealed(`"format":${JSON.stringify(planFormat)},\n`);
  yield sealed(`"target":${writeCanonicalJson(head.target)},\n`);
  yield sealed(`"options":${writeCanonicalJson(head.options)},\n`);
  yield sealed('"accounts":[');
  let separator = '\n';
  for await (const account of accounts) {
    tally.add(account);
    if (isSilent(account)) continue;
    yield sealed(`${separator}${writeCanonicalJson(account)}`);
    separator = ',\n';
  }
  yield sealed('\n],\n');
  yield sealed(`"summary":${writeCanonicalJson(tally.total())},\n`);
  yield `"digest":"${hash.end()}"\n}\n`;
}

function isSilent(account: PlannedAccount): boolean {
  if (account.kind === 'unplanned') return false;
  const { changes, operations, notices, hasNews } = account.plan;
  return !hasNews && changes.length + operations.length + notices.length === 0;
}
