import { writeCanonicalJson } from '../../kit/json/canonical-json.ts';
import { beginHash } from '../../kit/running-hash.ts';
import type { PlanChoices, PlanEnvelope, PlanSummary, PlanTarget } from '../../model/plan/plan.ts';
import { planFormat } from '../../model/plan/plan.ts';
import type { Sealer } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';

/**
 * What stands in a plan file beside its accounts. `envelope` is outside the digest, since it differs from run to
 * run, and inside the seal.
 */
export type PlanHead = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly envelope: PlanEnvelope;
  readonly sealer: Pick<Sealer, 'seal'>;
};

/** Counts accounts as they pass. */
export type Tally = { add(account: PlannedAccount): void; total(): PlanSummary };

/**
 * A plan as one JSON document, written as its accounts come: one account per line, only those with
 * something to say; then the counts, the digest of all but the envelope, and last the seal of all that went
 * before. Without the two it is no plan.
 */
export async function* writePlan(
  head: PlanHead,
  accounts: AsyncIterable<PlannedAccount>,
  tally: Tally,
): AsyncGenerator<string, void, undefined> {
  const [hash, whole] = [beginHash(), beginHash()];
  const counted = (text: string): string => {
    whole.add(text);
    return text;
  };
  const sealed = (text: string): string => {
    hash.add(text);
    return counted(text);
  };
  yield counted('{\n');
  yield counted(`"envelope":${writeLine(head.envelope)},\n`);
  yield sealed(`"format":${JSON.stringify(planFormat)},\n`);
  yield sealed(`"target":${writeLine(head.target)},\n`);
  yield sealed(`"options":${writeLine(head.options)},\n`);
  yield sealed('"accounts":[');
  let separator = '\n';
  for await (const account of accounts) {
    tally.add(account);
    if (isSilent(account)) continue;
    yield sealed(`${separator}${writeLine(account)}`);
    separator = ',\n';
  }
  yield sealed('\n],\n');
  yield sealed(`"summary":${writeLine(tally.total())},\n`);
  yield counted(`"digest":"${hash.end()}",\n`);
  yield `"seal":${JSON.stringify(head.sealer.seal(whole.end()))}\n}\n`;
}

// JSON leaves two signs alone at which readers of lines end a line (U+2028, U+2029).
function writeLine(value: unknown): string {
  return writeCanonicalJson(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function isSilent(account: PlannedAccount): boolean {
  if (account.kind === 'unplanned') return false;
  const { changes, operations, notices, hasNews } = account.plan;
  return !hasNews && changes.length + operations.length + notices.length === 0;
}
