import { basename, resolve } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { longestKey } from '../../../model/key.ts';
import {
  type FirstAccount,
  type Starter,
  type StarterTarget,
  standardEnvironments,
} from './starter.ts';

/** What `cyclectl init` takes beside the options of every command. */
export type StarterOptions = GlobalOptions & {
  readonly local?: boolean;
  readonly baseUrl?: string;
  readonly accountHeader?: string;
  readonly account?: FirstAccount;
  readonly fromLive?: boolean;
  readonly name?: string;
};

type Remote = Extract<StarterTarget, { readonly kind: 'remote' }>;

/** What is wrong with a starter; null: nothing. */
type Judge = (starter: Starter) => Promise<Diagnostic | null>;

/** What a question is asked with. */
type Desk = {
  readonly context: CommandContext;
  readonly judge: Judge;
  /** The embedded service has no account yet that could be written down. */
  readonly isLocalOffered: boolean;
};

/** A name where that of the folder has no letter that a key may have. */
const noName = 'integrations';
const noKey = 'first';

/**
 * What a new project begins with: as the flags say, and as a person answers where they do not name the service. An
 * answer that does not fit is asked for again; a flag that does not fit is `Trouble`, and so is a question that nobody
 * answers.
 */
export async function settleStarter(
  context: CommandContext,
  options: StarterOptions,
  judge: Judge,
): Promise<Starter> {
  const desk = { context, judge, isLocalOffered: options.fromLive !== true };
  refuseLoneFlags(options);
  if (options.local === true) return judgeFlags(toStarter(desk, options, { kind: 'local' }), judge);
  const { baseUrl, accountHeader = null, account = null } = options;
  if (baseUrl === undefined) return askForTarget(desk, options);
  const target = { kind: 'remote', baseUrl, accountHeader, account } as const;
  return judgeFlags(toStarter(desk, options, target), judge);
}

function toStarter(
  { context }: Desk,
  { directory, env, name }: StarterOptions,
  target: StarterTarget,
): Starter {
  const environment = env ?? context.environment.CYCLECTL_ENVIRONMENT ?? '';
  return {
    name: name ?? (toSlug(basename(resolve(directory)), longestKey) || noName),
    environment: environment === '' ? standardEnvironments[target.kind] : environment,
    target,
  };
}

function refuseLoneFlags({ local, baseUrl, accountHeader, account }: StarterOptions): void {
  if (local === true || baseUrl !== undefined) return;
  const flag = accountHeader === undefined ? '--account' : '--account-header';
  if (accountHeader === undefined && account === undefined) return;
  throw new Trouble(`${flag} is of a real service, and none is named`, {
    remedy: 'Add --base-url with the address of its API.',
  });
}

async function judgeFlags(starter: Starter, judge: Judge): Promise<Starter> {
  const wrong = await judge(starter);
  if (wrong === null) return starter;
  throw new Trouble(`${findFlag(wrong)}: ${wrong.summary}`, {
    remedy: adviseOn(wrong),
  });
}

function adviseOn({ code, remedy }: Diagnostic): string {
  return remedy ?? codes[code].remedy;
}

// By the place that its value has in the files.
function findFlag({ at }: Diagnostic): string {
  if (at === undefined || at.file !== 'cyclectl.yaml') return '--account';
  if (at.pointer.startsWith('/metadata')) return '--name';
  if (at.pointer.endsWith('/baseUrl')) return '--base-url';
  return at.pointer.endsWith('/accountHeader') ? '--account-header' : '--environment';
}

async function askForTarget(desk: Desk, options: StarterOptions): Promise<Starter> {
  // What the flags say is judged before anybody is asked anything.
  await judgeFlags(toStarter(desk, options, { kind: 'local' }), desk.judge);
  const { isLocalOffered } = desk;
  const first = await ask(desk, {
    question: isLocalOffered
      ? 'Address of the service (https://…), or local for the embedded one:'
      : 'Address of the service (https://…):',
    make: (answer) => {
      if (answer === '') throw lackService('no service is given', desk);
      const baseUrl = answer;
      return isLocalOffered && answer.toLowerCase() === 'local'
        ? toStarter(desk, options, { kind: 'local' })
        : toStarter(desk, options, { kind: 'remote', baseUrl, accountHeader: null, account: null });
    },
  });
  return isRemote(first) ? askForRest(desk, first, options) : first;
}

type RemoteStarter = Starter & { readonly target: Remote };

function isRemote(starter: Starter): starter is RemoteStarter {
  return starter.target.kind === 'remote';
}

async function askForRest(
  desk: Desk,
  first: RemoteStarter,
  { fromLive }: StarterOptions,
): Promise<Starter> {
  const withHeader = await ask(desk, {
    question: 'Header that selects an account (Enter: X-Service-Account):',
    make: (answer) => withRemote(first, { accountHeader: answer === '' ? null : answer }),
  });
  // The accounts are those that the service has.
  if (fromLive === true) return withHeader;
  const withId = await ask(desk, {
    question: 'Id of a first account in the service (Enter: none yet):',
    make: (answer) => {
      const account =
        answer === '' ? null : { key: toSlug(answer, longestKey) || noKey, id: answer };
      return withRemote(withHeader, { account });
    },
  });
  const { account } = withId.target;
  if (account === null) return withId;
  return ask(desk, {
    question: `Its key here, which never changes (Enter: ${account.key}):`,
    make: (answer) =>
      withRemote(withId, { account: { ...account, key: answer === '' ? account.key : answer } }),
  });
}

function withRemote(starter: RemoteStarter, part: Partial<Remote>): RemoteStarter {
  return { ...starter, target: { ...starter.target, ...part } };
}

/** Asks until an answer fits; throws `Trouble` where there is none. */
async function ask<Made extends Starter>(
  desk: Desk,
  { question, make }: { readonly question: string; readonly make: (answer: string) => Made },
): Promise<Made> {
  const { context, judge } = desk;
  for (;;) {
    const answer = await context.terminal.ask.word(question);
    if (answer === null)
      throw lackService('no service is given, and there is no terminal to ask on', desk);
    const starter = make(answer);
    const wrong = await judge(starter);
    if (wrong === null) return starter;
    context.terminal.say(toVisible(`${wrong.summary}. ${adviseOn(wrong)}`));
  }
}

function lackService(why: string, { isLocalOffered }: Desk): Trouble {
  return new Trouble(`${why}; nothing was written`, {
    remedy: `Pass --base-url URL${isLocalOffered ? ', or --local for the embedded service' : ''}.`,
  });
}
