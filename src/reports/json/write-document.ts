import { writeCanonicalJson } from '../../kit/json/canonical-json.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';
import { type Made, type Report, reportFormat } from '../../model/report/report-document.ts';
import { fillRemedies } from '../words/fill-remedies.ts';

/** A report as data, whole: every other format of it can be made from this one. */
export async function* writeReportJson(
  { kind, run, accounts }: Report,
  made: Made,
): AsyncGenerator<string, void, undefined> {
  yield* writeAccounts(`${writeHead(kind)},"made":${writeSafeJson(made)}`, run, accounts());
}

/** A document of a run with one account per line, so that a fleet is written and read as it comes. */
export function writeDocument(
  kind: 'adopt' | 'verify' | 'export' | 'status',
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  return writeAccounts(writeHead(kind), frame, accounts);
}

async function* writeAccounts(
  head: string,
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  yield `${head},"run":${writeSafeJson(frame)},\n"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${writeSafeJson(account)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** The beginning of every document that `--format json` prints: its version and its kind. */
export function writeHead(
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

/** JSON of which a terminal acts upon nothing: such signs stand only inside its texts, and are escaped. */
export function writeSafeJson(value: unknown): string {
  return toVisibleJson(writeCanonicalJson(fillRemedies(value)));
}
