import { count } from '../../../../kit/text/text-layout.ts';
import type { Address } from '../../../../model/address.ts';
import { listWrittenFields } from '../../../../model/plan/operation.ts';
import type { AccountOutcome } from '../../../../model/plan/outcome.ts';
import type { AccountPlan, PlanEnvelope } from '../../../../model/plan/plan.ts';
import type { RehearsalFrame, Unknown } from '../rehearsal.ts';
import type { SeedGap } from '../seed/make-account-seed.ts';

/** Subjects of a plan whose outcome an emulator cannot know. */
export class PlanFacts {
  readonly secrets = new Set<Address>();
  readonly signIns = new Set<Address>();
  readonly made = new Set<Address>();
  readonly stopped = new Set<Address>();
  values = 0;

  add({ operations, secrets, notices }: AccountPlan): void {
    for (const { address, path } of secrets) {
      const isSent = operations.some(
        (each) => each.address === address && listWrittenFields(each.action).includes(path),
      );
      if (isSent) this.secrets.add(address);
    }
    for (const { address, action } of operations) {
      const written = listWrittenFields(action);
      this.values += written.length;
      if (action.kind === 'install-connector' || written.some((path) => path === 'auth'))
        this.signIns.add(address);
      if (action.kind === 'install-template') this.made.add(address);
      if (action.kind === 'pause-cycle') this.stopped.add(address);
    }
    for (const notice of notices) if (notice.kind === 'waits') this.signIns.add(notice.address);
  }
}

/** Names the gaps of an emulator: each line is about something that this plan does. */
export function listUnknowns(
  facts: PlanFacts,
  {
    envelope,
    gaps,
    catalog,
    outcomes,
    drainTimeoutMs,
  }: {
    readonly envelope: PlanEnvelope;
    readonly gaps: readonly SeedGap[];
    readonly catalog: RehearsalFrame['catalog'];
    readonly outcomes: readonly AccountOutcome[];
    readonly drainTimeoutMs: number;
  },
): readonly Unknown[] {
  const checked = listUnmadeChecks(outcomes);
  return [
    always('changed-since', `Changes in the service since the plan of ${envelope.createdAt}`),
    ...listGaps(gaps),
    ...about('templates', facts.made, describeTemplates(catalog)),
    ...about(
      'secrets',
      facts.secrets,
      'The secrets themselves: substitutes with their fingerprints were sent',
    ),
    ...about('sign-ins', facts.signIns, 'The sign-in of these connectors at their third parties'),
    ...about('checks', checked, 'The answers of health checks: no third party was called'),
    ...about(
      'runs',
      facts.stopped,
      `How long their runs still take when they are stopped: here none was in progress, and an apply waits up to ${drainTimeoutMs / 1000} s for each`,
    ),
    ...(facts.values === 0
      ? []
      : [
          always(
            'values',
            `The rules of the service for ${count(facts.values, 'written value')}: an emulator knows names, and few rules of values`,
          ),
        ]),
    always(
      'unmanaged',
      'Objects that no record has, such as a connector that others installed under a name of this plan',
    ),
    always(
      'answers',
      'Answers of the service for which there is no source, such as lists without a number of pages, which take a request more: the emulator has the assumptions of docs/reference/emulator-coverage.md of the package',
    ),
    always('time', 'How fast the service answers, and what others send to it at the same time'),
  ];
}

function always(kind: Unknown['kind'], says: string): Unknown {
  return { kind, says, names: [] };
}

function about(kind: Unknown['kind'], names: Iterable<string>, says: string): readonly Unknown[] {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0 ? [] : [{ kind, says, names: sorted }];
}

function listGaps(gaps: readonly SeedGap[]): readonly Unknown[] {
  const of = (kind: SeedGap['kind']) =>
    gaps.filter((each) => each.kind === kind).map(({ address }) => address);
  return [
    ...about(
      'seed',
      of('no-baseline'),
      'Values of these that no manifest manages: there is no baseline of them',
    ),
    ...about(
      'seed',
      of('no-contents'),
      'The contents of these cycles: they were not read yet, and are as the templates make them',
    ),
    ...about(
      'seed',
      of('no-template'),
      'The templates of these cycles: no catalog has them, and their steps are those of the baseline',
    ),
  ];
}

function describeTemplates(catalog: RehearsalFrame['catalog']): string {
  return catalog === 'world'
    ? 'Newer releases of the templates of these new cycles than the world has'
    : 'Values and connectors that templates give these new cycles: catalog.json has none, and may be older than the console';
}

function listUnmadeChecks(outcomes: readonly AccountOutcome[]): readonly Address[] {
  return outcomes.flatMap(({ checks = [] }) =>
    checks.flatMap((each) =>
      each.kind === 'checked' &&
      each.results.some(
        ({ result, diagnostics }) => result === 'not-made' && diagnostics.length === 0,
      )
        ? [each.address]
        : [],
    ),
  );
}
