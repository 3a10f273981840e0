import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';
import {
  type Report,
  type ReportMetadata,
  reportFormat,
} from '../../model/report/report-document.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { findReportGroups } from '../blocks/groups/change-groups.ts';
import { selectGroup } from '../blocks/groups/describe-group.ts';
import { listAccountBlocks } from '../blocks/list-account-blocks.ts';
import { toGroupDocuments } from './to-group-documents.ts';
import { withRemedies } from './with-remedies.ts';

/** Kinds of documents that `--format json` prints. */
type DocumentKind =
  | Report['kind']
  | 'ignored'
  | 'drift-adopt'
  | 'drift-accept'
  | 'adopt'
  | 'verify'
  | 'export'
  | 'catalog'
  | 'catalog-save'
  | 'call'
  | 'state'
  | 'waits'
  | 'open'
  | 'history'
  | 'incidents'
  | 'transaction'
  | 'transactions'
  | 'trend'
  | 'secrets'
  | 'rekey'
  | 'init'
  | 'diff'
  | 'diff-rendered'
  | 'proposal'
  | 'proposed-fleets'
  | 'import'
  | 'policy-test'
  | 'promote'
  | 'compare'
  | 'explain'
  | 'rehearsal'
  | 'render'
  | 'fleet-fmt'
  | 'fleet-pull'
  | 'fleet-remove'
  | 'fleet-merge'
  | 'rollout'
  | 'forge'
  | 'status'
  | 'upgrade'
  | 'version'
  | 'why';

/** Parts of a document by name: values, lists of any length, or a value that is known after the lists. */
type Parts = Readonly<Record<string, unknown>>;

/** A report as data, whole: every other format of it can be made from this one. */
export async function* formatReportJson(
  report: Report,
  made: ReportMetadata,
): AsyncGenerator<string, void, undefined> {
  const { kind, run, accounts } = report;
  const changes = await findReportGroups(report);
  // A value, because a reader expects all that is known before the accounts on the first line.
  const groups = changes === null ? {} : { groups: () => toGroupDocuments(changes.groups) };
  yield* formatDocumentPieces(kind, { made, run, ...groups, accounts: accounts() });
}

/**
 * The same with one group of equal changes and its accounts. Throws `OperationalError` before it
 * begins if there is no such group.
 */
export async function formatGroupJson(
  report: Report,
  made: ReportMetadata,
  number: number,
): Promise<AsyncGenerator<string, void, undefined>> {
  const { kind, run } = report;
  const changes = await findReportGroups(report);
  const group = selectGroup(changes?.groups ?? [], number);
  const isMember = (account: AccountBlocks) =>
    changes?.listNumbers(account).includes(number) === true;
  const accounts = selectMembers(report, isMember);
  const groups = () => toGroupDocuments([group]);
  return formatDocumentPieces(kind, { made, run, groups, accounts });
}

/** The accounts of a report whose blocks are selected: both are in the same order. */
async function* selectMembers(
  report: Report,
  isMember: (account: AccountBlocks) => boolean,
): AsyncGenerator<unknown, void, undefined> {
  const blocks = listAccountBlocks(report, 'as-reported');
  for await (const account of report.accounts()) {
    const { value } = await blocks.next();
    if (value !== undefined && isMember(value)) yield account;
  }
}

/** A document: its version, its kind, and its parts in order. */
export function formatDocument(kind: DocumentKind, parts: Parts): string {
  const texts = Object.entries(parts).map(
    ([name, part]) => `,${formatSafeJson(name)}:${formatSafeJson(part)}`,
  );
  return `${formatHead(kind)}${texts.join('')}}\n`;
}

/** The same piece by piece, with an item of a list per line, as it comes. */
export async function* formatDocumentPieces(
  kind: DocumentKind,
  parts: Parts,
): AsyncGenerator<string, void, undefined> {
  yield formatHead(kind);
  for (const [name, part] of Object.entries(parts)) {
    const key = formatSafeJson(name);
    if (isList(part)) yield* formatList(key, part);
    else yield `,${key}:${formatSafeJson(typeof part === 'function' ? await part() : part)}`;
  }
  yield '}\n';
}

async function* formatList(
  key: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  yield `,\n${key}:[`;
  let separator = '\n';
  for await (const item of items) {
    yield `${separator}${formatSafeJson(item)}`;
    separator = ',\n';
  }
  yield '\n]';
}

function isList(part: unknown): part is Iterable<unknown> | AsyncIterable<unknown> {
  return (
    typeof part === 'object' &&
    part !== null &&
    (Symbol.iterator in part || Symbol.asyncIterator in part)
  );
}

// All on one line, by which a file is recognised.
function formatHead(kind: DocumentKind): string {
  return `{"format":${JSON.stringify(reportFormat)},"kind":"${kind}"`;
}

/**
 * JSON that is safe to print on a terminal: control characters occur only in its texts, and are
 * escaped.
 */
export function formatSafeJson(value: unknown): string {
  return toVisibleJson(formatCanonicalJson(withRemedies(value)));
}
