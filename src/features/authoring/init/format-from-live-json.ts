import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';
import type { Proposal } from '../propose/proposal.ts';
import { toScaffoldData } from './format-scaffold-json.ts';
import type { CreatedProject } from './scaffold.ts';

/** Data of a project created from the accounts of a service. */
export type LiveProject = {
  readonly created: CreatedProject;
  readonly accounts: AsyncIterable<ExportedAccount>;
  readonly end: () => Promise<ExportFrame>;
  /** Callable after all accounts. */
  readonly propose: () => Proposal;
};

/** Formats a new project, its accounts as they come, and which are alike, as data. */
export async function* formatFromLiveJson(
  { created, accounts, end, propose }: LiveProject,
  reported: Iterable<Diagnostic>,
): AsyncGenerator<string, void, undefined> {
  yield `${formatDocumentHead('init')},"result":${formatSafeJson(toScaffoldData(created))},\n"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${formatSafeJson(account)}`;
    separator = ',\n';
  }
  const { directory: _, ...frame } = await end();
  const run = { ...frame, proposal: propose(), diagnostics: [...reported] };
  yield `\n],\n"run":${formatSafeJson(run)}}\n`;
}
