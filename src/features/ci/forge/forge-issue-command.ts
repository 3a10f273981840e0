import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openJobForge } from '../../../app/ports/open-job-forge.ts';
import { toAnswerValue } from './forge-comment-command.ts';
import { printPosted } from './print-posted.ts';
import { readMarkedFile } from './read-marked-file.ts';
import { closeIssue, updateIssue } from './update-posts.ts';

export type ForgeIssueOptions = GlobalOptions & {
  /** File of `--report markdown=FILE`. */
  readonly file: string;
  readonly title: string;
  readonly label: string;
  readonly as?: string;
  /** Closes the issue instead, with this report as its text. */
  readonly close?: boolean;
};

/** `cyclectl forge issue REPORT`: creates, updates or closes one issue. */
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
