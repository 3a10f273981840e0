import { printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { formatLackOfAnswer } from '../../../app/output/terminal.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { type Address, parseObjectAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { reportUnknown } from '../state/settle/check-finding.ts';
import type { Adoption } from './adoption.ts';
import type { AdoptContext } from './bind-found.ts';
import { type EntryAddress, listUnbound, type UnboundEntries } from './list-unbound.ts';
import type { ChosenBinding } from './observe-choice.ts';

/** A chosen binding, all that are found, or the reason why there is none to choose. */
export type AskedBinding =
  | { readonly kind: 'one'; readonly choice: ChosenBinding }
  | { readonly kind: 'all' }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Asks for the entry and the object of a binding, or for the object of a given entry. Throws `OperationalError`
 * without an answer.
 */
export async function askBinding(
  adopting: AdoptContext,
  at: EntryAddress | null,
): Promise<AskedBinding> {
  const { context } = adopting;
  if (at !== null) return askObject(adopting, at);
  const all = await choose(adopting, 'Adopt which objects?', [
    { value: 'all', label: 'All that are found by id and name' },
    { value: 'one', label: 'One that you choose' },
  ]);
  if (all === 'all') return { kind: 'all' };
  const keys = adopting.project.selected.entries.map(({ key }) => key);
  const [first = ''] = keys;
  const options = keys.map((key) => ({ value: key, label: key }));
  const account = keys.length < 2 ? first : await choose(adopting, 'In which account?', options);
  const entries = await readUnbound(adopting, account);
  if (entries.kind === 'refused') return entries;
  const { unbound } = entries;
  if (unbound.length === 0) return refuse('Each entry of the account is bound', account);
  const address = await choose(
    adopting,
    'Which entry of its manifest?',
    unbound.map((each) => ({ value: each.address, label: each.address })),
  );
  const entry = unbound.find((each) => each.address === address);
  if (entry === undefined) throw new Error(`${address} was not among the entries`);
  const asked = await askLive(adopting, entry, entries);
  if (asked.kind === 'one') printRepeat(context, [address, asked.choice.live]);
  return asked;
}

/** Asks for the object of an entry: one of those with a name, or any that is free. */
export async function askObject(
  adopting: AdoptContext,
  at: EntryAddress,
  name: string | null = null,
): Promise<AskedBinding> {
  const { context } = adopting;
  const entries = await readUnbound(adopting, at.account);
  if (entries.kind === 'refused') return entries;
  const asked = await askLive(adopting, at, {
    listCandidates: (of) =>
      entries.listCandidates(of).filter((each) => name === null || each.name === name),
  });
  if (asked.kind !== 'one') return asked;
  // The id of one of them takes the place of their name.
  const words = context.typed ?? [];
  const place = name === null ? -1 : words.lastIndexOf(name);
  const typed = words.filter((_, index) => index !== place);
  printRepeat({ ...context, typed }, [asked.choice.live]);
  return asked;
}

async function askLive(
  adopting: AdoptContext,
  at: EntryAddress,
  entries: Pick<UnboundEntries, 'listCandidates'>,
): Promise<AskedBinding> {
  const candidates = entries.listCandidates(at);
  if (candidates.length === 0) {
    return refuse(`The account has no ${at.kind} that is free for ${at.address}`, at.address);
  }
  const live = await choose(
    adopting,
    `Bind ${at.address} to which ${at.kind} of the service?`,
    candidates.map((each) => ({ value: each.live, label: each.name, hint: each.live })),
  );
  return { kind: 'one', choice: { at, live } };
}

/** Asks which object to bind to each entry that several match, once each; none is an answer too. */
export async function askAmbiguous(
  adopting: AdoptContext,
  found: AsyncIterable<Adoption>,
  asked: Set<Address>,
): Promise<readonly ChosenBinding[]> {
  const chosen: ChosenBinding[] = [];
  for await (const { diagnostics } of found) {
    for (const { code, address = null } of diagnostics) {
      if (code !== 'ambiguous' || address === null || asked.has(address)) continue;
      const at = parseObjectAddress(address);
      if (at === null) continue;
      asked.add(address);
      const entries = await readUnbound(adopting, at.account);
      const candidates = entries.kind === 'read' ? entries.listCandidates(at) : [];
      const live = await choose(adopting, `Several objects match ${address}. Bind which one?`, [
        ...candidates.map((each) => ({ value: each.live, label: each.name, hint: each.live })),
        { value: '', label: 'None of them now' },
      ]);
      if (live !== '') chosen.push({ at, live });
    }
  }
  return chosen;
}

async function readUnbound(
  { project, ports }: AdoptContext,
  account: string,
): ReturnType<typeof listUnbound> {
  const { entries } = project.selected;
  const entry = entries.find(({ key }) => key === account);
  if (entry !== undefined) {
    return listUnbound(await openRunContext(toRun(project, ports).context, 1), entry);
  }
  const at = parseObjectAddress(account);
  if (at === null) return refuse('The environment has no account', account);
  const keys = entries.map(({ key }) => key);
  return { kind: 'refused', diagnostics: [reportUnknown(at, account, keys)] };
}

function refuse(summary: string, address: string) {
  const diagnostic = reportError('adopt-not-found', { summary, address: address as Address });
  return { kind: 'refused', diagnostics: [diagnostic] } as const;
}

async function choose(
  { context: { terminal } }: AdoptContext,
  question: string,
  options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[],
): Promise<string> {
  const [answer] = (await terminal.ask.choose({ question, options })) ?? [];
  if (answer !== undefined) return answer;
  throw new OperationalError(`nothing was bound: ${formatLackOfAnswer(terminal)}`, {
    remedy: 'Write cyclectl adopt ADDRESS LIVE, or cyclectl adopt --all --yes.',
  });
}
