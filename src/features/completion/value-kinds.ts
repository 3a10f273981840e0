import type { Argument, Command, Option } from 'commander';

/** Kinds of values that completion knows. */
export type ValueKind =
  | 'account'
  | 'address'
  | 'connector'
  | 'environment'
  | 'file'
  | 'fleet'
  | 'folder'
  | 'report'
  | 'select'
  | 'template';

/** Kinds of options by name, of those whose placeholder does not say it. */
const ofOption: Readonly<Record<string, ValueKind>> = {
  '--account': 'account',
  '--allow-exec': 'file',
  '--confirm': 'account',
  '--directory': 'folder',
  '--environment': 'environment',
  '--fleet': 'fleet',
  '--ignore': 'address',
  '--keep': 'address',
  '--report': 'report',
  '--select': 'select',
  '--take': 'address',
  '--template': 'template',
};

const ofEnvironments: ReadonlySet<string> = new Set(['promote', 'compare']);

const ofPlaceholder: Readonly<Record<string, ValueKind>> = {
  dir: 'folder',
  file: 'file',
  plan: 'file',
};

const ofArgument: Readonly<Record<string, ValueKind>> = {
  account: 'account',
  address: 'address',
  after: 'file',
  base: 'file',
  before: 'file',
  connector: 'connector',
  dir: 'folder',
  document: 'file',
  file: 'file',
  fleet: 'fleet',
  ours: 'file',
  plan: 'file',
  template: 'template',
  theirs: 'file',
  what: 'address',
};

/** Finds the kind of an option's values; null for a free text. */
export function findOptionKind({ long = '', flags }: Option, command: Command): ValueKind | null {
  const isOfAccounts = long !== '--account' || command.name() === 'request';
  if ((long === '--from' || long === '--to') && ofEnvironments.has(command.name()))
    return 'environment';
  const [, placeholder = ''] = /[<[]([^\]>]+)[\]>]/.exec(flags) ?? [];
  const own = Object.hasOwn(ofOption, long) && isOfAccounts ? ofOption[long] : undefined;
  return own ?? ofPlaceholder[placeholder] ?? null;
}

/** Finds the kind of an argument's values; null for a free text. */
export function findArgumentKind(argument: Argument): ValueKind | null {
  return ofArgument[argument.name()] ?? null;
}

/** The objects whose addresses a command takes; null for all. */
export function findSection(command: Command): 'connectors' | 'cycles' | null {
  const { parent } = command;
  const name = parent?.name() === 'consent' ? 'consent' : command.name();
  if (name === 'call' || name === 'consent') return 'connectors';
  return ['run', 'export', 'import', 'transactions', 'why'].includes(name) ? 'cycles' : null;
}
