import { basename, resolve } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { formatLackOfAnswer } from '../../../app/output/terminal.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { maxKeyLength } from '../../../model/address.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  type FirstAccount,
  type Scaffold,
  type ScaffoldTarget,
  standardEnvironments,
} from './scaffold.ts';

export type InitOptions = GlobalOptions & {
  readonly local?: boolean;
  readonly baseUrl?: string;
  readonly accountHeader?: string;
  readonly account?: FirstAccount;
  readonly fromLive?: boolean;
  readonly name?: string;
};

type Remote = Extract<ScaffoldTarget, { readonly kind: 'remote' }>;

/** Validates a starter; null when it is valid. */
type CheckScaffold = (starter: Scaffold) => Promise<Diagnostic | null>;

type QuestionContext = {
  readonly context: CommandContext;
  readonly check: CheckScaffold;
  /** Offers the embedded service, because it has no accounts to export. */
  readonly isLocalOffered: boolean;
};

/** Replaces the name of a folder without a letter that a key may have. */
const noName = 'integrations';
const noKey = 'first';

/**
 * Resolves a new project from flags, and from answers where they name no service. Asks again after
 * an invalid answer; throws `OperationalError` for an invalid flag or without a terminal.
 */
export async function resolveScaffold(
  context: CommandContext,
  options: InitOptions,
  check: CheckScaffold,
): Promise<Scaffold> {
  const questions = { context, check, isLocalOffered: options.fromLive !== true };
  checkFlagPairs(options);
  if (options.local === true)
    return checkFlags(toScaffold(questions, options, { kind: 'local' }), check);
  const { baseUrl, accountHeader = null, account = null } = options;
  if (baseUrl === undefined) return askTarget(questions, options);
  const target = { kind: 'remote', baseUrl, accountHeader, account } as const;
  return checkFlags(toScaffold(questions, options, target), check);
}

function toScaffold(
  { context }: QuestionContext,
  { directory, env, name }: InitOptions,
  target: ScaffoldTarget,
): Scaffold {
  const environment = env ?? context.environment.CYCLECTL_ENVIRONMENT ?? '';
  return {
    name: name ?? (toSlug(basename(resolve(directory)), maxKeyLength) || noName),
    environment: environment === '' ? standardEnvironments[target.kind] : environment,
    target,
  };
}

function checkFlagPairs({ local, baseUrl, accountHeader, account }: InitOptions): void {
  if (local === true || baseUrl !== undefined) return;
  const flag = accountHeader === undefined ? '--account' : '--account-header';
  if (accountHeader === undefined && account === undefined) return;
  throw new OperationalError(`${flag} needs a real service, and none is given`, {
    remedy: 'Add --base-url with the URL of its API.',
  });
}

async function checkFlags(starter: Scaffold, check: CheckScaffold): Promise<Scaffold> {
  const wrong = await check(starter);
  if (wrong === null) return starter;
  throw new OperationalError(`${findFlag(wrong)}: ${wrong.summary}`, {
    remedy: formatAdvice(wrong),
  });
}

function formatAdvice({ code, remedy }: Diagnostic): string {
  return remedy ?? codes[code].remedy;
}

// Finds the flag by the place of its value in the files.
function findFlag({ at }: Diagnostic): string {
  if (at === undefined || at.file !== 'cyclectl.yaml') return '--account';
  if (at.pointer.startsWith('/metadata')) return '--name';
  if (at.pointer.endsWith('/baseUrl')) return '--base-url';
  return at.pointer.endsWith('/accountHeader') ? '--account-header' : '--environment';
}

async function askTarget(client: QuestionContext, options: InitOptions): Promise<Scaffold> {
  // Checks the flags before the first question.
  await checkFlags(toScaffold(client, options, { kind: 'local' }), client.check);
  const { isLocalOffered } = client;
  const first = await ask(client, {
    question: isLocalOffered
      ? 'URL of the service (https://…), or local for the embedded one:'
      : 'URL of the service (https://…):',
    make: (answer) => {
      if (answer === '') throw toMissingServiceError('no service is given', client);
      const baseUrl = answer;
      return isLocalOffered && answer.toLowerCase() === 'local'
        ? toScaffold(client, options, { kind: 'local' })
        : toScaffold(client, options, {
            kind: 'remote',
            baseUrl,
            accountHeader: null,
            account: null,
          });
    },
  });
  return isRemote(first) ? askRemaining(client, first, options) : first;
}

type RemoteScaffold = Scaffold & { readonly target: Remote };

function isRemote(starter: Scaffold): starter is RemoteScaffold {
  return starter.target.kind === 'remote';
}

async function askRemaining(
  client: QuestionContext,
  first: RemoteScaffold,
  { fromLive }: InitOptions,
): Promise<Scaffold> {
  const withHeader = await ask(client, {
    question: 'Header that selects an account (Enter: X-Service-Account):',
    make: (answer) => withRemote(first, { accountHeader: answer === '' ? null : answer }),
  });
  // Skips the account, because the service has its own.
  if (fromLive === true) return withHeader;
  const withId = await ask(client, {
    question: 'Id of a first account in the service (Enter: none yet):',
    make: (answer) => {
      const account =
        answer === '' ? null : { key: toSlug(answer, maxKeyLength) || noKey, id: answer };
      return withRemote(withHeader, { account });
    },
  });
  const { account } = withId.target;
  if (account === null) return withId;
  return ask(client, {
    question: `Its key in the project, which never changes (Enter: ${account.key}):`,
    make: (answer) =>
      withRemote(withId, { account: { ...account, key: answer === '' ? account.key : answer } }),
  });
}

function withRemote(starter: RemoteScaffold, part: Partial<Remote>): RemoteScaffold {
  return { ...starter, target: { ...starter.target, ...part } };
}

/** Asks until an answer is valid; throws `OperationalError` without one. */
async function ask<Made extends Scaffold>(
  client: QuestionContext,
  { question, make }: { readonly question: string; readonly make: (answer: string) => Made },
): Promise<Made> {
  const { context, check } = client;
  for (;;) {
    const answer = await context.terminal.ask.readWord(question);
    if (answer === null)
      throw toMissingServiceError(
        `no service is given, and ${formatLackOfAnswer(context.terminal)}`,
        client,
      );
    const starter = make(answer);
    const wrong = await check(starter);
    if (wrong === null) return starter;
    context.terminal.log(toVisible(`${wrong.summary}. ${formatAdvice(wrong)}`));
  }
}

function toMissingServiceError(why: string, { isLocalOffered }: QuestionContext): OperationalError {
  return new OperationalError(`${why}; nothing was written`, {
    remedy: `Pass --base-url URL${isLocalOffered ? ', or --local for the embedded service' : ''}.`,
  });
}
