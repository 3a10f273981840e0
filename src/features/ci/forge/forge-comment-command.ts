import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openJobForge } from '../../../app/ports/open-job-forge.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Forge } from '../../../model/report/forge.ts';
import { printPosted } from './print-posted.ts';
import { readMarkedFile } from './read-marked-file.ts';
import { updateComment } from './update-posts.ts';

export type ForgeCommentOptions = GlobalOptions & {
  /** File of `--report markdown=FILE`. */
  readonly file: string;
  readonly pullRequest?: number;
  /** Name that identifies the comment, instead of the kind and environment of the report. */
  readonly as?: string;
  /** Commit that the pull request merged. */
  readonly commit?: string;
};

/** `cyclectl forge comment REPORT`: creates or updates one comment on a pull request. */
export async function runForgeComment(
  context: CommandContext,
  options: ForgeCommentOptions,
): Promise<ExitCode> {
  const marked = await readMarkedFile(options.file, options.as);
  const forge = openJobForge(context);
  context.deferSignals();
  try {
    const number = await findPullRequest(context, options, forge);
    if (number === null) {
      await printPosted(context, options, { forge, where: null, posted: 'nothing' });
      return exitCodes.ok;
    }
    const posted = toAnswerValue(forge, await updateComment(forge, number, marked));
    await printPosted(context, options, { forge, where: `pull request ${number}`, posted });
    return exitCodes.ok;
  } finally {
    await forge.close();
  }
}

/** Returns the value. Throws `OperationalError` with the reply of the forge. */
export function toAnswerValue<T>(forge: Pick<Forge, 'name'>, answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  const { failure } = answer;
  const isLater = failure.kind === 'rate-limited' || failure.kind === 'unavailable';
  throw new OperationalError(`${forge.name} refused the request: ${formatFailure(failure)}`, {
    remedy: isLater
      ? 'Run the job again later.'
      : 'Check that the token can write comments and issues, and run the job again.',
  });
}

// Reads the pull request of the CI job by default, because a branch must not choose it.
async function findPullRequest(
  { environment }: CommandContext,
  { pullRequest, commit }: ForgeCommentOptions,
  forge: Forge,
): Promise<string | null> {
  if (pullRequest !== undefined) return String(pullRequest);
  if (commit !== undefined) return toAnswerValue(forge, await forge.findPullRequest(commit));
  const [, ofGitHub] = /^refs\/pull\/(\d+)\//.exec(environment.GITHUB_REF ?? '') ?? [];
  const number = ofGitHub ?? environment.CI_MERGE_REQUEST_IID;
  if (number !== undefined && /^\d+$/.test(number)) return number;
  throw new OperationalError('this job belongs to no pull request', {
    remedy:
      'Pass --pull-request NUMBER, or --commit SHA for the pull request that merged a commit.',
  });
}
