import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';
import type { Proposal } from '../propose/proposal.ts';
import type { BegunProject } from './starter.ts';
import { toStarterData } from './write-starter-json.ts';

/** What becomes of a project that begins with the accounts of a service. */
export type FromLive = {
  readonly begun: BegunProject;
  readonly accounts: AsyncIterable<ExportedAccount>;
  readonly end: () => Promise<ExportFrame>;
  /** Once all accounts were taken. */
  readonly propose: () => Proposal;
};

/** A new project, its accounts as they come, and which of those are alike, as data. */
export async function* writeFromLiveJson(
  { begun, accounts, end, propose }: FromLive,
  told: Iterable<Diagnostic>,
): AsyncGenerator<string, void, undefined> {
  yield `${writeHead('init')},"result":${writeSafeJson(toStarterData(begun))},\n"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${writeSafeJson(account)}`;
    separator = ',\n';
  }
  const { directory: _, ...frame } = await end();
  const run = { ...frame, proposal: propose(), diagnostics: [...told] };
  yield `\n],\n"run":${writeSafeJson(run)}}\n`;
}
