import type { GlobalOptions } from '../../app/context.ts';
import type { Shard } from '../../app/options/daily-options.ts';
import { formatArgument } from '../../kit/text/format-name.ts';
import { type Address, parsePath } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { isGroupId } from '../../model/observed/change-groups.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { ReportFile, ReportFormat } from '../../model/report/report-document.ts';

/** Options of `cyclectl drift` besides those of its report. */
export type DriftOptions = Pick<GlobalOptions, 'directory' | 'env' | 'select'> & {
  /** Addresses as they were typed. */
  readonly address?: readonly string[];
  readonly revert?: boolean;
  readonly adopt?: boolean;
  readonly accept?: boolean;
  readonly answer?: boolean;
  readonly yes?: boolean;
  readonly group?: string;
  readonly ignore?: readonly string[] | undefined;
  readonly trend?: boolean;
  readonly limit?: number;
  readonly out?: string;
  readonly branch?: string;
  readonly into?: unknown;
  readonly until?: string;
  readonly reason?: string;
  readonly maxUnread?: number;
  readonly shard?: Shard;
  readonly oldestFirst?: boolean;
  readonly budget?: number;
};

type Misuse = { readonly summary: string; readonly remedy: string };

/** Finds options of drift that cannot be combined; null when they can. */
export function checkDriftOptions(
  options: DriftOptions,
  requests: readonly ReportFile[],
): Diagnostic | null {
  const answers = listAnswers(options);
  const misuse =
    checkAnswers(answers) ??
    checkFinding(answers, options) ??
    checkBudget(options) ??
    checkEmpty(options) ??
    checkCompanions(options) ??
    checkPlaces(options, answers) ??
    checkAccept(options) ??
    checkReports(answers, requests);
  return misuse === null ? null : { code: 'wrong-usage', severity: 'error', ...misuse };
}

function listAnswers(options: DriftOptions): readonly string[] {
  const { revert, adopt, accept, ignore, trend, answer } = options;
  return [
    ...(answer === true ? ['--answer'] : []),
    ...(revert === true ? ['--revert'] : []),
    ...(adopt === true ? ['--adopt'] : []),
    ...(accept === true ? ['--accept'] : []),
    ...(ignore === undefined ? [] : ['--ignore']),
    ...(trend === true ? ['--trend'] : []),
  ];
}

function checkAnswers([first, second]: readonly string[]): Misuse | null {
  if (second === undefined) return null;
  const remedy = 'Run one of them first, and the other in a second command.';
  return { summary: `${first} and ${second} cannot be combined`, remedy };
}

function checkFinding([answer]: readonly string[], options: DriftOptions): Misuse | null {
  const { maxUnread, shard, oldestFirst, budget } = options;
  const given = Object.entries({
    '--max-unread': maxUnread,
    '--shard': shard,
    '--oldest-first': oldestFirst,
    '--budget': budget,
  }).find(([, value]) => value !== undefined);
  if (answer === undefined || given === undefined) return null;
  const [option] = given;
  const summary = `${option} is about the findings of drift, and cannot be combined with ${answer}`;
  return { summary, remedy: `Remove ${option}.` };
}

// In the order of names, each run would compare the same accounts.
function checkBudget({ budget, oldestFirst }: DriftOptions): Misuse | null {
  if (budget === undefined || oldestFirst === true) return null;
  const remedy = 'Add --oldest-first, so that the next run begins with the accounts that are left.';
  return { summary: '--budget needs --oldest-first', remedy };
}

// An empty address is often a variable of a script without a value.
function checkEmpty({ address = [], ignore }: DriftOptions): Misuse | null {
  if (ignore?.length === 0) {
    return { summary: '--ignore needs an address', remedy: 'Pass it: --ignore ADDRESS.' };
  }
  if (![...address, ...(ignore ?? [])].some((each) => each.trim() === '')) return null;
  return {
    summary: 'An address is empty',
    remedy: 'Pass addresses as cyclectl drift prints them.',
  };
}

function checkCompanions(options: DriftOptions): Misuse | null {
  const { revert, adopt, accept, ignore, trend, yes, ...own } = options;
  const { limit, out, branch, into, until, reason } = own;
  if (out !== undefined && revert !== true) {
    const remedy = 'Add --revert, or write the findings of drift with --report FORMAT=FILE.';
    return { summary: '--out needs --revert', remedy };
  }
  if (branch !== undefined && adopt !== true) {
    const remedy = 'Add --adopt.';
    return { summary: '--branch needs --adopt', remedy };
  }
  if (into !== undefined && adopt !== true) {
    return { summary: '--into needs --adopt', remedy: 'Add --adopt.' };
  }
  if (yes === true && adopt !== true && revert !== true) {
    const remedy = 'Add --revert or --adopt, or remove it: drift alone asks nothing.';
    return { summary: '--yes needs --revert or --adopt', remedy };
  }
  if (limit !== undefined && trend !== true) {
    return { summary: '--limit needs --trend', remedy: 'Add --trend.' };
  }
  if (ignore !== undefined) return null;
  if (until !== undefined) {
    return { summary: '--until needs --ignore', remedy: 'Add --ignore ADDRESS.' };
  }
  if (reason === undefined || accept === true) return null;
  const remedy = 'Add --ignore ADDRESS and --until DATE, or --accept ADDRESS.';
  return { summary: '--reason needs --ignore or --accept', remedy };
}

