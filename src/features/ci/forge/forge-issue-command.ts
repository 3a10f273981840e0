import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openJobForge } from '../../../app/ports/open-job-forge.ts';
import { toAnswerValue } from './forge-comment-command.ts';
import { printPosted } from './print-posted.ts';
import { readMarkedFile } from './read-marked-file.ts';
import { closeIssue, updateIssue } from './update-posts.ts';

/** What `cyclectl forge issue` takes beside the options of every command. */
export type ForgeIssueOptions = GlobalOptions & {
  /** A file of `--report markdown=FILE`. */
  readonly file: string;
  readonly title: string;
  readonly label: string;
  readonly as?: string;
  /** Ends it instead, with this report as its last word. */
  readonly close?: boolean;
};

/** `cyclectl forge issue REPORT`: keeps one open issue up to date, or closes it. */
export async function runForgeIssue(
  context: CommandContext,
  options: ForgeIssueOptions,
): Promise<ExitCode> {
  const marked = await readMarkedFile(options.file, options.as);
  const forge = openJobForge(context);
  context.deferSignals();
  try {
    const keep = options.close === true ? closeIssue : updateIssue;
    const posted = toAnswerValue(forge, await keep(forge, options, marked));
    await printPosted(context, options, { forge, where: 'the issue', posted });
    return exitCodes.ok;
  } finally {
    await forge.close();
  }
}
