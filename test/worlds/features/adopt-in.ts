import { closeRunByStates, startRun } from '../../../src/engine/run/journal/journal-run.ts';
import type { Session } from '../../../src/engine/run/journal/lock-account.ts';
import { openRunContext } from '../../../src/engine/run/open-run.ts';
import { makeAdoptionPlans } from '../../../src/engine/run/planning/make-plan.ts';
import {
  type AdoptRun,
  adoptAccounts,
  toRunAccount,
} from '../../../src/features/operations/adopt/adopt-accounts.ts';
import {
  type Adoption,
  type AdoptionOutcome,
  type FoundAdoption,
  toAdoption,
} from '../../../src/features/operations/adopt/adoption.ts';
import { observeChoice } from '../../../src/features/operations/adopt/observe-choice.ts';
import { parseObjectAddress } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import type { TestFixture } from '../fixture.ts';
import { makeSession } from '../make-session.ts';
import { makeClock } from '../test-ports.ts';
import { toAsync } from '../to-async.ts';
import { openRunIn } from './destroy-in.ts';
import { makeRunRecord } from './make-run-record.ts';

/** How an adopt of a test goes. */
export type AdoptOptions = {
  /** Called between what is shown and what is bound. */
  readonly meanwhile?: () => Promise<void>;
  readonly tap?: Tap;
  /** Resolves when the process is to be dropped. */
  readonly death?: Promise<void>;
  readonly contract?: 'documented';
  /** Ids of templates by name, as an environment names them. */
  readonly templates?: ReadonlyMap<string, string>;
  /** True for a dead lock holder; all others are by default. */
  readonly isGone?: Session['isGone'];
};

/** Result of it; `outcomes` is null after a death. */
export type AdoptedIn = {
  readonly adoptions: readonly Adoption[];
  readonly outcomes: readonly AdoptionOutcome[] | null;
};

/**
 * Adopts all bindable objects in a test project, with the command line's work between prompt and
 * report.
 */
export async function adoptAllIn(
  fixture: TestFixture,
  options: AdoptOptions = {},
): Promise<AdoptedIn> {
  const run = await openRunIn(fixture, options);
  const adoptions: Adoption[] = [];
  for await (const planned of makeAdoptionPlans(run)) adoptions.push(toAdoption(planned));
  const found = adoptions.filter((each) => each.kind === 'found');
  await options.meanwhile?.();
  const outcomes = await bind(fixture, options, {
    run,
    found: found.filter(({ adopts }) => adopts.length > 0),
  });
  return { adoptions, outcomes };
}

/** Adopts one, and gives what became of it: what was refused, what is bound, or `bound` where it was so. */
export async function adoptIn(
  fixture: TestFixture,
  text: string,
  choice: AdoptOptions & { readonly live: string },
): Promise<'bound' | readonly Diagnostic[] | AdoptionOutcome> {
  const at = parseObjectAddress(text);
  if (at === null) throw new Error(`${text} is no address`);
  const run = await openRunIn(fixture, choice);
  const entry = run.entries.find(({ key }) => key === at.account);
  if (entry === undefined) throw new Error(`${at.account} has no manifest`);
  const look: AdoptRun['look'] = (looking, each) =>
    observeChoice(looking, each, { at, live: choice.live });
  const observation = await look(await openRunContext(run.context, 1), entry);
  if (observation.kind === 'refused') return observation.diagnostics;
  if (observation.kind === 'bound') return 'bound';
  await choice.meanwhile?.();
  const [outcome] =
    (await bind(fixture, choice, { run, look, found: [observation.adoption] })) ?? [];
  if (outcome === undefined) throw new Error('The adopt has no outcome.');
  return outcome;
}

async function bind(
  fixture: TestFixture,
  { death, isGone }: AdoptOptions,
  todo: {
    readonly run: Awaited<ReturnType<typeof openRunIn>>;
    readonly found: readonly FoundAdoption[];
    readonly look?: AdoptRun['look'];
  },
): Promise<readonly AdoptionOutcome[] | null> {
  const { found, run } = todo;
  const { store, entries, width } = run;
  if (found.length === 0) return [];
  const session = makeSession(isGone === undefined ? {} : { isGone });
  const record = makeRunRecord('adopt', session);
  const life = (async () => {
    const accounts = toAsync(found.map(({ account }) => toRunAccount(account)));
    await startRun(store, record, { accounts, isGone: session.isGone });
    const adopting = {
      entries,
      width,
      ...(todo.look === undefined ? {} : { look: todo.look }),
      context: await openRunContext(run.context, 1),
      store,
      session,
      clock: makeClock(fixture.emulator),
      id: record.id,
      isStopping: () => false,
    };
    const outcomes: AdoptionOutcome[] = [];
    for await (const outcome of adoptAccounts(adopting, found)) outcomes.push(outcome);
    await closeRunByStates(store, record, { at: '2026-12-01T05:00:01Z', isStopped: false });
    return outcomes;
  })();
  return death === undefined ? life : Promise.race([life, death.then(() => null)]);
}
