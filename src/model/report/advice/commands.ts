import { formatArgument } from '../../../kit/text/format-name.ts';
import type { Address } from '../../address.ts';
import { type Refusal, reportError } from '../../diagnostic/diagnostic.ts';
import type { RemoteId } from '../../live/live.ts';
import type { RolloutState } from '../../state/rollout.ts';

/** Where a command is run, and for which accounts. */
export type CommandPlace = {
  readonly environment?: string | undefined;
  /** The project's folder as it was typed. */
  readonly directory?: string | undefined;
  readonly select?: readonly string[];
};

/** A command of this program, with the options of its place before all others. */
export function formatCommand(
  command: string,
  { directory = '.', environment, select = [] }: CommandPlace,
  args: readonly string[] = [],
): string {
  return [
    'cyclectl',
    command,
    ...formatFolderOption(directory),
    ...(environment === undefined ? [] : [`-e ${formatArgument(environment)}`]),
    ...select.map((what) => `--select ${formatArgument(what)}`),
    ...args,
  ].join(' ');
}

/** Commands that go on with a rollout in its state, and after it. */
export const rolloutCommands: Readonly<Record<RolloutState, string>> = {
  open: 'continue',
  paused: 'resume',
  undoing: 'undo',
  ...{ stopped: 'open', done: 'open', undone: 'open' },
};

/** A command about an object, as it can be pasted where the report was made. */
export function formatCommandAt(command: string, address: Address, place: CommandPlace): string {
  return formatCommand(command, place, [formatArgument(address)]);
}

type ObjectPlace = { readonly environment: string; readonly address: Address };

/** A state command for an object, in the environment of the report. */
export function formatStateCommand(
  verb: 'settle' | 'forget',
  { environment, address }: ObjectPlace,
): string {
  return formatCommandAt(`state ${verb}`, address, { environment });
}

/** The command that runs a cycle once; a person fills in a time that is unknown. */
export function formatRunLine(
  { environment, address }: CommandPlace & Pick<ObjectPlace, 'address'>,
  at: string | null,
): string {
  const time = at === null ? 'TIME' : formatArgument(at.replace(/\.\d+/, ''));
  return `${formatCommandAt('run', address, { environment })} --at ${time}`;
}

/** The command that binds an object of the service to an entry; without an id it says ID. */
export function formatAdoptCommand(
  { environment, address }: ObjectPlace,
  id: RemoteId | null,
): string {
  const live = id === null ? 'ID' : formatArgument(id);
  return `${formatCommandAt('adopt', address, { environment })} ${live}`;
}

/** An answer to drift at one address, of the environment that it was found in: elsewhere it is another difference. */
export function formatDriftCommand(
  answer: '--accept' | '--adopt' | '--revert',
  { environment, address }: ObjectPlace,
): string {
  const reason = answer === '--accept' ? ['--reason TEXT'] : [];
  return formatCommand('drift', { environment }, [answer, formatArgument(address), ...reason]);
}

/** The option that names the project's folder in a command, where it is not the one that we are in. */
export function formatFolderOption(directory: string): string[] {
  return directory === '.' ? [] : [`-C ${formatArgument(directory)}`];
}

/**
 * Adds the project's folder to the commands in a text that stages made, because they know the environment
 * alone: `cyclectl state forget -e prod northwind`.
 */
export function withFolder(text: string, directory = '.'): string {
  const [folder] = formatFolderOption(directory);
  if (folder === undefined) return text;
  return text.replaceAll(
    /\bcyclectl(?: [a-z][a-z0-9-]*| --status)+(?= -e )/g,
    (command) => `${command} ${folder}`,
  );
}

/** Reports a custom category whose create has an unknown outcome, with the manual action. */
export function reportOpenCategory(address: Address, environment: string): Refusal {
  return reportError('category-open', {
    summary: `It is unknown if ${address} was created: the response was lost, and the service does not list custom categories`,
    address,
    remedy: `Check the console, then record the result: ${formatStateCommand('settle', { environment, address })} exists ID, or absent.`,
  });
}
