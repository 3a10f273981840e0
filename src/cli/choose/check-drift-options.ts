import type { GlobalOptions } from '../../app/context.ts';
import { formatArgument } from '../../kit/text/format-argument.ts';
import { type Address, parsePath } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { formatFolderOption } from '../../model/report/advice/format-folder-option.ts';
import type { ReportFile, ReportFormat } from '../../model/report/report-document.ts';

/** The options of `cyclectl drift` that ask for something else than its report, or say more of that. */
export type DriftOptions = Pick<GlobalOptions, 'directory' | 'env' | 'select'> & {
  /** Addresses as they were typed. */
  readonly address?: readonly string[];
  readonly revert?: boolean;
  readonly adopt?: boolean;
  readonly ignore?: readonly string[];
  readonly trend?: boolean;
  readonly limit?: number;
  readonly out?: string;
  readonly branch?: string;
  readonly until?: string;
  readonly reason?: string;
};

/** What is wrong with options, and what to do instead. */
type Misuse = { readonly summary: string; readonly remedy: string };

/** Why what was asked of drift does not go together; null where it does. */
export function checkDriftOptions(
  options: DriftOptions,
  requests: readonly ReportFile[],
): Diagnostic | null {
  const answers = listAnswers(options);
  const misuse =
    checkAnswers(answers) ??
    checkCompanions(options) ??
    checkPlaces(options, answers) ??
    checkReports(answers, requests);
  return misuse === null ? null : { code: 'wrong-usage', severity: 'error', ...misuse };
}

function listAnswers({ revert, adopt, ignore, trend }: DriftOptions): readonly string[] {
  return [
    ...(revert === true ? ['--revert'] : []),
    ...(adopt === true ? ['--adopt'] : []),
    ...(ignore === undefined ? [] : ['--ignore']),
    ...(trend === true ? ['--trend'] : []),
  ];
}

function checkAnswers([first, second]: readonly string[]): Misuse | null {
  if (second === undefined) return null;
  const remedy = 'Give one of them, and the other in a command of its own.';
  return { summary: `${first} and ${second} do not go together`, remedy };
}

function checkCompanions(options: DriftOptions): Misuse | null {
  const { revert, adopt, ignore, trend, limit, out, branch, until, reason } = options;
  if (out !== undefined && revert !== true) {
    const remedy = 'Give --revert with it; --report FORMAT=FILE keeps what drift finds.';
    return { summary: '--out is for the plan of --revert alone', remedy };
  }
  if (branch !== undefined && adopt !== true) {
    const remedy = 'Give --adopt with it.';
    return { summary: '--branch is for the files of --adopt alone', remedy };
  }
  if (limit !== undefined && trend !== true) {
    return { summary: '--limit is for the runs of --trend alone', remedy: 'Give --trend with it.' };
  }
  if (ignore !== undefined || (until ?? reason) === undefined) return null;
  const remedy = 'Give --ignore ADDRESS with them.';
  return { summary: '--until and --reason are for --ignore alone', remedy };
}

// What was typed and does not count would be taken for an answer to it.
function checkPlaces(options: DriftOptions, answers: readonly string[]): Misuse | null {
  const { address = [], select, ignore, trend } = options;
  const [first] = address;
  if (trend === true) return checkTrend(first, options);
  if (ignore !== undefined && first !== undefined) {
    const remedy = 'Write --ignore before each address.';
    return { summary: 'An address was given beside those of --ignore', remedy };
  }
  if (first !== undefined && answers.length === 0) {
    const remedy =
      "Give --revert for a plan that brings Git's value back, --adopt to write what is there into the files, or --ignore ADDRESS to leave it for a time; to see less give --select account=NAME.";
    return { summary: 'An address was given without an answer', remedy };
  }
  if ((first ?? ignore) === undefined || select.length === 0) return null;
  return {
    summary: '--select was given beside an address, which says itself which account is meant',
    remedy: 'Leave one of the two out.',
  };
}

function checkTrend(first: string | undefined, options: DriftOptions): Misuse | null {
  const says = '--trend shows runs over the whole fleet, and';
  if (first !== undefined) {
    const [account = ''] = parsePath(first as Address);
    const remedy = `Leave it out; ${formatDriftCommand(account, options)} shows what has moved there now.`;
    return { summary: `${says} an address was given`, remedy };
  }
  return options.select.length === 0
    ? null
    : { summary: `${says} --select was given`, remedy: 'Leave --select out.' };
}

// The environment as it was typed: one that is not stands where this is pasted as it stood here.
function formatDriftCommand(account: string, { directory, env }: DriftOptions): string {
  return [
    'cyclectl drift',
    ...formatFolderOption(directory),
    ...(env === undefined ? [] : [`-e ${formatArgument(env)}`]),
    `--select ${formatArgument(`account=${account}`)}`,
  ].join(' ');
}

const ofFindings: ReadonlySet<ReportFormat> = new Set(['junit', 'sarif']);

function checkReports([answer]: readonly string[], requests: readonly ReportFile[]): Misuse | null {
  if (answer === undefined || requests.length === 0) return null;
  if (answer !== '--revert') {
    return {
      summary: `--report is for what drift finds and for the plan of --revert; ${answer} makes none`,
      remedy: 'Leave --report out; --format json gives what it came to as data.',
    };
  }
  const scan = requests.find(({ format }) => ofFindings.has(format));
  if (scan === undefined) return null;
  const summary = `--report ${scan.format} is for what drift finds; --revert makes a plan`;
  return { summary, remedy: 'Ask for another format, or for drift without --revert.' };
}
