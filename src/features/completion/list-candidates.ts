import type { Command } from 'commander';
import {
  type Address,
  parsePath,
  toConnectorAddress,
  toCycleAddress,
  toFieldAddress,
  toFieldPath,
} from '../../model/address.ts';
import {
  cycleHealths,
  cycleStates,
  manifestKeys,
  outsideKinds,
} from '../../model/manifest/selection.ts';
import { listCommands, listOptions, type WordPlace } from './find-place.ts';
import { type Candidate, selectByStart } from './narrow.ts';
import type { Names } from './read-names.ts';
import { findArgumentKind, findOptionKind, findSection, type ValueKind } from './value-kinds.ts';

/** Completion of a word. */
export type Completion = {
  readonly candidates: readonly Candidate[];
  /** Paths that the shell completes itself. */
  readonly paths: 'none' | 'files' | 'folders';
};

const nothing: Completion = { candidates: [], paths: 'none' };

/** Lists the candidates of a place: values, options or subcommands. */
export async function listCandidates(
  { program, names }: { readonly program: Command; readonly names: Names },
  place: WordPlace & { readonly isOption: boolean },
  word: string,
): Promise<Completion> {
  const { command, option, argument, start } = place;
  if (place.isOption) return { candidates: listFlags(program, command, word), paths: 'none' };
  if (option !== null) {
    const kind = findOptionKind(option, command);
    const value = { command, choices: option.argChoices, kind };
    return withHead(await listValues(value, names, word.slice(start)), word.slice(0, start));
  }
  const commands = place.isCommand ? listNamed(command, word) : [];
  if (argument === null) return { candidates: commands, paths: 'none' };
  const kind = findArgumentKind(argument);
  const values = await listValues({ command, choices: argument.argChoices, kind }, names, word);
  return { ...values, candidates: [...commands, ...values.candidates] };
}

function listNamed(command: Command, word: string): readonly Candidate[] {
  return listCommands(command)
    .filter((each) => each.name().startsWith(word))
    .map((each) => ({ value: each.name(), description: each.description(), isOpen: false }));
}

function listFlags(program: Command, command: Command, word: string): readonly Candidate[] {
  const help = { long: '--help', description: 'Show help for a command' };
  return [...listOptions(program, command), help].flatMap(({ long, description }) =>
    typeof long === 'string' && long.startsWith(word)
      ? [{ value: long, description, isOpen: false }]
      : [],
  );
}

type Value = {
  readonly command: Command;
  readonly choices: readonly string[] | undefined;
  readonly kind: ValueKind | null;
};

async function listValues(
  { command, choices, kind }: Value,
  names: Names,
  word: string,
): Promise<Completion> {
  if (choices !== undefined) return toCompletion(selectByStart(choices, word));
  switch (kind) {
    case 'file':
      return { candidates: [], paths: 'files' };
    case 'folder':
      return { candidates: [], paths: 'folders' };
    case 'account':
      return toCompletion(selectByStart(await names.accounts(), word));
    case 'environment':
    case 'fleet':
    case 'connector':
    case 'template':
      return toCompletion(selectByStart(await names.list(`${kind}s`), word));
    case 'address':
      return toCompletion(await listAddresses(names, findSection(command), word));
    case 'select':
      return toCompletion(await listConditions(names, word));
    case 'report':
      return listReports(word);
    default:
      return nothing;
  }
}

function toCompletion(candidates: readonly Candidate[]): Completion {
  return { candidates, paths: 'none' };
}

function withHead({ candidates, paths }: Completion, head: string): Completion {
  return { candidates: candidates.map((each) => ({ ...each, value: head + each.value })), paths };
}

const reportFormats = ['text', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'];

function listReports(word: string): Completion {
  if (word.includes('=')) return { candidates: [], paths: 'files' };
  const heads = reportFormats.map((format) => `${format}=`).filter((each) => each.startsWith(word));
  return toCompletion(heads.map((value) => ({ value, isOpen: true })));
}

/** Addresses by segment, as a shell completes paths: what is below one comes after its slash. */
async function listAddresses(
  names: Names,
  section: 'connectors' | 'cycles' | null,
  word: string,
): Promise<readonly Candidate[]> {
  const [account = '', ...below] = parsePath(word as Address);
  if (below.length === 0) {
    const accounts = selectByStart(await names.accounts(), account);
    const suffix = section === null ? '/' : `/${section}/`;
    if (accounts.length > 1 || accounts.some(({ isOpen }) => isOpen))
      return accounts.map((each) => ({ ...each, isOpen: true }));
    return accounts.flatMap(({ value }) => [
      ...(section === null ? [{ value, isOpen: false }] : []),
      { value: `${value}${suffix}`, isOpen: true },
    ]);
  }
  const found = await names.findNames(account);
  if (found === null) return [];
  const sections = section === null ? (['connectors', 'cycles'] as const) : [section];
  if (below.length === 1) {
    const heads = sections.map((each) => `${account}/${each}/`);
    return selectByStart(heads, word).map((each) => ({ ...each, isOpen: true }));
  }
  const [room, key] = below;
  if (below.length === 2) {
    const objects = sections
      .filter((each) => each === room)
      .flatMap((each) => found[each].map((object) => toObject(account, each, object.key)));
    return selectByStart(objects, word);
  }
  const cycle = found.cycles.find((each) => each.key === key);
  if (section !== null || room !== 'cycles' || cycle === undefined) return [];
  const own = toCycleAddress(account, cycle.key);
  const steps = cycle.steps.map((step) => toFieldAddress(own, toFieldPath('steps', step)));
  return selectByStart(steps, word);
}

function toObject(account: string, section: 'connectors' | 'cycles', key: string): string {
  return section === 'cycles' ? toCycleAddress(account, key) : toConnectorAddress(account, key);
}

/** Conditions of `--select`: the last one behind a comma, with what is before it. */
async function listConditions(names: Names, word: string): Promise<readonly Candidate[]> {
  const [head = ''] = /^(?:.*,)?!?/.exec(word) ?? [];
  const [key = '', ...rest] = word.slice(head.length).split('=');
  const value = rest.join('=');
  if (rest.length === 0) {
    const keys = [...manifestKeys, 'state', 'health'].map((each) => `${each}=`);
    return [...keys, ...outsideKinds]
      .filter((each) => each.startsWith(key))
      .map((each) => ({ value: head + each, isOpen: each.endsWith('=') }));
  }
  const values = await listConditionValues(names, key);
  return selectByStart(values, value).map((each) => ({
    ...each,
    value: `${head}${key}=${each.value}`,
  }));
}

async function listConditionValues(names: Names, key: string): Promise<readonly string[]> {
  switch (key) {
    case 'account':
      return names.accounts();
    case 'cycle':
    case 'connector':
    case 'blueprint':
      return names.list(`${key}s`);
    case 'state':
      return cycleStates;
    case 'health':
      return cycleHealths;
    default:
      return [];
  }
}