// Refuses an address without an effect, because its reader would take the output as limited to it.
function checkPlaces(options: DriftOptions, answers: readonly string[]): Misuse | null {
  const { address = [], select, ignore, trend, answer } = options;
  const [first] = address;
  if (trend === true) return checkTrend(first, options);
  if (first !== undefined && answer === true) {
    const remedy = 'Remove the address. To be asked about less: --select account=NAME.';
    return { summary: '--answer asks about all drift, and an address was given', remedy };
  }
  if (ignore !== undefined && first !== undefined) {
    const remedy = 'Write --ignore before each address.';
    return { summary: 'An address without --ignore was given next to --ignore ADDRESS', remedy };
  }
  if (first !== undefined && answers.length === 0) {
    const remedy =
      'Add --revert to plan a revert, --adopt to write the live values into the manifests, or --accept to take an unmanaged change as the new baseline. Use --ignore ADDRESS to ignore it until a date, or --select account=NAME to see less.';
    return { summary: 'An address needs --revert, --adopt or --accept', remedy };
  }
  if ((first ?? ignore) === undefined || select.length === 0) return null;
  return {
    summary: '--select and an address cannot be combined: the address names its account',
    remedy: 'Remove one of the two.',
  };
}

const maxReasonLength = 500;

// Never accepts a whole fleet by accident, and nothing without a reason.
function checkAccept(options: DriftOptions): Misuse | null {
  const { accept, address = [], select, group, reason } = options;
  const wrong = checkGroup(options);
  if (wrong !== null || accept !== true) return wrong;
  if (address.length === 0 && select.length === 0 && group === undefined) {
    const remedy =
      'Pass addresses or --group as cyclectl drift prints them, or --select account=NAME for all unmanaged changes of an account.';
    return { summary: '--accept needs an address, --group or --select', remedy };
  }
  const text = reason?.trim() ?? '';
  if (text === '') {
    const remedy = 'Add the reason for readers of the history: --reason TEXT.';
    return { summary: '--accept needs --reason', remedy };
  }
  // The command that drift offers has this word in place of the reason.
  if (text === 'TEXT') {
    return { summary: '--reason TEXT is no reason', remedy: 'Replace TEXT by the reason.' };
  }
  if (text.length <= maxReasonLength) return null;
  const summary = `--reason has ${text.length} characters, and at most ${maxReasonLength} are recorded`;
  return { summary, remedy: 'Shorten it.' };
}

function checkGroup(options: DriftOptions): Misuse | null {
  const { accept, address = [], group } = options;
  if (group === undefined) return null;
  if (accept !== true) return checkShownGroup(group, options);
  if (address.length > 0) {
    const remedy = 'Remove one of the two: a group has its own addresses.';
    return { summary: '--group and an address cannot be combined', remedy };
  }
  if (isGroupId(group)) return null;
  // A number alone may have moved since it was shown.
  return {
    summary: `--group ${formatArgument(group)} is not a group of a report`,
    remedy:
      'Pass the whole name of the group as cyclectl drift prints it, such as 1-7c3e90ab12cd: its second part stands for the accounts and values that were shown.',
  };
}

// A number is for reading: answers to drift take addresses, or the whole name of a group.
function checkShownGroup(group: string, options: DriftOptions): Misuse | null {
  const [answer] = listAnswers(options);
  if (answer !== undefined) {
    const remedy = 'Remove one of the two.';
    return { summary: `--group and ${answer} cannot be combined`, remedy };
  }
  if (/^[1-9]\d{0,8}$/.test(group)) return null;
  if (isGroupId(group)) return { summary: '--group needs --accept', remedy: 'Add --accept.' };
  const summary = `--group ${formatArgument(group)} is not the number of a group`;
  return { summary, remedy: 'Pass the number that cyclectl drift prints.' };
}

function checkTrend(first: string | undefined, options: DriftOptions): Misuse | null {
  const text = '--trend shows runs over all accounts, and';
  if (first !== undefined) {
    const [account = ''] = parsePath(first as Address);
    const remedy = `Remove the address. To show the drift of the account now: ${formatDriftCommand(account, options)}`;
    return { summary: `${text} an address was given`, remedy };
  }
  return options.select.length === 0
    ? null
    : { summary: `${text} --select was given`, remedy: 'Remove --select.' };
}

// Keeps the environment as typed, because one that is not given comes from the shell where this is
// pasted.
function formatDriftCommand(account: string, { directory, env }: DriftOptions): string {
  const select = [`account=${account}`];
  return formatCommand('drift', { directory, environment: env, select });
}

const ofFindings: ReadonlySet<ReportFormat> = new Set(['junit', 'sarif']);

function checkReports([answer]: readonly string[], requests: readonly ReportFile[]): Misuse | null {
  if (answer === undefined || requests.length === 0) return null;
  if (answer !== '--revert') {
    return {
      summary: `--report writes the findings of drift or the plan of --revert; ${answer} has no report`,
      remedy: 'Remove --report; --format json prints the result as data.',
    };
  }
  const scan = requests.find(({ format }) => ofFindings.has(format));
  if (scan === undefined) return null;
  const summary = `--report ${scan.format} writes the findings of drift; --revert makes a plan`;
  return { summary, remedy: 'Choose another format, or run drift without --revert.' };
}
