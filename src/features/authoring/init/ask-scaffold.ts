import type { CommandContext } from '../../../app/context.ts';
import { printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { formatLackOfAnswer } from '../../../app/output/terminal.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/address.ts';
import type {
  FirstAccount,
  InitOptions,
  ResolvedScaffold,
  Scaffold,
  ScaffoldTarget,
} from './scaffold.ts';

type Asking = {
  readonly context: CommandContext;
  readonly options: InitOptions;
  /** Makes a starter for a service, with the names of flags and of the folder. */
  readonly make: (target: ScaffoldTarget) => Scaffold;
  /** The reason why a starter is not valid, by the same rules as its flags; null when it is. */
  readonly check: (starter: Scaffold) => Promise<string | null>;
};

type Remote = Extract<ScaffoldTarget, { readonly kind: 'remote' }>;

/** Replaces an id without a letter that a key may have. */
const noKey = 'first';

/**
 * Asks for a new project whose flags name no service, and prints the flags that stand for the answers.
 * Throws `OperationalError` without an answer.
 */
export async function askScaffold(asking: Asking): Promise<ResolvedScaffold> {
  const { context, options, make } = asking;
  const { target, isFromLive } =
    options.fromLive !== true && (await askService(asking)) === 'local'
      ? { target: { kind: 'local' } as const, isFromLive: false }
      : await askRemote(asking);
  const starter = await askNames(asking, make(target));
  printRepeat(context, [
    ...listTargetFlags(target),
    ...(isFromLive && options.fromLive !== true ? ['--from-live'] : []),
    ...(options.name === undefined ? ['--name', starter.name] : []),
    ...(options.env === undefined ? ['--environment', starter.environment] : []),
  ]);
  return { starter, isFromLive };
}

function listTargetFlags(target: ScaffoldTarget): readonly string[] {
  if (target.kind === 'local') return ['--local'];
  const { baseUrl, accountHeader, account } = target;
  return [
    ...['--base-url', baseUrl],
    ...(accountHeader === null ? [] : ['--account-header', accountHeader]),
    ...(account === null ? [] : ['--account', `${account.key}=${account.id}`]),
  ];
}

function askService(asking: Asking): Promise<string> {
  return choose(asking, 'Which service is it for?', [
    { value: 'local', label: 'The embedded service, with a small world to try things in' },
    { value: 'remote', label: 'A real service' },
  ]);
}

type Beginning = { readonly target: Remote; readonly isFromLive: boolean };

async function askRemote(asking: Asking): Promise<Beginning> {
  const { make, options } = asking;
  const bare = { kind: 'remote', accountHeader: null, account: null } as const;
  const baseUrl = await askText(asking, {
    question: 'URL of its API (https://…)',
    make: (answer) => make({ ...bare, baseUrl: answer }),
  });
  const withHeader = (answer: string): Remote => ({
    ...bare,
    baseUrl,
    accountHeader: answer === '' ? null : answer,
  });
  const header = await askText(asking, {
    question: 'Header that selects an account (Enter: X-Service-Account)',
    make: (answer) => make(withHeader(answer)),
  });
  const target = withHeader(header);
  // Skips the first account, because the service has its own.
  if (options.fromLive === true) return { target, isFromLive: true };
  const first = await choose(asking, 'Which accounts does it begin with?', [
    { value: 'none', label: 'None yet' },
    { value: 'live', label: 'Those of the service: export them to manifests' },
    { value: 'account', label: 'One, by its id in the service' },
  ]);
  if (first !== 'account') return { target, isFromLive: first === 'live' };
  return { target: { ...target, account: await askAccount(asking, target) }, isFromLive: false };
}

async function askAccount(asking: Asking, target: Remote): Promise<FirstAccount> {
  const { make } = asking;
  const toKey = (id: string) => toSlug(id, maxKeyLength) || noKey;
  const id = await askText(asking, {
    question: 'Its id in the service',
    make: (answer) => make({ ...target, account: { key: toKey(answer), id: answer } }),
  });
  const key = await askText(asking, {
    question: 'Its key in the project, which never changes',
    initial: toKey(id),
    make: (answer) => make({ ...target, account: { key: answer, id } }),
  });
  return { key, id };
}

async function askNames(asking: Asking, starter: Scaffold): Promise<Scaffold> {
  const { context, options } = asking;
  const isNamed = (options.env ?? context.environment.CYCLECTL_ENVIRONMENT ?? '') !== '';
  const environment = isNamed
    ? starter.environment
    : await askText(asking, {
        question: 'Name of its environment',
        initial: starter.environment,
        make: (answer) => ({ ...starter, environment: answer }),
      });
  const name =
    options.name ??
    (await askText(asking, {
      question: 'Name of the project',
      initial: starter.name,
      make: (answer) => ({ ...starter, environment, name: answer }),
    }));
  return { ...starter, environment, name };
}

type TextQuestion = {
  readonly question: string;
  readonly initial?: string;
  /** Makes the starter that an answer is valid in. */
  readonly make: (answer: string) => Scaffold;
};

async function askText(
  asking: Asking,
  { question, make, ...initial }: TextQuestion,
): Promise<string> {
  const answer = await asking.context.terminal.ask.readWord(question, {
    ...initial,
    check: (text) => asking.check(make(text)),
  });
  if (answer === null) throw toMissingServiceError(asking);
  return answer;
}

async function choose(
  asking: Asking,
  question: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Promise<string> {
  const [answer] = (await asking.context.terminal.ask.choose({ question, options })) ?? [];
  if (answer === undefined) throw toMissingServiceError(asking);
  return answer;
}

function toMissingServiceError({ context, options }: Asking): OperationalError {
  const why = formatLackOfAnswer(context.terminal);
  const local = options.fromLive === true ? '' : ', or --local for the embedded service';
  return new OperationalError(`no service is given, and ${why}; nothing was written`, {
    remedy: `Pass --base-url URL${local}.`,
  });
}
