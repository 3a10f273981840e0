import { writeCanonicalJson } from '../../kit/canonical-json.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountOutcome } from '../../model/outcome.ts';
import type {
  ApplyFrame,
  DriftAccount,
  DriftFrame,
  PlanFrame,
  PlannedAccount,
} from '../../model/report.ts';

/** Version of the documents that `--format json` prints. */
export const reportFormat = 'cyclectl.dev/report/v1';

/** A plan as data; the text is rendered from the same values. */
export function writePlanJson(
  frame: PlanFrame,
  accounts: AsyncIterable<PlannedAccount>,
): AsyncGenerator<string, void, undefined> {
  return writeDocument('plan', frame, accounts);
}

/** A drift report as data. */
export function writeDriftJson(
  frame: DriftFrame,
  accounts: Iterable<DriftAccount>,
): AsyncGenerator<string, void, undefined> {
  return writeDocument('drift', frame, accounts);
}

/** What became of an apply as data. */
export function writeApplyJson(
  frame: ApplyFrame,
  accounts: readonly AccountOutcome[],
): AsyncGenerator<string, void, undefined> {
  return writeDocument('apply', frame, accounts);
}

/** What validate found as data. */
export function writeValidateJson(diagnostics: readonly Diagnostic[], accounts: number): string {
  return `${writeCanonicalJson({ format: reportFormat, kind: 'validate', accounts, diagnostics })}\n`;
}

// One account per line, so that a fleet can be read as it comes.
async function* writeDocument(
  kind: string,
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  yield `{"format":${JSON.stringify(reportFormat)},"kind":"${kind}","run":${writeCanonicalJson(frame)},\n"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${writeCanonicalJson(account)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
