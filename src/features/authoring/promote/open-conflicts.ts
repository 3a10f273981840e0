import type { CommandContext } from '../../../app/context.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import { type Address, isWithin } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Conflict, ConflictAnswer, Conflicts, Promotion } from './promotion.ts';

/** Options that answer conflicts: all of them, or those at an address and below. */
export type ConflictOptions = {
  readonly conflicts?: ConflictAnswer;
  readonly keep?: readonly string[];
  readonly take?: readonly string[];
};

/** Conflicts of a run, with those that were found. */
type OpenedConflicts = Conflicts & { readonly list: () => readonly Conflict[] };

/** Opens conflicts with the answers of options, of which the longest address counts. */
function openConflicts(options: ConflictOptions): OpenedConflicts {
  const found = new Map<Address, Conflict>();
  const named = listNamed(options).toSorted((one, other) => other.at.length - one.at.length);
  return {
    find: (address) =>
      named.find(({ at }) => isWithin(at, address))?.answer ?? options.conflicts ?? null,
    note: (conflict) => void found.set(conflict.address, conflict),
    list: () => [...found.values()],
  };
}

function listNamed({ keep = [], take = [] }: ConflictOptions) {
  return [
    ...keep.map((at) => ({ at: at as Address, answer: 'keep' as const })),
    ...take.map((at) => ({ at: at as Address, answer: 'take' as const })),
  ];
}

// An address without a conflict may be mistyped.
function checkAddresses(
  options: ConflictOptions,
  { list }: OpenedConflicts,
): readonly Diagnostic[] {
  const found = list();
  return listNamed(options)
    .filter(({ at }) => !found.some(({ address }) => isWithin(at, address)))
    .map(({ at, answer }) =>
      reportError('wrong-usage', {
        summary: `--${answer} ${at}: there is no conflict at this address`,
        remedy: 'Remove it, or pass an address of which promote says that Git has another value.',
      }),
    );
}

/** A promotion, and the options that stand for the answers of a person. */
type Answered = { readonly promotion: Promotion; readonly answers: readonly string[] };

type Asked = ConflictOptions & { readonly from: string; readonly to: string };

/**
 * Promotes with the answers of options to its conflicts; and once more with those of a person to the others,
 * because they are known when all is compared.
 */
export async function withConflicts(
  context: CommandContext,
  options: Asked,
  attempt: (conflicts: Conflicts) => Promise<Promotion>,
): Promise<Answered | { readonly refused: readonly Diagnostic[] }> {
  const conflicts = openConflicts(options);
  const promotion = await attempt(conflicts);
  const refused = checkAddresses(options, conflicts);
  if (refused.length > 0) return { refused };
  const asked = await askConflicts(context, options, conflicts);
  if (asked === null) return { promotion, answers: [] };
  const { keep = [], take = [] } = asked;
  const answered = {
    ...options,
    keep: [...(options.keep ?? []), ...keep],
    take: [...(options.take ?? []), ...take],
  };
  return {
    promotion: await attempt(openConflicts(answered)),
    answers: [
      ...keep.flatMap((address) => ['--keep', address]),
      ...take.flatMap((address) => ['--take', address]),
    ],
  };
}

/** Asks about conflicts without an answer; null if there is none, or no answer that changes something. */
async function askConflicts(
  context: CommandContext,
  options: Asked,
  conflicts: OpenedConflicts,
): Promise<ConflictOptions | null> {
  if (context.terminal.ask.lack !== null) return null;
  const open = conflicts.list().filter(({ address }) => conflicts.find(address) === null);
  const answers = new Map<Address, string>();
  for (const [index, conflict] of open.entries()) {
    const rest = open.slice(index).map(({ address }) => address);
    const [answer] = (await askConflict(context, options, { conflict, left: rest.length })) ?? [];
    if (answer === undefined) break;
    const isOfRest = answer.endsWith('-all');
    const own = answer.replace('-all', '');
    for (const address of isOfRest ? rest : [conflict.address]) answers.set(address, own);
    if (isOfRest) break;
  }
  const list = (wanted: ConflictAnswer) =>
    [...answers].flatMap(([address, answer]) => (answer === wanted ? [address] : []));
  const [keep, take] = [list('keep'), list('take')];
  return keep.length + take.length === 0 ? null : { keep, take };
}

function askConflict(
  { terminal }: CommandContext,
  { from, to }: { readonly from: string; readonly to: string },
  { conflict, left }: { readonly conflict: Conflict; readonly left: number },
): Promise<readonly string[] | null> {
  const { address, source, target } = conflict;
  const others = left > 1 ? ` and the ${left - 1} that follow` : null;
  const all = (value: string, label: string) =>
    others === null ? [] : [{ value: `${value}-all`, label: `${label} for this one${others}` }];
  return terminal.ask.choose({
    question: `${address} was changed to ${formatValue(source)} in ${from}, and Git has ${formatValue(target)} for ${to}`,
    options: [
      { value: 'leave', label: 'Decide later; it is not promoted' },
      { value: 'keep', label: `Keep what Git has for ${from} and ${to}` },
      { value: 'take', label: `Take ${formatValue(source)} for ${from} and ${to}` },
      ...all('keep', 'Keep what Git has'),
      ...all('take', 'Take the changed value'),
    ],
    initial: ['leave'],
  });
}

const mostValue = 60;

function formatValue(value: unknown): string {
  return value === null ? 'no value' : toShortText(JSON.stringify(value), mostValue);
}
