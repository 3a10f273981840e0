import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import type {
  AccountOutcome,
  OperationOutcome,
  OperationStatus,
} from '../../../model/plan/outcome.ts';
import {
  classifyOutcome,
  listOutcomeDiagnostics,
  toOutcomeRank,
} from '../../classify/account-rank.ts';
import { type ObjectState, objectStates, selectWorseState } from '../../classify/object-states.ts';
import { formatObjectPath, formatPath } from '../../phrases/format-path.ts';
import { formatWebhook } from '../../phrases/format-webhook.ts';
import { type AccountView, makePartView, type PartView } from '../account-view.ts';
import { makeDiagnosticBlock } from '../blocks/diagnostic-block.ts';
import { toObjectPath } from '../blocks/note-blocks.ts';
import type { NoteBlock, StepBlock } from '../page-data.ts';

/** The result of one account on the page: manual actions first, then all operations. */
export function toOutcomeView(outcome: AccountOutcome): AccountView {
  const reported = listOutcomeDiagnostics(outcome);
  return {
    name: formatName(outcome.account),
    state: classifyOutcome(outcome),
    rank: toOutcomeRank(outcome),
    says: reported[0] === undefined ? formatSummary(outcome) : toLine(reported[0].summary),
    count: reported.length,
    impact: 'none',
    since: null,
    objects: listObjects(outcome),
    parts: listParts(outcome),
    counted: outcome.outcomes.map(({ result }) => ({ state: result })),
  };
}

function listObjects({ outcomes, checks = [] }: AccountOutcome): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  const worsen = (address: string, state: ObjectState) => {
    const path = toObjectPath(address);
    states.set(path, selectWorseState(states.get(path) ?? state, state));
  };
  for (const { operation, result } of outcomes) worsen(operation.address, result);
  for (const { kind, address } of checks) if (kind === 'waits') worsen(address, 'waiting');
  return states;
}

function listParts(outcome: AccountOutcome): readonly PartView[] {
  const { outcomes, checks = [], webhooks = [], keptAt } = outcome;
  const troubles = listOutcomeDiagnostics(outcome).map(makeDiagnosticBlock);
  const waits = [...outcomes.flatMap(listWaitingBlocks), ...checks.flatMap(listUncheckedBlocks)];
  const made = webhooks.map(({ address, step, url }): NoteBlock => {
    const about = `${formatObjectPath(address)}/steps/${formatName(step)}`;
    const text = 'is a webhook';
    return url === null
      ? { is: 'note', needs: false, about, says: `${text}; ${formatWebhook(url)}` }
      : { is: 'note', needs: false, about, says: text, command: formatWebhook(url) };
  });
  const kept: readonly NoteBlock[] =
    keptAt === undefined
      ? []
      : [
          {
            is: 'note',
            needs: false,
            says: 'Backup of the earlier content',
            command: toVisible(keptAt),
          },
        ];
  const steps = outcomes.map(
    ({ operation, result }): StepBlock => ({
      is: 'step',
      says: `${formatObjectPath(operation.address)}: ${toLine(operation.does)}`,
      letter: objectStates[result].letter,
    }),
  );
  const parts: readonly PartView[] = [
    { path: null, title: 'Errors', blocks: troubles },
    { path: null, title: 'Manual actions', blocks: waits },
    {
      path: null,
      title: 'To know',
      blocks: [...made, ...kept, ...checks.flatMap(listCheckedBlocks)],
    },
    { path: null, title: 'Completed operations, in order', blocks: steps, ordered: true },
  ];
  return parts.filter(({ blocks }) => blocks.length > 0).map(makePartView);
}

function listWaitingBlocks({ operation, result }: OperationOutcome): NoteBlock[] {
  if (result !== 'waiting') return [];
  const about = formatObjectPath(operation.address);
  const text = 'stays paused: a person must sign in its connector';
  return [{ is: 'note', needs: true, about, says: text }];
}

function listUncheckedBlocks(checked: CheckedConnector): NoteBlock[] {
  if (checked.kind !== 'waits') return [];
  const text = `not checked: waits for ${formatName(checked.user)}`;
  return [{ is: 'note', needs: true, about: formatObjectPath(checked.address), says: text }];
}

function listCheckedBlocks(checked: CheckedConnector): NoteBlock[] {
  if (checked.kind !== 'checked') return [];
  return checked.results.map(({ method, result, status }) => {
    const about = `${formatPath(checked.address)}, ${formatName(method)}`;
    const text = `check ${result}${status === null ? '' : `: ${status}`}`;
    return { is: 'note', needs: false, about, says: text };
  });
}

function formatSummary({ outcomes }: AccountOutcome): string {
  const byResult = Map.groupBy(outcomes, ({ result }) => result);
  const words = [...byResult].map(([result, own]) => formatResult(result, own.length));
  return words.length === 0 ? 'nothing to do' : words.join(', ');
}

function formatResult(result: OperationStatus, number: number): string {
  return `${count(number, 'write')} ${result === 'waiting' ? 'waiting for a person' : objectStates[result].label}`;
}
