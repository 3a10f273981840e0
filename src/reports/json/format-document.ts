import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';
import {
  type Report,
  type ReportMetadata,
  reportFormat,
} from '../../model/report/report-document.ts';
import { withRemedies } from './with-remedies.ts';

/** A report as data, whole: every other format of it can be made from this one. */
export async function* formatReportJson(
  { kind, run, accounts }: Report,
  made: ReportMetadata,
): AsyncGenerator<string, void, undefined> {
  yield* formatAccounts(
    `${formatDocumentHead(kind)},"made":${formatSafeJson(made)}`,
    run,
    accounts(),
  );
}

/** A document of a run with one account per line, so that a fleet is written and read as it comes. */
export function formatDocument(
  kind: 'adopt' | 'verify' | 'export' | 'status',
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  return formatAccounts(formatDocumentHead(kind), frame, accounts);
}

async function* formatAccounts(
  head: string,
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  yield `${head},"run":${formatSafeJson(frame)},\n"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${formatSafeJson(account)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** The beginning of every document that `--format json` prints: its version and its kind. */
export function formatDocumentHead(
  kind:
    | Report['kind']
    | 'ignored'
    | 'drift-adopt'
    | 'adopt'
    | 'verify'
    | 'export'
    | 'catalog'
    | 'call'
    | 'state'
    | 'waits'
    | 'open'
    | 'history'
    | 'trend'
    | 'secrets'
    | 'rekey'
    | 'init'
    | 'diff'
    | 'proposal'
    | 'import'
    | 'snapshot'
    | 'promote'
    | 'compare'
    | 'forge'
    | 'status',
): string {
  return `{"format":${JSON.stringify(reportFormat)},"kind":"${kind}"`;
}

/**
 * JSON that is safe to print on a terminal: control characters occur only in its texts, and are
 * escaped.
 */
export function formatSafeJson(value: unknown): string {
  return toVisibleJson(formatCanonicalJson(withRemedies(value)));
}
