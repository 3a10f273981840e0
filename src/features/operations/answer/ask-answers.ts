import type { CommandContext } from '../../../app/context.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { askReason, askUntil, type CheckText } from './ask-texts.ts';
import type { Answerable } from './list-answerable.ts';

/** An answer to some differences: the options of `cyclectl drift` that give it, also as words. */
export type DriftAnswer = {
  readonly words: readonly string[];
  readonly options: {
    readonly address?: readonly string[];
    readonly revert?: true;
    readonly adopt?: true;
    readonly accept?: true;
    readonly ignore?: readonly string[];
    readonly until?: string;
    readonly reason?: string;
    readonly out?: string;
  };
};

type Kind = 'revert' | 'adopt' | 'accept' | 'ignore' | 'leave';

/** Asks for an answer to each difference, to equal ones of several accounts once; null without one. */
export async function askAnswers(
  context: CommandContext,
  differences: readonly Answerable[],
  checks: CheckText,
): Promise<readonly DriftAnswer[] | null> {
  const chosen = new Map<Kind, Answerable[]>();
  const groups = [...Map.groupBy(differences, ({ group }) => group).values()];
  for (const [index, members] of groups.entries()) {
    const [answer] = (await askAnswer(context, members, `${index + 1}/${groups.length}`)) ?? [];
    if (answer === undefined) return null;
    const kind = answer as Kind;
    chosen.set(kind, [...(chosen.get(kind) ?? []), ...members]);
  }
  return completeAnswers(context, chosen, checks);
}

function askAnswer(
  { terminal }: CommandContext,
  members: readonly Answerable[],
  place: string,
): Promise<readonly string[] | null> {
  const [first] = members;
  if (first === undefined) throw new Error('a group has members');
  const { account, address, says, isManaged } = first;
  const others = members.length - 1;
  const where =
    others === 0 ? address : `${address} and ${count(others, 'other account')} likewise`;
  const accept = { value: 'accept', label: 'Accept it as the new baseline' };
  const before = isManaged ? 'the value in Git' : 'what it was';
  return terminal.ask.choose({
    question: `${place}  ${where}: ${says}`,
    options: [
      { value: 'leave', label: 'Leave it as it is' },
      ...(isManaged ? [] : [accept]),
      { value: 'revert', label: `Revert it to ${before}, by a saved plan` },
      { value: 'adopt', label: `Adopt it: write it into the manifest of ${account}` },
      { value: 'ignore', label: 'Ignore it until a date' },
    ],
    initial: ['leave'],
  });
}

// Files are written before the plan of a revert is made of them.
async function completeAnswers(
  context: CommandContext,
  chosen: ReadonlyMap<Kind, readonly Answerable[]>,
  checks: CheckText,
): Promise<readonly DriftAnswer[] | null> {
  const answers: DriftAnswer[] = [];
  const list = (kind: Kind) => (chosen.get(kind) ?? []).map(({ address }) => address);
  const [adopts, accepts, reverts] = [list('adopt'), list('accept'), list('revert')];
  const ignored = chosen.get('ignore') ?? [];
  if (adopts.length > 0) {
    answers.push({ words: ['--adopt', ...adopts], options: { adopt: true, address: adopts } });
  }
  const until = ignored.length > 0 ? await askUntil(context, checks) : '';
  if (until === null) return null;
  const isReasoned = ignored.length + accepts.length > 0;
  const reason = isReasoned ? await askReason(context, checks) : '';
  if (reason === null) return null;
  for (const [, own] of Map.groupBy(ignored, ({ account }) => account)) {
    const ignore = own.map(({ address }) => address);
    const addresses = ignore.flatMap((each) => ['--ignore', each]);
    const words = [...addresses, '--until', until, '--reason', reason];
    answers.push({ words, options: { ignore, until, reason } });
  }
  if (accepts.length > 0) {
    const words = ['--accept', ...accepts, '--reason', reason];
    answers.push({ words, options: { accept: true, address: accepts, reason } });
  }
  if (reverts.length === 0) return answers;
  const asked = { initial: 'revert.json', check: checkFile };
  const out = await context.terminal.ask.readWord('Save the plan of the revert to', asked);
  if (out === null) return null;
  const words = ['--revert', ...reverts, '--out', out];
  return [...answers, { words, options: { revert: true, address: reverts, out } }];
}

async function checkFile(path: string): Promise<string | null> {
  return path === '' ? 'Write the path of a file.' : null;
}
