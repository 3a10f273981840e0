import { formatArgument } from '../../../kit/text/format-name.ts';
import { type Address, parseObjectAddress, toFieldAddress } from '../../../model/address.ts';
import { isLostOrigin } from '../../../model/diff/field-diff.ts';
import {
  checkSelectionUse,
  parseSelection,
  type SelectionUse,
} from '../../../model/manifest/parse-selection.ts';
import { isAddable, isOfManifests } from '../../../model/observed/is-of-manifests.ts';
import { type DriftItem, isReportedOnly } from '../../../model/plan/plan.ts';
import {
  type CommandPlace,
  formatCommand,
  formatCommandAt,
} from '../../../model/report/advice/commands.ts';
import {
  type CommandContext,
  type DriftFrame,
  toCommandContext,
} from '../../../model/report/report.ts';
import { formatPlanCommands, type PlanCommands } from '../words/format-plan-commands.ts';
import type { NextCommands } from './verdict.ts';

/** Characters of a command; a longer one is omitted, because it is impractical to paste. */
const maxCharacters = 1000;

/** Answers to one drift item, as commands for the folder of the report. */
export function listItemAnswers(item: DriftItem, context: CommandContext): readonly NextCommands[] {
  const address = toAddress(item);
  const answers = [
    ...(item.kind === 'authentication-lost' && !canRevert(item)
      ? [makeAnswer('To sign it in', formatCommandAt('consent', item.address, context))]
      : []),
    ...(canRevert(item)
      ? [makeAnswer("To revert to Git's value", formatRevert(context, [address])[0])]
      : []),
    ...(canAdopt(item)
      ? [
          makeAnswer(
            'To write it into the manifests',
            formatDrift(context, ['--adopt', formatArgument(address)]),
          ),
        ]
      : []),
    ...(canAccept(item)
      ? [makeAnswer('To accept it as it is', formatAccept(context, address))]
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
  frame: Pick<DriftFrame, 'target' | 'directory' | 'select' | 'groups'>,
): AnswerCollector {
  const context = toCommandContext(frame);
  const { select = [], groups = [] } = frame;
  let [reverts, adopts] = [false, false];
  const accepted = new FirstAddress(canAccept);
  const ignored = new FirstAddress(canIgnore);
  const note = (items: readonly DriftItem[]): void => {
    // Without an address both leave alone what is only reported.
    const failing = items.filter((item) => !isReportedOnly(item));
    // A revert of everything leaves an object that lacks a name of Git.
    const lost = new Set(items.flatMap((item) => (item.lost === undefined ? [] : [item.address])));
    reverts ||= failing.some((item) => canRevert(item) && !lost.has(item.address));
    adopts ||= failing.some(canAdopt);
    accepted.note(items);
    ignored.note(items);
  };
  const list = (): readonly NextCommands[] =>
    [
      ...(reverts && !isRefused(select, 'manifests')
        ? [
            makeAnswer(
              'To revert the drift, and nothing else',
              ...formatRevert({ ...context, select }, []),
            ),
          ]
        : []),
      ...(adopts && !isRefused(select, 'manifests')
        ? [
            makeAnswer(
              'To write the drift into the manifests',
              formatDrift(context, ['--adopt', ...formatSelect(select)]),
            ),
          ]
        : []),
      ...accepted
        .list()
        .map((address) =>
          makeAnswer('To accept an unmanaged change as it is', formatAccept(context, address)),
        ),
      ...groups
        .slice(0, isRefused(select, 'accounts') ? 0 : 1)
        .map(({ id }) =>
          makeAnswer(
            'To accept a group of equal changes as it is',
            formatDrift(context, [
              '--accept',
              ...formatSelect(select),
              `--group ${id}`,
              '--reason TEXT',
            ]),
          ),
        ),
      ...ignored
        .list()
        .map((address) =>
          makeAnswer('To ignore an address until a date', formatIgnore(context, address)),
        ),
    ].filter(isShort);
  return { add: note, list };
}

// Answers refuse what only the service can show, and accepting whatever means parts of an account.
function isRefused(select: readonly string[], use: SelectionUse): boolean {
  const parsed = parseSelection(select);
  return 'selection' in parsed && checkSelectionUse(parsed.selection, use).length > 0;
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

/** The first address that an answer takes: of drift that fails, else of what is only reported. */
class FirstAddress {
  readonly #isMeant: (item: DriftItem) => boolean;
  #failing: DriftItem | undefined;
  #reported: DriftItem | undefined;

  constructor(isMeant: (item: DriftItem) => boolean) {
    this.#isMeant = isMeant;
  }

  note(items: readonly DriftItem[]): void {
    const meant = items.filter(this.#isMeant);
    this.#failing ??= meant.find((item) => !isReportedOnly(item));
    this.#reported ??= meant.find(isReportedOnly);
  }

  /** One address, or none. */
  list(): readonly Address[] {
    const first = this.#failing ?? this.#reported;
    return first === undefined ? [] : [toAddress(first)];
  }
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
  if (kind === 'stopped') return true;
  if (path === null || path === 'auth' || isSecret) return false;
  const value = 'value' in now ? now.value : undefined;
  return kind === 'unmanaged'
    ? isAddable(path, value)
    : kind === 'field' && isOfManifests(path, value);
}

// Git decides about all other drift.
function canAccept({ kind }: DriftItem): boolean {
  return kind === 'unmanaged';
}

// A deleted connector is not offered, because no cycle could use it meanwhile, which the item does
// not show.
function canIgnore(item: DriftItem): boolean {
  const { kind, address, path } = item;
  if (kind === 'gone') return parseObjectAddress(address)?.kind === 'cycle';
  return path?.startsWith('from/') !== true || isLostOrigin(item);
}

function formatRevert(place: CommandPlace, addresses: readonly Address[]): PlanCommands {
  return formatPlanCommands('revert', place, addresses.map(formatArgument));
}

// Placeholders for date and reason, because only a person knows them; the command is refused until
// they are replaced.
function formatIgnore(context: CommandContext, address: Address): string {
  return formatDrift(context, ['--ignore', formatArgument(address), '--until DATE --reason TEXT']);
}

// The command is refused until its reason is replaced.
function formatAccept(context: CommandContext, address: Address): string {
  return formatDrift(context, ['--accept', formatArgument(address), '--reason TEXT']);
}

function formatSelect(select: readonly string[]): readonly string[] {
  return select.map((what) => `--select ${formatArgument(what)}`);
}

function formatDrift(place: CommandPlace, args: readonly string[]): string {
  return formatCommand('drift', place, args);
}
