import { toPointer } from '../../kit/json/json-pointer.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toAccountAddress } from '../../model/address.ts';
import {
  type Diagnostic,
  hasErrors,
  reportError,
  reportWarning,
} from '../../model/diagnostic/diagnostic.ts';
import type {
  Labels,
  Policy,
  PolicyAction,
  PolicyException,
  PolicyFinding,
  PolicyRules,
  PolicySubject,
} from '../../model/plan/policy.ts';
import { fromDocument, fromPlan, type Subject, type Subjects } from './subjects.ts';

/** Where and when policies are checked. */
export type PolicyPlace = {
  readonly environment: string;
  readonly today: string;
  /** Labels of an account; absent: it has none. */
  readonly findLabels?: (account: string) => Labels | undefined;
};

const ofManifests: readonly PolicySubject[] = ['account', 'connector', 'cycle'];
const ofPlans: readonly PolicySubject[] = ['plan', 'change'];

/** The policies that count, of all environments, and what was found wrong with them. */
export type LoadedPolicies = {
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Makes the rules of an environment from all policies. With mistakes in any they deny each account. */
export function makePolicyRules(
  { policies, diagnostics }: LoadedPolicies,
  place: PolicyPlace,
): PolicyRules {
  const { environment } = place;
  const isHere = ({ document }: Policy) =>
    document.written.spec.match?.environments?.includes(environment) !== false;
  const select = (abouts: readonly PolicySubject[]) =>
    policies.filter((each) => abouts.includes(each.document.written.spec.about) && isHere(each));
  const [manifestRules, planRules] = [select(ofManifests), select(ofPlans)];
  const checkAll = (rules: readonly Policy[], subjects: Subjects) =>
    rules.flatMap((policy) => checkPolicy(policy, subjects, place.today));
  const denied = (account: string) => [reportUnchecked(account)];
  const isBroken = hasErrors(diagnostics);
  return {
    count: policies.length,
    mistakes: isBroken ? diagnostics : [],
    warnings: isBroken ? [] : [...diagnostics, ...listOverExceptions(policies, place.today)],
    checkManifest: (document) => {
      if (isBroken) return denied(document.written.metadata.name);
      if (manifestRules.length === 0) return [];
      return checkAll(manifestRules, fromDocument(document, environment));
    },
    checkPlan: (plan, kind) => {
      if (isBroken) return denied(plan.account);
      if (planRules.length === 0) return [];
      const labels = place.findLabels?.(plan.account) ?? {};
      return checkAll(planRules, fromPlan(plan, { kind, labels, environment }));
    },
  };
}

/** Most objects of an account that one policy names. */
const maxNamed = 10;

/** An object that violates a policy. `mistake`: an expression failed for it, which counts so. */
export type Violation = {
  readonly subject: Subject;
  readonly found: { readonly message: string } | { readonly mistake: string };
};

/** Lists what violates one policy among the objects of an account that it is about. */
export function listViolations(
  policy: Policy,
  { account, list }: Subjects,
  today: string,
): readonly Violation[] {
  const { about, match } = policy.document.written.spec;
  const labels = Object.entries(match?.labels ?? {});
  if (labels.some(([name, value]) => account.labels[name] !== value)) return [];
  if (listExceptions(policy, account.name).some(({ until }) => until >= today)) return [];
  return list(about).flatMap((subject) =>
    policy.validations.flatMap(({ check }) => {
      const found = check(subject.scope);
      return found === null ? [] : [{ subject, found }];
    }),
  );
}

function checkPolicy(policy: Policy, subjects: Subjects, today: string): readonly PolicyFinding[] {
  const violations = listViolations(policy, subjects, today);
  const { name } = subjects.account;
  const over = listExceptions(policy, name).map(
    ({ owner, until }) => `The exception of ${owner} ended on ${until}.`,
  );
  const found = violations
    .slice(0, maxNamed)
    .map((violation) => toFinding(policy, violation, over.join(' ')));
  if (violations.length <= maxNamed) return found;
  const more = count(violations.length - maxNamed, 'more violation');
  const details = {
    summary: `${name} has ${more} of the policy ${policy.name}`,
    address: toAccountAddress(name),
    policy: policy.name,
    remedy: formatRemedy(policy),
  };
  return [...found, report(policy.document.written.spec.action, 'message', details)];
}

function listExceptions({ document }: Policy, account: string): readonly PolicyException[] {
  const { exceptions = [] } = document.written.spec;
  return exceptions.filter(({ accounts }) => accounts.includes(account));
}

function toFinding(policy: Policy, violation: Violation, detail: string): PolicyFinding {
  const { action } = policy.document.written.spec;
  const { address, at } = violation.subject;
  const details = {
    address,
    policy: policy.name,
    summary: describeViolation(policy, violation),
    ...(at === null ? {} : { at }),
    ...(detail === '' ? {} : { detail }),
  };
  if ('mistake' in violation.found) {
    const { name, document } = policy;
    const remedy = `Correct ${name} in ${document.file}: ask with has() or in for what may be absent, and add an example.`;
    return report(action, 'mistake', { ...details, remedy });
  }
  return report(action, 'message', { ...details, remedy: formatRemedy(policy) });
}

/** A violation in one sentence. */
export function describeViolation({ name }: Policy, { subject, found }: Violation): string {
  const { address } = subject;
  return 'mistake' in found
    ? `${address} could not be checked by the policy ${name}, which counts as a violation: ${found.mistake}`
    : `${address} violates the policy ${name}: ${toSentence(found.message)}`;
}

/** A message as it is reported. */
export function toSentence(message: string): string {
  return message.trim().replace(/\.$/, '');
}

function formatRemedy({ name, document }: Policy): string {
  return `Follow ${name} in ${document.file}, or ask its owner for an exception.`;
}

function report(
  action: PolicyAction,
  kind: 'message' | 'mistake',
  details: Omit<PolicyFinding, 'code' | 'severity'>,
): PolicyFinding {
  if (action === 'audit') return { ...reportWarning('policy-audit', details), ...details };
  const isFailed = kind === 'mistake';
  if (action === 'deny') return reportError(isFailed ? 'policy-failed' : 'policy-denied', details);
  return { ...reportWarning(isFailed ? 'policy-failed' : 'policy-warned', details), ...details };
}

/** Reports that no policy judged an account. */
export function reportUnchecked(account: string): PolicyFinding {
  return reportError('policy-denied', {
    summary: `${account} is not checked, because the policies have mistakes`,
    address: toAccountAddress(account),
    remedy: 'Correct the policies first: their mistakes are reported beside this.',
  });
}

/** Lists exceptions that are over, whether or not their accounts violate anything. */
export function listOverExceptions(
  policies: readonly Policy[],
  today: string,
): readonly Diagnostic[] {
  return policies.flatMap((policy) => listOver(policy, today));
}

function listOver({ name, document }: Policy, today: string): readonly Diagnostic[] {
  const { exceptions = [] } = document.written.spec;
  return exceptions.flatMap(({ accounts, owner, until }, index) => {
    if (until >= today) return [];
    const [first = '', ...others] = accounts;
    const named = others.length === 0 ? first : `${first} and ${count(others.length, 'other')}`;
    return [
      reportWarning('policy-exception-over', {
        summary: `The exception of ${owner} for ${named} in the policy ${name} ended on ${until}`,
        at: document.spanOf(toPointer(['spec', 'exceptions', index, 'until'])),
      }),
    ];
  });
}
