import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toLine, writeName } from '../../../kit/text/write-name.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import type {
  AccountOutcome,
  OperationOutcome,
  OperationResult,
} from '../../../model/plan/outcome.ts';
import { type ObjectState, objectStates, worseState } from '../../judge/object-states.ts';
import { judgeOutcome, listToldOf, rankOutcome } from '../../judge/rank-account.ts';
import { withinAccount, writePath } from '../../words/write-path.ts';
import { writeWebhook } from '../../words/write-webhook.ts';
import { pathWithin } from '../blocks/note-blocks.ts';
import { makeTroubleBlock } from '../blocks/trouble-block.ts';
import type { NoteBlock, StepBlock } from '../page-data.ts';
import { makeShownPart, type ShownAccount, type ShownPart } from '../shown-account.ts';

/** What became of one account, as the page shows it: what a person must look at, then all that was done. */
export function showOutcome(outcome: AccountOutcome): ShownAccount {
  const told = listToldOf(outcome);
  return {
    name: writeName(outcome.account),
    state: judgeOutcome(outcome),
    rank: rankOutcome(outcome),
    says: told[0] === undefined ? summarise(outcome) : toLine(told[0].summary),
    count: told.length,
    impact: 'none',
    since: null,
    objects: listObjects(outcome),
    parts: listParts(outcome),
    tallied: outcome.outcomes.map(({ result }) => ({ state: result })),
  };
}

function listObjects({ outcomes, checks = [] }: AccountOutcome): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  const worsen = (address: string, state: ObjectState) => {
    const path = pathWithin(address);
    states.set(path, worseState(states.get(path) ?? state, state));
  };
  for (const { operation, result } of outcomes) worsen(operation.address, result);
  for (const { kind, address } of checks) if (kind === 'waits') worsen(address, 'waiting');
  return states;
}

function listParts(outcome: AccountOutcome): readonly ShownPart[] {
  const { outcomes, checks = [], webhooks = [], keptAt } = outcome;
  const troubles = listToldOf(outcome).map(makeTroubleBlock);
  const waits = [...outcomes.flatMap(sayWaiting), ...checks.flatMap(sayUnchecked)];
  const made = webhooks.map(({ address, step, url }): NoteBlock => {
    const about = `${withinAccount(address)}/steps/${writeName(step)}`;
    const says = 'is a webhook';
    return url === null
      ? { is: 'note', needs: false, about, says: `${says}; ${writeWebhook(url)}` }
      : { is: 'note', needs: false, about, says, command: writeWebhook(url) };
  });
  const kept: readonly NoteBlock[] =
    keptAt === undefined
      ? []
      : [{ is: 'note', needs: false, says: 'What there was before', command: toVisible(keptAt) }];
  const steps = outcomes.map(
    ({ operation, result }): StepBlock => ({
      is: 'step',
      says: `${withinAccount(operation.address)}: ${toLine(operation.does)}`,
      letter: objectStates[result].letter,
    }),
  );
  const parts: readonly ShownPart[] = [
    { path: null, title: 'What went wrong', blocks: troubles },
    { path: null, title: 'For a person', blocks: waits },
    { path: null, title: 'To know', blocks: [...made, ...kept, ...checks.flatMap(sayChecked)] },
    { path: null, title: 'What was done, in this order', blocks: steps, ordered: true },
  ];
  return parts.filter(({ blocks }) => blocks.length > 0).map(makeShownPart);
}

function sayWaiting({ operation, result }: OperationOutcome): NoteBlock[] {
  if (result !== 'waiting') return [];
  const about = withinAccount(operation.address);
  const says = 'stays paused: a person must sign in what it connects';
  return [{ is: 'note', needs: true, about, says }];
}

function sayUnchecked(checked: CheckedConnector): NoteBlock[] {
  if (checked.kind !== 'waits') return [];
  const says = `not checked: waits for ${writeName(checked.user)}`;
  return [{ is: 'note', needs: true, about: withinAccount(checked.address), says }];
}

function sayChecked(checked: CheckedConnector): NoteBlock[] {
  if (checked.kind !== 'checked') return [];
  return checked.results.map(({ method, result, status }) => {
    const about = `${writePath(checked.address)}, ${writeName(method)}`;
    const says = `check ${result}${status === null ? '' : `: ${status}`}`;
    return { is: 'note', needs: false, about, says };
  });
}

function summarise({ outcomes }: AccountOutcome): string {
  const byResult = Map.groupBy(outcomes, ({ result }) => result);
  const words = [...byResult].map(([result, own]) => sayResult(result, own.length));
  return words.length === 0 ? 'nothing to do' : words.join(', ');
}

function sayResult(result: OperationResult, number: number): string {
  return `${count(number, 'write')} ${result === 'waiting' ? 'waiting for a person' : objectStates[result].label}`;
}
