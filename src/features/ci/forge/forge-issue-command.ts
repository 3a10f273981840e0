import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openJobForge } from '../../../app/ports/open-job-forge.ts';
import { demand } from './forge-comment-command.ts';
import { endIssue, postIssue } from './post-report.ts';
import { readMarkedFile } from './read-marked-file.ts';
import { tellPosted } from './tell-posted.ts';

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
  context.closeBeforeEnd();
  try {
    const keep = options.close === true ? endIssue : postIssue;
    const posted = demand(forge, await keep(forge, options, marked));
    await tellPosted(context, options, { forge, where: 'the issue', posted });
    return exitCodes.ok;
  } finally {
    await forge.close();
  }
}
