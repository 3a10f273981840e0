import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AccountDocument } from '../manifest/manifest.ts';
import type { ManifestDocument } from '../manifest/manifest-document.ts';
import type { AccountPlan, PlanKind } from './plan.ts';

/** The folder of policies. */
export const policyFolder = 'policy';

/** A file of policies at a commit, as messages name it: `main:policy/rules.yaml`. */
export function toPolicyLabel(ref: string, path: string): string {
  return `${ref}:${path}`;
}

/** The commit of a file that messages name so; null for a file of the working tree. */
export function findPolicyRef(file: string): string | null {
  const [, ref] = /^([^:]+):policy(?:\/|$)/.exec(file) ?? [];
  return ref ?? null;
}

/** The consequence of a violation. */
export type PolicyAction = 'deny' | 'warn' | 'audit';

/** The objects that a policy checks: a manifest or its entries, or a plan or its changes. */
export type PolicySubject = 'account' | 'connector' | 'cycle' | 'plan' | 'change';

/** Labels of an account. */
export type Labels = Readonly<Record<string, string>>;

/** Accounts that need not follow a policy until a date. */
export type PolicyException = {
  readonly accounts: readonly string[];
  readonly owner: string;
  readonly reason: string;
  readonly until: string;
};

/** An input of a policy, with the result that is expected. */
export type PolicyExample = {
  readonly name: string;
  readonly environment?: string;
  readonly account?: string;
  readonly labels?: Labels;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly plan?: Readonly<Record<string, unknown>>;
  readonly today?: string;
  readonly expect: 'allow' | PolicyAction;
  readonly message?: string;
};

/** A document of kind Policy. */
export type WrittenPolicy = {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly about: PolicySubject;
    readonly match?: { readonly environments?: readonly string[]; readonly labels?: Labels };
    readonly validations: readonly {
      readonly expression: string;
      readonly message: string;
      readonly messageExpression?: string;
    }[];
    readonly action: PolicyAction;
    readonly exceptions?: readonly PolicyException[];
    readonly examples?: readonly PolicyExample[];
  };
};

/** Values that the expressions of a policy read; whole numbers are BigInt, as in CEL. */
export type PolicyScope = {
  readonly environment: string;
  readonly account: { readonly name: string; readonly labels: Labels };
} & Readonly<Record<string, unknown>>;

/** One validation with its expressions compiled; `check` is null where it holds, or what is reported. */
export type PolicyValidation = {
  readonly check: (
    scope: PolicyScope,
  ) => null | { readonly message: string } | { readonly mistake: string };
};

/** A valid policy. */
export type Policy = {
  readonly name: string;
  readonly document: ManifestDocument<WrittenPolicy>;
  readonly validations: readonly PolicyValidation[];
};

/** The policies of an environment. They answer with errors, for which the account stays as it is, and warnings. */
export type PolicyRules = {
  /** How many there are, in any environment. */
  readonly count: number;
  /** Why they cannot be used; every account is denied then. */
  readonly mistakes: readonly Diagnostic[];
  /** Said once, such as exceptions that are over. */
  readonly warnings: readonly Diagnostic[];
  readonly checkManifest: (document: AccountDocument) => readonly PolicyFinding[];
  readonly checkPlan: (plan: AccountPlan, kind: PlanKind) => readonly PolicyFinding[];
};

/** A violation of a policy, with the object that it is about. */
export type PolicyFinding = Diagnostic & { readonly address: Address };
