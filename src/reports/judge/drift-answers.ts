import { formatArgument } from '../../kit/text/format-argument.ts';
import { type Address, parseObjectAddress, toFieldAddress } from '../../model/address.ts';
import { isLostOrigin } from '../../model/diff/field-diff.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import { formatCommandAt } from '../../model/report/advice/format-command-at.ts';
import { formatFolderOption } from '../../model/report/advice/format-folder-option.ts';
import {
  type CommandContext,
  type DriftFrame,
  toCommandContext,
} from '../../model/report/report.ts';
import { formatApplyCommand } from '../commands/format-apply-command.ts';
import { formatRevertCommand, revertFile } from '../commands/format-revert-command.ts';

/** What a person can do about drift: why, and the commands for it, one after the other. */
export type DriftAnswer = {
  readonly does: string;
  readonly commands: readonly string[];
};

/** Characters of a command; a longer one nobody pastes, and it would take the room of what it is about. */
const maxCharacters = 1000;

/** What can be done about one thing that drifted, ready to be pasted where the report was made. */
export function listItemAnswers(item: DriftItem, place: CommandContext): readonly DriftAnswer[] {
  const address = toAddress(item);
  const { environment, directory = '.' } = place;
  const asked = { directory, select: [], addresses: [address] };
  const answers = [
    ...(item.kind === 'authentication-lost' && !canRevert(item)
      ? [makeAnswer('To sign it in', formatCommandAt('cyclectl consent', item.address, place))]
      : []),
    ...(canRevert(item)
      ? [makeAnswer("To plan Git's value back", formatRevertCommand(environment, asked))]
      : []),
    ...(canAdopt(item)
      ? [makeAnswer('To take it over into Git', formatAdopt(place, [formatArgument(address)]))]
      : []),
    ...(canIgnore(item)
      ? [makeAnswer('To leave it for a time', formatIgnore(place, address))]
      : []),
  ];
  return answers.filter(isShort);
}

/** What can be done about all that a run finds, as its accounts come. */
export type AnswerCollector = {
  readonly add: (items: readonly DriftItem[]) => void;
  readonly list: () => readonly DriftAnswer[];
};

/** Gathers what can be done about what a run finds; only what comes to something is offered. */
export function makeAnswerCollector(
  frame: Pick<DriftFrame, 'target' | 'directory' | 'select'>,
): AnswerCollector {
  const place = toCommandContext(frame);
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
  const list = (): readonly DriftAnswer[] =>
    [
      ...(reverts
        ? [
            makeAnswer(
              'To bring back what Git says, and nothing else',
              formatRevertCommand(place.environment, asked),
              formatApplyCommand(directory, revertFile),
            ),
          ]
        : []),
      ...(adopts
        ? [
            makeAnswer(
              'To write what is there into the manifests',
              formatAdopt(place, formatSelect(select)),
            ),
          ]
        : []),
      ...(ignored === null
        ? []
        : [makeAnswer('To leave what is at an address for a time', formatIgnore(place, ignored))]),
    ].filter(isShort);
  return { add: note, list };
}

function makeAnswer(does: string, ...commands: readonly string[]): DriftAnswer {
  return { does, commands };
}

function isShort({ commands }: DriftAnswer): boolean {
  return commands.every((command) => command.length <= maxCharacters);
}

function toAddress({ address, path }: DriftItem): Address {
  return path === null ? address : toFieldAddress(address, path);
}

// What no plan brings back a person must.
function canRevert({ impact }: DriftItem): boolean {
  return impact !== 'needs-human';
}

// Nothing reads a secret, and what is gone is taken out of its manifest by hand.
function canAdopt(item: DriftItem): boolean {
  const { kind, path, wanted, now, lost } = item;
  if (lost !== undefined) return false;
  const isSecret = wanted.kind === 'secret' || now.kind === 'secret';
  return kind === 'stopped' || (kind === 'field' && path !== null && !isSecret);
}

// A connector that is gone is hardly ever left so: no cycle may use it then, and the item does not say.
function canIgnore(item: DriftItem): boolean {
  const { kind, address, path } = item;
  if (kind === 'gone') return parseObjectAddress(address)?.kind === 'cycle';
  return path?.startsWith('from/') !== true || isLostOrigin(item);
}

function formatAdopt(place: CommandContext, more: readonly string[]): string {
  return formatDrift(place, ['--adopt', ...more]);
}

// The day and the reason only a person knows; as they stand here the command is refused.
function formatIgnore(place: CommandContext, address: Address): string {
  return formatDrift(place, ['--ignore', formatArgument(address), '--until DATE --reason TEXT']);
}

function formatSelect(select: readonly string[]): readonly string[] {
  return select.map((what) => `--select ${formatArgument(what)}`);
}

function formatDrift(
  { environment, directory = '.' }: CommandContext,
  more: readonly string[],
): string {
  const place = [...formatFolderOption(directory), `-e ${formatArgument(environment)}`];
  return ['cyclectl drift', ...place, ...more].join(' ');
}
