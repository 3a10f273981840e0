import { writeCanonicalJson } from '../../kit/canonical-json.ts';
import { toVisibleJson } from '../../kit/visible-text.ts';
import { fillRemedies } from './fill-remedies.ts';

const reportFormat = 'cyclectl.dev/report/v1';

/** A document of a run with one account per line, so that a fleet is written and read as it comes. */
export async function* writeDocument(
  kind: 'plan' | 'drift' | 'apply' | 'adopt' | 'verify' | 'export',
  frame: object,
  accounts: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  yield `${writeHead(kind)},"run":${writeSafeJson(frame)},\n"accounts":[`;
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
    | 'plan'
    | 'drift'
    | 'apply'
    | 'adopt'
    | 'verify'
    | 'export'
    | 'validate'
    | 'catalog'
    | 'call'
    | 'state'
    | 'waits'
    | 'open'
    | 'history'
    | 'secrets'
    | 'rekey'
    | 'init'
    | 'diff'
    | 'proposal'
    | 'import'
    | 'snapshot'
    | 'promote'
    | 'compare'
    | 'refused',
): string {
  return `{"format":${JSON.stringify(reportFormat)},"kind":"${kind}"`;
}

/** JSON of which a terminal acts upon nothing: such signs stand only inside its texts, and are escaped. */
export function writeSafeJson(value: unknown): string {
  return toVisibleJson(writeCanonicalJson(fillRemedies(value)));
}
