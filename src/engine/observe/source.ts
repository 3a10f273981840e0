import { type Address, toAccountAddress } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import {
  type Diagnostic,
  hasErrors,
  type Refusal,
  reportWarning,
} from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Part } from '../../model/diff/part.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import type { PolicyFinding } from '../../model/plan/policy.ts';
import type { Files } from '../../model/ports.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import { loadCycleFiles } from '../cycle-file/load-cycle-files.ts';
import { checkSingleRuns } from '../validate/rules/check-single-runs.ts';
import { findDocument } from './find-document.ts';
import { resolveForRun } from './resolve-for-run.ts';
import type { Refused, RunContext } from './run-context.ts';

/** Where the desired side of an account comes from. */
export type Source = (context: RunContext) => Promise<Sourced | Refused>;

/** The desired side of an account, or of a part of it. */
export type Sourced = {
  readonly kind: 'sourced';
  readonly desired: DesiredAccount;
  /** Mistakes of the manifest that refuse objects alone. */
  readonly mistakes?: readonly Refusal[];
  /** Policies that the manifest violates without being refused. */
  readonly findings?: readonly PolicyFinding[];
  readonly part?: Part;
  /** The project with the cycle files of its revision; that of the run by default. */
  readonly files?: Files;
  /** Reads that made it, for the rest of the observation. */
  readonly reads?: AccountReads;
};

/** Reads of one account. */
export type AccountReads = Pick<RunContext, 'reader' | 'findAccount' | 'store'>;

/** How much of an account counts: all by default. */
export type Scope = {
  /** Objects that a person chose for entries, by address; not bound yet. */
  readonly chosen?: ReadonlyMap<Address, RemoteId>;
  /** Selects differences once they are known, or refuses them. */
  readonly select?: (diff: AccountDiff) => Selected;
};

export type Selected = { readonly kind: 'observed'; readonly diff: AccountDiff } | Refused;

export const wholeAccount: Scope = {};

/** Source and scope of each account of a run. */
export type RunSource = {
  /** True if what manifests say is planned, so that these must follow the policies. */
  readonly isOfManifests?: true;
  readonly open: (entry: AccountEntry) => { readonly source: Source; readonly scope: Scope };
  /** The same for an account that an interrupted run may have partly changed. */
  readonly resume: (plan: AccountPlan) => RunSource;
};

/** The manifests alone. */
export const git: RunSource = {
  isOfManifests: true,
  open: (entry) => ({ source: fromManifest(entry), scope: wholeAccount }),
  resume: ({ operations }) => {
    const deleted = new Set(
      operations.flatMap(({ address, action }) => (action.kind === 'delete-cycle' ? address : [])),
    );
    return withUnmetStaying(git, (address) => !deleted.has(address));
  },
};

/** The same, with cycles that a condition leaves out and that are stopped and not deleted; all by default. */
export function withUnmetStaying(
  source: RunSource,
  isStaying: (address: Address) => boolean = () => true,
): RunSource {
  return withDesired(source, (desired) => ({
    ...desired,
    staying: new Set([...(desired.unmet?.keys() ?? [])].filter(isStaying)),
  }));
}

/** The same, with another desired side of each account. */
export function withDesired(
  { open, resume, ...rest }: RunSource,
  change: (desired: DesiredAccount) => DesiredAccount,
): RunSource {
  return {
    ...rest,
    open: (entry) => {
      const { source, scope } = open(entry);
      return {
        scope,
        source: async (context) => {
          const sourced = await source(context);
          if (sourced.kind === 'refused') return sourced;
          return { ...sourced, desired: change(sourced.desired) };
        },
      };
    },
    resume: (plan) => withDesired(resume(plan), change),
  };
}

/** A manifest, or what is selected of it before its cycle files are read. */
export function fromManifest(
  entry: AccountEntry,
  select: (desired: DesiredAccount) => Sourced | Refused = toSourced,
): Source {
  return async (context) => {
    const resolved = await resolveManifest(context, entry);
    if (resolved.kind === 'refused') return resolved;
    const selected = select(resolved.desired);
    if (selected.kind === 'refused') return selected;
    const filled = await loadCycleFiles(resolved.files ?? context.files, selected.desired);
    if (hasErrors(filled.diagnostics)) return { kind: 'refused', diagnostics: filled.diagnostics };
    return { ...resolved, ...selected, desired: filled.desired };
  };
}

/** Loads and resolves a manifest without its cycle files. */
export async function resolveManifest(
  context: RunContext,
  entry: AccountEntry,
): Promise<Sourced | Refused> {
  const { document, diagnostics, files } = await findDocument(context, entry);
  if (document === null) return { kind: 'refused', diagnostics };
  const findings = context.policies?.checkManifest(document) ?? [];
  if (hasErrors(findings)) {
    const state = await context.store.readState(entry.key);
    return { kind: 'refused', diagnostics: [...findings, ...reportUnfinished(state)] };
  }
  const desired = await resolveForRun(context, document);
  if (desired === null)
    throw new Error(`${entry.key} was selected and has no id in ${context.environment}`);
  const environments = new Map([[context.environment, null]]);
  const mistakes = checkSingleRuns(document, environments);
  return { ...toSourced(desired), mistakes, files, ...toFindings(findings) };
}

/** A desired side that was resolved before. */
export function fromDesired({ desired, part }: Pick<AccountDiff, 'desired' | 'part'>): Source {
  return async () => ({ ...toSourced(desired), ...(part === undefined ? {} : { part }) });
}

// Only the run that began it can finish it while the account is denied.
function reportUnfinished({
  account,
  creates,
  pauses,
  writes,
}: AccountState): readonly Diagnostic[] {
  if (creates.size + pauses.size + writes.size === 0) return [];
  return [
    reportWarning('policy-unfinished', {
      summary: `An interrupted run left ${account} unfinished${pauses.size > 0 ? ', with a cycle paused' : ''}, and policies deny a new plan of it`,
      address: toAccountAddress(account),
      remedy:
        'To finish what that run began, run cyclectl resume RUN, with its id of cyclectl history.',
    }),
  ];
}

/** The same findings as a part of what has them; nothing if there is none. */
function toFindings(findings: readonly PolicyFinding[]): Pick<Sourced, 'findings'> {
  return findings.length === 0 ? {} : { findings };
}

function toSourced(desired: DesiredAccount): Sourced {
  return { kind: 'sourced', desired };
}
