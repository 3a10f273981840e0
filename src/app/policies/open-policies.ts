import type { IndexedPolicies, PolicySource } from '../../engine/index/index-policies.ts';
import { type LoadedPolicies, makePolicyRules } from '../../engine/policy/make-policy-rules.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type PolicyRules, policyFolder } from '../../model/plan/policy.ts';
import type { CommandContext } from '../context.ts';
import type { EnvironmentContext } from '../ports/open-environment-secrets.ts';
import { isCi } from '../ports/operator-bounds.ts';
import { openOperatorPolicies, openOwnPolicies } from './folder-policies.ts';

type Variables = CommandContext['environment'];

/** Where a command runs. */
export type PolicyRequest = {
  readonly context: Pick<CommandContext, 'environment'>;
  readonly options: { readonly directory: string };
};

/** Opens the policies that count in an environment; a commit or a folder that is not there is a mistake of them. */
export async function openPolicies(
  request: PolicyRequest & Pick<EnvironmentContext, 'project'>,
  today: string,
): Promise<PolicyRules> {
  const { accounts = [], environment } = request.project;
  const labels = new Map(accounts.map((entry) => [entry.key, entry.labels]));
  return makePolicyRules(await tryLoad(request), {
    environment: environment.name,
    today,
    findLabels: (account) => labels.get(account),
  });
}

// An account that an interrupted run has started is finished without policies, so that no cycle stays paused.
async function tryLoad(request: PolicyRequest): Promise<LoadedPolicies> {
  try {
    return await loadPolicies(request);
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message, remedy } = error;
    const summary = `The policies could not be loaded: ${message}`;
    return { policies: [], diagnostics: [reportError('policy-not-loaded', { summary, remedy })] };
  }
}

/** Says how many policies of a commit count, so that none is noticed; nothing without a commit. */
export function formatPolicyCount(
  { count: number }: Pick<PolicyRules, 'count'>,
  { context }: PolicyRequest,
): string | null {
  const ref = readSet(context.environment, 'CYCLECTL_POLICY_REF');
  if (ref === null) return null;
  const what = number === 0 ? 'No policies count' : `${count(number, 'policy', 'policies')} count`;
  return `${what}, by CYCLECTL_POLICY_REF (${toVisible(ref)}).`;
}

/**
 * Loads the policies that count: those of the operator, and those of the project at the commit that the
 * operator names; without one, those of the working tree. Throws `OperationalError`.
 */
export async function loadPolicies({ context, options }: PolicyRequest): Promise<LoadedPolicies> {
  const { directory } = options;
  const { environment } = context;
  const ref = readSet(environment, 'CYCLECTL_POLICY_REF');
  const folder = readSet(environment, 'CYCLECTL_POLICY_FOLDER');
  const own =
    ref === null ? await openOwnPolicies(directory) : await openAt(ref, directory, environment);
  if (ref === null && own !== null && isCi(environment))
    return { policies: [], diagnostics: [reportMissingRef()] };
  const operators = folder === null ? null : await openOperatorPolicies(folder, directory);
  const indexed: IndexedPolicies[] = [];
  for (const source of [operators, own]) if (source !== null) indexed.push(await load(source));
  return {
    policies: indexed.flatMap(({ policies }) => policies),
    diagnostics: indexed.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Loads the policies of the working tree, whether or not they count, to find their mistakes; null without any. */
export async function loadOwnPolicies(directory: string): Promise<IndexedPolicies | null> {
  const own = await openOwnPolicies(directory);
  return own === null ? null : load(own);
}

// Imported late because most projects have no policies, and few commands use them.
async function load(source: PolicySource): Promise<IndexedPolicies> {
  const { indexPolicies } = await import('../../engine/index/index-policies.ts');
  return indexPolicies(source);
}

async function openAt(
  ref: string,
  directory: string,
  environment: Variables,
): Promise<PolicySource | null> {
  const { openPoliciesAt } = await import('./ref-policies.ts');
  return openPoliciesAt(ref, directory, environment);
}

// An empty one counts as not set, because pipelines pass undefined variables so.
function readSet(environment: Variables, name: string): string | null {
  const text = environment[name]?.trim() ?? '';
  return text === '' ? null : text;
}

function reportMissingRef(): Diagnostic {
  return reportError('policy-ref-missing', {
    summary: `CI is set and the project has the folder ${policyFolder}, but CYCLECTL_POLICY_REF does not name the commit whose policies count`,
  });
}
