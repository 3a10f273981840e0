import { startHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import {
  type PlanChoices,
  type PlanEnvelope,
  type PlanSummary,
  type PlanTarget,
  planFormat,
} from '../../model/plan/plan.ts';
import type { Signer } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';

/**
 * Head of a plan file. `envelope` is outside the digest, because it differs from run to run, and
 * inside the signature.
 */
export type PlanHead = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly envelope: PlanEnvelope;
  readonly signer: Pick<Signer, 'sign'>;
};

/** Counts accounts as they pass. */
export type PlanCounter = { add(account: PlannedAccount): void; total(): PlanSummary };

/**
 * Formats a plan as one JSON document while accounts arrive: one account with content per line,
 * then the counts, the digest of all but the envelope, and the signature. A plan without these is
 * invalid.
 */
export async function* formatPlan(
  head: PlanHead,
  accounts: AsyncIterable<PlannedAccount>,
  tally: PlanCounter,
): AsyncGenerator<string, void, undefined> {
  const [hash, whole] = [startHash(), startHash()];
  const counted = (text: string): string => {
    whole.add(text);
    return text;
  };
  const toSigned = (text: string): string => {
    hash.add(text);
    return counted(text);
  };
  yield counted('{\n');
  yield counted(`"envelope":${formatLine(head.envelope)},\n`);
  yield toSigned(`"format":${JSON.stringify(planFormat)},\n`);
  yield toSigned(`"target":${formatLine(head.target)},\n`);
  yield toSigned(`"options":${formatLine(head.options)},\n`);
  yield toSigned('"accounts":[');
  let separator = '\n';
  for await (const account of accounts) {
    tally.add(account);
    if (isSilent(account)) continue;
    yield toSigned(`${separator}${formatLine(account)}`);
    separator = ',\n';
  }
  yield toSigned('\n],\n');
  yield toSigned(`"summary":${formatLine(tally.total())},\n`);
  yield counted(`"digest":"${hash.end()}",\n`);
  yield `"seal":${JSON.stringify(head.signer.sign(whole.end()))}\n}\n`;
}

// JSON does not escape U+2028 and U+2029, at which some readers end a line.
function formatLine(value: unknown): string {
  return formatCanonicalJson(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function isSilent(account: PlannedAccount): boolean {
  if (account.kind === 'unplanned') return false;
  const { changes, operations, notices, hasNews, refused = [] } = account.plan;
  return !hasNews && changes.length + operations.length + notices.length + refused.length === 0;
}
