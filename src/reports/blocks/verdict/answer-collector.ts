import { formatArgument } from '../../../kit/text/format-name.ts';
import { type Address, parseObjectAddress, toFieldAddress } from '../../../model/address.ts';
import { isLostOrigin } from '../../../model/diff/field-diff.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import { formatCommandAt, formatFolderOption } from '../../../model/report/advice/commands.ts';
import {
  type CommandContext,
  type DriftFrame,
  toCommandContext,
} from '../../../model/report/report.ts';
import { formatApplyCommand } from '../../commands/format-apply-command.ts';
import { formatRevertCommand, revertFile } from '../../commands/format-revert-command.ts';
import type { NextCommands } from './verdict.ts';

/** Characters of a command; a longer one is omitted, because it is impractical to paste. */
const maxCharacters = 1000;

/** Answers to one drift item, as commands for the folder of the report. */
export function listItemAnswers(item: DriftItem, context: CommandContext): readonly NextCommands[] {
  const address = toAddress(item);
  const { environment, directory = '.' } = context;
  const asked = { directory, select: [], addresses: [address] };
  const answers = [
    ...(item.kind === 'authentication-lost' && !canRevert(item)
      ? [makeAnswer('To sign it in', formatCommandAt('cyclectl consent', item.address, context))]
      : []),
    ...(canRevert(item)
      ? [makeAnswer("To revert to Git's value", formatRevertCommand(environment, asked))]
      : []),
    ...(canAdopt(item)
      ? [
          makeAnswer(
            'To write it into the manifests',
            formatAdopt(context, [formatArgument(address)]),
          ),
        ]
      : []),
    ...(canIgnore(item)
      ? [makeAnswer('To ignore it until a date', formatIgnore(context, address))]
      : []),
  ];
  return answers.filter(isShort);
}

/** Collects the answers for a whole run, account by account. */
export type AnswerCollector = {
  readonly add: (items: readonly DriftItem[]) => void;
  readonly list: () => readonly NextCommands[];
};

/** Collects the answers to drift; only applicable ones are offered. */
export function makeAnswerCollector(
  frame: Pick<DriftFrame, 'target' | 'directory' | 'select'>,
): AnswerCollector {
  const context = toCommandContext(frame);
  const { directory = '.', select = [] } = frame;
  let [reverts, adopts] = [false, false];
  let ignored: Address | null = null;
  const asked = { directory, select, addresses: [] };
  const note = (items: readonly DriftItem[]): void => {
    reverts ||= items.some(canRevert);
    adopts ||= items.some(canAdopt);
    const first = ignored === null ? items.find(canIgnore) : undefined;
    if (first !== undefined) ignored = toAddress(first);
  };
  const list = (): readonly NextCommands[] =>
    [
      ...(reverts
        ? [
            makeAnswer(
              'To revert the drift, and nothing else',
              formatRevertCommand(context.environment, asked),
              formatApplyCommand(directory, revertFile),
            ),
          ]
        : []),
      ...(adopts
        ? [
            makeAnswer(
              'To write the drift into the manifests',
              formatAdopt(context, formatSelect(select)),
            ),
          ]
        : []),
      ...(ignored === null
        ? []
        : [makeAnswer('To ignore an address until a date', formatIgnore(context, ignored))]),
    ].filter(isShort);
  return { add: note, list };
}

function makeAnswer(does: string, ...commands: readonly string[]): NextCommands {
  return { does, commands };
}

function isShort({ commands }: NextCommands): boolean {
  return commands.every((command) => command.length <= maxCharacters);
}

function toAddress({ address, path }: DriftItem): Address {
  return path === null ? address : toFieldAddress(address, path);
}

// A plan cannot revert drift that needs manual action.
function canRevert({ impact }: DriftItem): boolean {
  return impact !== 'needs-human';
}

// A secret cannot be read, and the entry of a deleted object is removed manually.
function canAdopt(item: DriftItem): boolean {
  const { kind, path, wanted, now, lost } = item;
  if (lost !== undefined) return false;
  const isSecret = wanted.kind === 'secret' || now.kind === 'secret';
  return kind === 'stopped' || (kind === 'field' && path !== null && !isSecret);
}

// A deleted connector is not offered, because no cycle could use it meanwhile, which the item does
// not show.
function canIgnore(item: DriftItem): boolean {
  const { kind, address, path } = item;
  if (kind === 'gone') return parseObjectAddress(address)?.kind === 'cycle';
  return path?.startsWith('from/') !== true || isLostOrigin(item);
}

function formatAdopt(context: CommandContext, more: readonly string[]): string {
  return formatDrift(context, ['--adopt', ...more]);
}

// Placeholders for date and reason, because only a person knows them; the command is refused until
// they are replaced.
function formatIgnore(context: CommandContext, address: Address): string {
  return formatDrift(context, ['--ignore', formatArgument(address), '--until DATE --reason TEXT']);
}

function formatSelect(select: readonly string[]): readonly string[] {
  return select.map((what) => `--select ${formatArgument(what)}`);
}

function formatDrift(
  { environment, directory = '.' }: CommandContext,
  more: readonly string[],
): string {
  const location = [...formatFolderOption(directory), `-e ${formatArgument(environment)}`];
  return ['cyclectl drift', ...location, ...more].join(' ');
}
