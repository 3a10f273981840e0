import { quoteArgument } from '../../kit/text/quote-argument.ts';
import { type Address, fieldAddress, parseObjectAddress } from '../../model/address.ts';
import { isLostOrigin } from '../../model/diff/verdict.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import { writeCommandAt } from '../../model/report/advice/write-command-at.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';
import { type CommandPlace, type DriftFrame, toPlace } from '../../model/report/report.ts';
import { writeApplyCommand } from '../commands/write-apply-command.ts';
import { revertFile, writeRevertCommand } from '../commands/write-revert-command.ts';

/** What a person can do about drift: why, and the commands for it, one after the other. */
export type DriftAnswer = {
  readonly does: string;
  readonly commands: readonly string[];
};

/** Characters of a command; a longer one nobody pastes, and it would take the room of what it is about. */
const mostCharacters = 1000;

/** What can be done about one thing that drifted, ready to be pasted where the report was made. */
export function listItemAnswers(item: DriftItem, place: CommandPlace): readonly DriftAnswer[] {
  const address = toAddress(item);
  const { environment, directory = '.' } = place;
  const asked = { directory, select: [], addresses: [address] };
  const answers = [
    ...(item.kind === 'authentication-lost' && !canRevert(item)
      ? [answer('To sign it in', writeCommandAt('cyclectl consent', item.address, place))]
      : []),
    ...(canRevert(item)
      ? [answer("To plan Git's value back", writeRevertCommand(environment, asked))]
      : []),
    ...(canAdopt(item)
      ? [answer('To take it over into Git', writeAdopt(place, [quoteArgument(address)]))]
      : []),
    ...(canIgnore(item) ? [answer('To leave it for a time', writeIgnore(place, address))] : []),
  ];
  return answers.filter(isShort);
}

/** What can be done about all that a run finds, as its accounts come. */
export type GatheredAnswers = {
  readonly note: (items: readonly DriftItem[]) => void;
  readonly list: () => readonly DriftAnswer[];
};

/** Gathers what can be done about what a run finds; only what comes to something is offered. */
export function gatherAnswers(
  frame: Pick<DriftFrame, 'target' | 'directory' | 'select'>,
): GatheredAnswers {
  const place = toPlace(frame);
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
            answer(
              'To bring back what Git says, and nothing else',
              writeRevertCommand(place.environment, asked),
              writeApplyCommand(directory, revertFile),
            ),
          ]
        : []),
      ...(adopts
        ? [
            answer(
              'To write what is there into the manifests',
              writeAdopt(place, writeSelect(select)),
            ),
          ]
        : []),
      ...(ignored === null
        ? []
        : [answer('To leave what is at an address for a time', writeIgnore(place, ignored))]),
    ].filter(isShort);
  return { note, list };
}

function answer(does: string, ...commands: readonly string[]): DriftAnswer {
  return { does, commands };
}

function isShort({ commands }: DriftAnswer): boolean {
  return commands.every((command) => command.length <= mostCharacters);
}

function toAddress({ address, path }: DriftItem): Address {
  return path === null ? address : fieldAddress(address, path);
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

function writeAdopt(place: CommandPlace, more: readonly string[]): string {
  return writeDrift(place, ['--adopt', ...more]);
}

// The day and the reason only a person knows; as they stand here the command is refused.
function writeIgnore(place: CommandPlace, address: Address): string {
  return writeDrift(place, ['--ignore', quoteArgument(address), '--until DATE --reason TEXT']);
}

function writeSelect(select: readonly string[]): readonly string[] {
  return select.map((what) => `--select ${quoteArgument(what)}`);
}

function writeDrift(
  { environment, directory = '.' }: CommandPlace,
  more: readonly string[],
): string {
  const place = [...writeFolder(directory), `-e ${quoteArgument(environment)}`];
  return ['cyclectl drift', ...place, ...more].join(' ');
}
