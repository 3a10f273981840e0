import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { addAnswers, listTypedWithout, printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { askReason, askUntil, type CheckText } from './ask-texts.ts';
import { type Answerable, type AnswerableDrift, listAnswerable } from './list-answerable.ts';

/** Options of an answer to drift that a person can be asked for. */
export type AskedOptions = GlobalOptions & {
  readonly address?: readonly string[];
  readonly revert?: boolean;
  readonly adopt?: boolean;
  readonly accept?: boolean;
  readonly group?: string;
  /** Addresses as typed; true if there is none yet. */
  readonly ignore?: readonly string[] | true;
  readonly until?: string;
  readonly reason?: string;
  readonly yes?: boolean;
};

/** The options with answers, the reasons against asking, or why there is nothing to do. */
export type Completed<Options> =
  | {
      readonly kind: 'complete';
      readonly options: Options;
      /** The words of the command line, with the answers. */
      readonly typed: readonly string[];
    }
  | { readonly kind: 'refused'; readonly refused: readonly Diagnostic[] }
  | { readonly kind: 'nothing'; readonly says: string; readonly exitCode: ExitCode };

const noAnswer = {
  kind: 'nothing',
  says: 'Nothing was done: there was no answer.',
  exitCode: exitCodes.failed,
} as const;

// Drift of accounts that could not be read is not known, and each reason was printed.
function toNothing({ differences, unread }: AnswerableDrift) {
  if (unread.length > 0) return { ...noAnswer, says: 'Nothing was done: not all was read.' };
  const says =
    differences.length === 0
      ? 'No drift: there is nothing to answer.'
      : 'Nothing to accept: all differences are in what Git manages. Answer them with --adopt, --revert or --ignore.';
  return { kind: 'nothing', says, exitCode: exitCodes.ok } as const;
}

/** Returns whether an answer to drift does not say which addresses it is about. */
export function hasNoAddress(options: AskedOptions): boolean {
  const { address = [], revert, adopt, accept, group, ignore, select, yes } = options;
  if (ignore !== undefined) return ignore === true;
  if (address.length > 0 || yes === true) return false;
  if (accept === true) return group === undefined && select.length === 0;
  return revert === true || adopt === true;
}

/**
 * Asks for the addresses, the date and the reason that an answer to drift lacks, and prints the options that
 * stand for them.
 */
export async function askDriftOptions<Options extends AskedOptions>(
  context: CommandContext,
  options: Options,
  checks: CheckText,
): Promise<Completed<Options>> {
  const { ignore, accept } = options;
  const { typed = [] } = context;
  const answers: string[] = [];
  let asked = options;
  if (hasNoAddress(options)) {
    const found = await listAnswerable(context, options);
    if ('refused' in found) return { kind: 'refused', refused: found.refused };
    await printDiagnostics(context, options.directory, found.unread);
    const fitting = found.differences.filter(({ isManaged }) => accept !== true || !isManaged);
    // Accepts nothing of what changed since.
    if (fitting.length === 0)
      return isOfAll(options) ? { kind: 'complete', options, typed } : toNothing(found);
    const chosen = await chooseAddresses(context, options, fitting);
    if (chosen === null) return noAnswer;
    const all = listAll(options, fitting);
    if (all.length > 0 && isSameJson([...chosen].sort(), [...all].sort())) answers.push('--yes');
    else {
      asked = { ...options, select: [], ...toAddresses(options, chosen) };
      answers.push(...(ignore === true ? chosen.flatMap((each) => ['--ignore', each]) : chosen));
    }
  }
  if (ignore !== undefined && options.until === undefined) {
    const until = await askUntil(context, checks);
    if (until === null) return noAnswer;
    asked = { ...asked, until };
    answers.push('--until', until);
  }
  if ((ignore !== undefined || accept === true) && options.reason === undefined) {
    const reason = await askReason(context, checks);
    if (reason === null) return noAnswer;
    asked = { ...asked, reason };
    answers.push('--reason', reason);
  }
  if (answers.length === 0) return { kind: 'complete', options, typed };
  const others = listTypedWithout(context, {
    flags: ignore === true ? ['--ignore'] : [],
    // An address names its account.
    valued: asked.select.length === 0 ? ['--select'] : [],
  });
  printRepeat({ ...context, typed: others }, answers);
  return { kind: 'complete', options: asked, typed: addAnswers(others, answers) };
}

// The same as the command means without an address.
function listAll(options: AskedOptions, differences: readonly Answerable[]): readonly string[] {
  if (!isOfAll(options)) return [];
  return differences.filter((each) => !each.isReportedOnly).map(({ address }) => address);
}

// These two are about all drift without an address.
function isOfAll({ adopt, revert }: AskedOptions): boolean {
  return adopt === true || revert === true;
}

function toAddresses(
  { ignore }: AskedOptions,
  chosen: readonly string[],
): Pick<AskedOptions, 'address' | 'ignore'> {
  return ignore === undefined ? { address: chosen } : { ignore: chosen };
}

async function chooseAddresses(
  { terminal: { ask } }: CommandContext,
  options: AskedOptions,
  differences: readonly Answerable[],
): Promise<readonly string[] | null> {
  const { adopt, revert, accept, ignore } = options;
  const accounts = [...new Set(differences.map(({ account }) => account))];
  const isOfOne = ignore !== undefined && accounts.length > 1;
  // Each account has its own manifest, which the entries go to.
  const account = isOfOne
    ? await ask.choose({
        question: 'Ignore drift of which account?',
        options: accounts.map((each) => ({ value: each, label: each })),
      })
    : accounts;
  if (account === null) return null;
  const own = differences.filter((each) => account.includes(each.account));
  const verb = revert === true ? 'Revert' : adopt === true ? 'Adopt' : 'Ignore';
  return ask.choose({
    question: `${accept === true ? 'Accept' : verb} which differences?`,
    options: own.map(({ address, says }) => ({ value: address, label: `${address}: ${says}` })),
    isMany: true,
    initial: listAll(options, own),
  });
}
